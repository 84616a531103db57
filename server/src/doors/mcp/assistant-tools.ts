import type { Source } from '@bellwether/wire'
import * as z from 'zod'
import type { UsableAssistant } from '../../modules/assistants/index.ts'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { AskAssistant } from './ask-assistant.ts'
import { isCursor, toAssistantId, toMcpName, toPage } from './names.ts'

export interface AssistantToolDeps {
  listUsable(caller: Caller): Promise<UsableAssistant[]>
  askAssistant: AskAssistant
}

export interface CallContext {
  signal: AbortSignal
  /** Present when the client wants to hear of progress. */
  tell?: ((message: string) => void) | undefined
}

const PAGE = 100
const PREFIX = 'ask'

const inputSchema = z.object({
  query: z.string().trim().min(1, 'write what you want to ask').max(100_000),
})

const OUTPUT_SCHEMA = {
  type: 'object' as const,
  properties: {
    answer: { type: 'string' },
    sources: {
      type: 'array',
      description: 'What the answer rests on.',
      items: { type: 'object', properties: { title: { type: 'string' }, url: { type: 'string' } } },
    },
  },
  required: ['answer', 'sources'],
}

/** Each assistant that the caller may chat with is a tool that answers a question. */
export function createAssistantTools({ listUsable, askAssistant }: AssistantToolDeps) {
  return {
    async list(caller: UserCaller, cursor: string | undefined) {
      if (cursor !== undefined && !isCursor(cursor)) throw badRequest('There is no such page')
      const { page, ...more } = toPage(await listUsable(caller), cursor, PAGE)
      return { tools: page.map(toTool), ...more }
    },

    async call(caller: UserCaller, name: string, given: unknown, { signal, tell }: CallContext) {
      const assistantId = toAssistantId(PREFIX, name)
      if (assistantId === undefined) throw notFound('Tool')
      const parsed = inputSchema.safeParse(given ?? {})
      if (!parsed.success) throw badRequest(`query: ${parsed.error.issues[0]?.message ?? 'is not valid'}`)
      const { query } = parsed.data
      const { text, sources } = await askAssistant({ caller, assistantId, query, door: '/mcp', signal, tell })
      return {
        content: [{ type: 'text' as const, text: withSources(text, sources) }],
        structuredContent: { answer: text, sources },
      }
    },
  }
}

const toTool = (assistant: UsableAssistant) => ({
  name: toMcpName(PREFIX, assistant),
  title: toTitle(assistant.name),
  description: assistant.description.trim() || `Asks the assistant “${toTitle(assistant.name)}”.`,
  inputSchema: {
    type: 'object' as const,
    properties: { query: { type: 'string', description: 'What to ask the assistant.' } },
    required: ['query'],
  },
  outputSchema: OUTPUT_SCHEMA,
  annotations: { title: toTitle(assistant.name), openWorldHint: true },
})

/** Stored names start with the number of whoever made them. */
export const toTitle = (name: string): string => name.replace(/^\d+_(?=.)/, '').replaceAll('_', ' ')

/** For clients that show the text only. */
function withSources(text: string, sources: readonly Source[]): string {
  if (sources.length === 0) return text
  const lines = sources.map(
    ({ title, url }, index) => `[${index + 1}] ${title ?? 'Unknown'}${url ? ` — ${url}` : ''}`,
  )
  return `${text}\n\nSources:\n${lines.join('\n')}`
}
