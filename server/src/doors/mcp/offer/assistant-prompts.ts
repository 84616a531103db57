import { say } from '@bellwether/wire'
import type { FillPrompt } from '../../../completions/editing/fill-prompt.ts'
import type { UsableAssistant } from '../../../modules/assistants/index.ts'
import type { Caller, UserCaller } from '../../../platform/caller.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { toCompletion } from './complete-template.ts'
import { isCursor, toAssistantId, toMcpName, toPage } from './names.ts'

export interface AssistantPromptDeps {
  listUsable(caller: Caller): Promise<UsableAssistant[]>
  /** People who may only chat with an assistant can't read its prompts. */
  maySeePrompts(caller: UserCaller, assistantId: number): Promise<boolean>
  fillPrompt: FillPrompt
}

const PAGE = 50
const MAX_QUERY = 100_000

/**
 * Each assistant whose prompts the caller may read is a prompt: filled with the output of its tools, for another
 * model to answer.
 */
export function createAssistantPrompts({ listUsable, maySeePrompts, fillPrompt }: AssistantPromptDeps) {
  async function readable(caller: UserCaller): Promise<UsableAssistant[]> {
    const all = await listUsable(caller)
    const may = await Promise.all(all.map(({ id }) => maySeePrompts(caller, id)))
    return all.filter((_one, index) => may[index])
  }

  async function idOf(caller: UserCaller, name: string): Promise<number> {
    const id = toAssistantId('', name)
    if (id === undefined || !(await maySeePrompts(caller, id))) throw notFound('Prompt')
    return id
  }

  return {
    async list(caller: UserCaller, cursor: string | undefined) {
      if (cursor !== undefined && !isCursor(cursor)) throw badRequest(say('mcp.no_page'))
      const { page, ...more } = toPage(await readable(caller), cursor, PAGE)
      return { prompts: page.map(toPrompt), ...more }
    },

    async get(
      caller: UserCaller,
      name: string,
      args: Record<string, string> | undefined,
      signal: AbortSignal,
    ) {
      const id = await idOf(caller, name)
      const query = args?.['query']?.trim() ?? ''
      if (query === '') throw badRequest(say('mcp.query_required'))
      if (query.length > MAX_QUERY) throw badRequest(say('mcp.query_too_long', { limit: MAX_QUERY }))
      const { messages } = await fillPrompt(caller, id, query, signal)
      return { messages: messages.filter(({ text }) => text !== '').map(toPromptMessage) }
    },

    /** The question is up to the person, so there is nothing to suggest, but a wrong argument name is an error. */
    async complete(caller: UserCaller, name: string, argument: string) {
      await idOf(caller, name)
      if (argument !== 'query') throw badRequest(say('mcp.no_argument', { name: argument.slice(0, 100) }))
      return toCompletion([])
    },
  }
}

const toPrompt = (assistant: UsableAssistant) => ({
  name: toMcpName('', assistant),
  title: assistant.name,
  description: assistant.description.trim() || `What the assistant “${assistant.name}” would be asked.`,
  arguments: [{ name: 'query', description: 'The question to ask.', required: true }],
})

/** MCP has no system messages, so their text is sent first, as the user's. */
const toPromptMessage = ({ role, text }: { role: string; text: string }) => ({
  role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
  content: { type: 'text' as const, text },
})
