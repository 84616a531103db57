import { type Passage, say } from '@bellwether/wire'
import * as z from 'zod'
import { withoutPoorMatches } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import { issueMessage } from '../../../platform/http/plain-issue.ts'
import { type KnowledgeParts, placeOf, toPassageText } from './knowledge-resources.ts'
import { toDocumentUri } from './names.ts'

export const SEARCH_TOOL = 'search_knowledge_base'

const inputSchema = z.object({
  knowledge_base_id: z.int().positive(),
  query: z.string().trim().min(1).max(10_000),
  top_k: z.int().min(1).max(20).default(6),
})

export const searchTool = {
  name: SEARCH_TOOL,
  title: 'Search a knowledge base',
  description:
    'Finds the passages of a knowledge base that match a question best. The resource list shows the knowledge bases.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      knowledge_base_id: { type: 'integer', description: 'The number at the end of the resource’s URI.' },
      query: { type: 'string', description: 'What to look for.' },
      top_k: { type: 'integer', minimum: 1, maximum: 20, default: 6, description: 'How many passages.' },
    },
    required: ['knowledge_base_id', 'query'],
  },
  outputSchema: {
    type: 'object' as const,
    properties: {
      passages: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            title: { type: 'string' },
            text: { type: 'string' },
            place: { type: 'string', description: 'Title, page, heading and URL, as far as known.' },
            document: { type: 'string', description: 'The resource URI of the whole document.' },
          },
          required: ['title', 'text', 'place'],
        },
      },
    },
    required: ['passages'],
  },
  annotations: { title: 'Search a knowledge base', readOnlyHint: true, openWorldHint: false },
}

export async function searchKnowledgeBase(
  knowledge: Pick<KnowledgeParts, 'bases' | 'query'>,
  caller: UserCaller,
  input: unknown,
  signal: AbortSignal,
) {
  const parsed = inputSchema.safeParse(input ?? {})
  const fault = parsed.error?.issues[0]
  if (!parsed.success)
    throw badRequest(
      say('mcp.argument_invalid', {
        path: fault?.path.join('.') || 'arguments',
        problem: issueMessage(fault),
      }),
    )
  const { knowledge_base_id: id, query, top_k: topK } = parsed.data
  await knowledge.bases.getFor(caller, 'use', id)
  const { passages } = withoutPoorMatches(
    await knowledge.query(caller, id, query, { topK, threshold: 0 }, signal),
  )
  return {
    content: [{ type: 'text' as const, text: toPassageText(passages) }],
    structuredContent: { passages: passages.map((passage) => toFound(id, passage)) },
  }
}

const toFound = (base: number, passage: Passage) => ({
  title: passage.title,
  text: passage.text,
  place: placeOf(passage),
  // Documents on an external knowledge base server can't be read here.
  ...(/^\d+$/.test(passage.file_id) ? { document: toDocumentUri(base, passage.file_id) } : {}),
})
