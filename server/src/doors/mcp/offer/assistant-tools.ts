import { type Source, say } from '@bellwether/wire'
import * as z from 'zod'
import type { AskQuestion, Question } from '../../../completions/run-to-text.ts'
import type { UsableAssistant } from '../../../modules/assistants/index.ts'
import type { Caller, UserCaller } from '../../../platform/caller.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { issueMessage } from '../../../platform/http/plain-issue.ts'
import type { Confirm } from './confirm-call.ts'
import type { CallContext } from './mcp-offer.ts'
import { isCursor, toAssistantId, toMcpName, toPage } from './names.ts'

export interface AssistantToolDeps {
  listUsable(caller: Caller): Promise<UsableAssistant[]>
  askQuestion: AskQuestion
  confirm: Confirm
}

const PAGE = 100
const PREFIX = 'ask'
/** Statuses that are worth a log message. */
const WORRYING = new Set(['tool_failed', 'tool_denied', 'budget'])

const inputSchema = z.object({
  query: z.string().trim().min(1, say('fields.question_required').text).max(100_000),
})

const OUTPUT_SCHEMA = {
  type: 'object' as const,
  properties: {
    answer: { type: 'string' },
    sources: {
      type: 'array',
      description: 'The sources of the answer.',
      items: { type: 'object', properties: { title: { type: 'string' }, url: { type: 'string' } } },
    },
  },
  required: ['answer', 'sources'],
}

/** Each assistant that the caller may chat with is a tool that answers a question. */
export function createAssistantTools({ listUsable, askQuestion, confirm }: AssistantToolDeps) {
  const toListener =
    (caller: UserCaller, context: CallContext): Question['tell'] =>
    (event) => {
      if (event.type === 'approval') return confirm(caller, event.approval, context)
      if (event.type !== 'status') return
      context.tell(event.message)
      context.note(WORRYING.has(event.status) ? 'warning' : 'info', event.message)
    }

  return {
    async list(caller: UserCaller, cursor: string | undefined) {
      if (cursor !== undefined && !isCursor(cursor)) throw badRequest(say('mcp.no_page'))
      const { page, ...more } = toPage(await listUsable(caller), cursor, PAGE)
      return { tools: page.map(toTool), ...more }
    },

    async call(caller: UserCaller, name: string, input: unknown, context: CallContext) {
      const assistantId = toAssistantId(PREFIX, name)
      if (assistantId === undefined) throw notFound('Tool')
      const parsed = inputSchema.safeParse(input ?? {})
      if (!parsed.success) {
        const problem = issueMessage(parsed.error.issues[0])
        throw badRequest(say('mcp.argument_invalid', { path: 'query', problem }))
      }
      const { query } = parsed.data
      const { signal } = context
      const answered = new AbortController()
      // Closes the form if the decision is made elsewhere.
      const forms = { ...context, signal: AbortSignal.any([signal, answered.signal]) }
      const asked = { caller, assistantId, query, door: '/mcp', signal, tell: toListener(caller, forms) }
      const { text, sources } = await askQuestion(asked).finally(() => answered.abort())
      return {
        content: [{ type: 'text' as const, text: withSources(text, sources) }],
        structuredContent: { answer: text, sources },
      }
    },
  }
}

const toTool = (assistant: UsableAssistant) => ({
  name: toMcpName(PREFIX, assistant),
  title: assistant.name,
  description: assistant.description.trim() || `Asks the assistant “${assistant.name}”.`,
  inputSchema: {
    type: 'object' as const,
    properties: { query: { type: 'string', description: 'What to ask the assistant.' } },
    required: ['query'],
  },
  outputSchema: OUTPUT_SCHEMA,
  annotations: { title: assistant.name, openWorldHint: true },
})

/** For clients that only show text. */
function withSources(text: string, sources: readonly Source[]): string {
  if (sources.length === 0) return text
  const lines = sources.map(
    ({ title, url }, index) => `[${index + 1}] ${title ?? 'Unknown'}${url ? ` — ${url}` : ''}`,
  )
  return `${text}\n\nSources:\n${lines.join('\n')}`
}
