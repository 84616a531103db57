import { type Message, type SearchGrade, type Source, say, toMessageFields } from '@bellwether/wire'
import * as z from 'zod'
import type { NearestDocument, Question } from '../../modules/knowledge/index.ts'
import { type AskedFor, askedFor } from '../../modules/usage/index.ts'
import { type BuiltInName, defineBuiltIn } from '../built-in-tool.ts'
import { type AnswerText, lastUserText, recentTexts } from '../query-rewrite/conversation-text.ts'
import type { RewriteQuery } from '../query-rewrite/rewrite-query.ts'
import type { Tool, ToolStatus } from '../tool.ts'
import { toFailed } from '../tool-failure.ts'
import { type FoundPassage, toContext, toSources } from './passages.ts'

export interface Searched {
  /** Best first, over all knowledge bases together. */
  passages: FoundPassage[]
  /** Whether they are about what was asked. */
  grade: SearchGrade
  /** For `nothing`: what there is instead. */
  nearest?: readonly NearestDocument[]
  /** Knowledge bases that could not be searched: deleted, not accessible to the owner, or unreachable. */
  failed: string[]
}

export type SearchKnowledge = (
  owner: { userId: number; organizationId: number },
  collections: readonly string[],
  question: Question,
  settings: { topK: number; threshold: number; sections: boolean; askedFor?: AskedFor },
  signal: AbortSignal,
) => Promise<Searched>

export interface KnowledgeToolDeps {
  search: SearchKnowledge
  rewriteQuery: RewriteQuery
}

const config = z.object({
  collections: z
    .array(z.union([z.string().trim().min(1).max(100), z.int().positive()]).transform(String))
    .max(50, say('tools.too_many_knowledge_bases').text)
    .default([])
    .meta({ widget: 'knowledge-base-picker' }),
  top_k: z.int().min(1).max(20).default(3),
  threshold: z.number().min(0).max(1).default(0),
  query: z.string().max(4000).optional(),
  numbered: z.boolean().default(true),
})

interface Asked {
  query: string
  /** Set only by the engine: a model can't send it. */
  conversation?: AnswerText[]
}

const input: z.ZodType<Asked> = z.object({
  query: z.string().min(1).max(4000).describe('What to look for, in a few words or as a question.'),
})

/** Searches knowledge bases: injected for RAG, or called as a function. */
const knowledgeTool = (
  about: { name: BuiltInName; lamb?: NonNullable<Tool['lamb']> },
  { search, rewriteQuery }: KnowledgeToolDeps,
  { rewrites, sections }: { rewrites: boolean; sections: boolean },
): Tool =>
  defineBuiltIn({
    ...about,
    category: 'knowledge',
    version: '1.0',
    config,
    neededFields: ['collections'],
    input,
    inject: {
      placeholder: 'context',
      input: ({ messages }) => ({ query: lastUserText(messages), conversation: recentTexts(messages) }),
      status: ({ collections }) =>
        [...new Set(collections)].map((id) => `querying knowledge base ${safeId(id)}`),
    },
    isCited: true,
    call: {
      functionName: () => 'kb_query',
      describe: () =>
        'Searches the course’s knowledge base and returns the best matching passages with their sources.',
    },
    targets: ({ collections }) => collections.map((id) => ({ kind: 'knowledge_base', id })),
    worksWithSome: true,
    async run({ config, input, caller, endUser, assistant, signal, traceId, emit }) {
      signal.throwIfAborted()
      // Duplicates are searched, and fail, once.
      const collections = [...new Set(config.collections)]
      if (collections.length === 0) return toFailed(say('reasons.no_knowledge_base'))
      const query = config.query?.trim() || input.query
      if (!query) return toFailed(say('reasons.no_question'))
      const { ownerId: userId, organizationId, isSparing } = assistant
      const { conversation } = input
      const onBehalfOf = askedFor({ caller, endUser, assistant }, about.name)
      const rewritten =
        rewrites && conversation
          ? await rewriteQuery(
              { organizationId, traceId, conversation, askedFor: onBehalfOf, isSparing },
              signal,
            )
          : undefined
      // Keeps the words of the question: a model that misunderstood it must not hide the right passage.
      const before = questionBefore(conversation)
      const question = rewritten?.query
        ? `${rewritten.query}\n${query}`
        : before === undefined
          ? query
          : { text: query, before }
      const settings = { topK: config.top_k, threshold: config.threshold, sections, askedFor: onBehalfOf }
      const owner = { userId, organizationId }
      const { passages, grade, nearest, failed } = await search(
        owner,
        collections,
        question,
        settings,
        signal,
      )
      for (const id of failed)
        emit(toUnavailable(about.name, say('statuses.knowledge_base_unavailable', { id: safeId(id) })))
      if (passages.length === 0 && failed.length === collections.length)
        return toFailed(say('reasons.knowledge_not_searched', { ids: failed.map(safeId).join(', ') }))
      return {
        ok: true,
        content: toContext({ passages, grade, nearest }, config.numbered),
        sources: toSources(passages, grade) satisfies Source[],
        metadata: {
          found: passages.length,
          grade,
          collections_queried: collections.length,
          documents_retrieved: passages.length,
          ...(failed.length > 0 ? { failed } : {}),
          ...(rewritten?.reason
            ? { note: say('reasons.last_question_only', { reason: rewritten.reason }) }
            : {}),
        },
      }
    },
  })

/** What the person asked before, which a question such as "And in France?" is about. */
const questionBefore = (conversation: readonly AnswerText[] = []): string | undefined =>
  conversation.filter(({ role }) => role === 'user').at(-2)?.text

const safeId = (id: string): string => (/^[\w-]{1,64}$/.test(id) ? id : '…')

/** All of LAMB's ways to search a knowledge base, with one implementation. */
export const knowledgeTools = (deps: KnowledgeToolDeps): Tool[] => [
  knowledgeTool(
    {
      name: 'simple_rag',
      lamb: {
        title: 'Knowledge Base RAG',
        description: 'Retrieves relevant context from knowledge base collections',
        category: 'rag',
      },
    },
    deps,
    { rewrites: false, sections: false },
  ),
  knowledgeTool(
    {
      name: 'context_aware_rag',
    },
    deps,
    { rewrites: true, sections: false },
  ),
  knowledgeTool(
    {
      name: 'hierarchical_rag',
    },
    deps,
    { rewrites: true, sections: true },
  ),
]

const toUnavailable = (tool: string, message: Message): ToolStatus => ({
  type: 'status',
  status: 'tool_denied',
  tool,
  message: `⛔ ${message.text}`,
  ...toMessageFields(message),
})
