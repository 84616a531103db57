import { say } from '@bellwether/wire'
import type { CompleteRequest } from '@modelcontextprotocol/sdk/types.js'
import type { FillPrompt } from '../../../completions/editing/fill-prompt.ts'
import type { UsableAssistant } from '../../../modules/assistants/index.ts'
import type { Caller, UserCaller } from '../../../platform/caller.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { type AssistantToolDeps, createAssistantTools } from './assistant-tools.ts'
import {
  createKnowledgeResources,
  type KnowledgeParts,
  TEMPLATES,
  toMark,
  visibleBases,
} from './knowledge-resources.ts'
import type { McpOffer } from './mcp-offer.ts'
import { isCursor, toAssistantId, toMcpName, toPage } from './names.ts'
import { SEARCH_TOOL, searchKnowledgeBase, searchTool } from './search-tool.ts'

export interface OfferParts extends AssistantToolDeps, AssistantPromptDeps {
  knowledge: KnowledgeParts
}

const INSTRUCTIONS =
  'Assistants that educators made. Each is a tool that answers a question (ask_…), and a prompt if you may read it. Knowledge bases are resources.'

/** What Bellwether offers to MCP clients: assistants as tools and prompts, knowledge bases as resources. */
export function createAssistantsOffer(parts: OfferParts): McpOffer {
  const { knowledge, listUsable } = parts
  const tools = createAssistantTools(parts)
  const prompts = createAssistantPrompts(parts)
  const resources = createKnowledgeResources(knowledge)
  const completeTemplate = createCompleteTemplate(knowledge)

  return {
    instructions: INSTRUCTIONS,

    async listTools(caller, cursor) {
      const page = await tools.list(caller, cursor)
      const hasBases = cursor === undefined && (await visibleBases(knowledge, caller)).length > 0
      return hasBases ? { ...page, tools: [searchTool, ...page.tools] } : page
    },
    callTool: (caller, name, input, context) =>
      name === SEARCH_TOOL
        ? searchKnowledgeBase(knowledge, caller, input, context.signal)
        : tools.call(caller, name, input, context),
    listPrompts: prompts.list,
    getPrompt: prompts.get,
    listResources: resources.list,
    listTemplates: resources.templates,
    readResource: resources.read,
    markOf: resources.markOf,
    complete: (caller, { ref, argument, context }) =>
      ref.type === 'ref/prompt'
        ? prompts.complete(caller, ref.name, argument.name)
        : completeTemplate(caller, ref.uri, argument, context),

    async look(caller: UserCaller) {
      const [assistants, bases] = await Promise.all([listUsable(caller), visibleBases(knowledge, caller)])
      const named = assistants.map(({ id, name, description, published }) => ({
        id,
        name,
        description,
        published,
      }))
      // Access to prompts is not checked each time, because a change of it nearly always changes one of these too.
      const tools = toMark([...named, bases.length > 0])
      return { tools, prompts: tools, resources: toMark(bases.map(toName)) }
    },
  }
}

const toName = ({ id, name, description }: { id: number; name: string; description: string }) => ({
  id,
  name,
  description,
})

interface AssistantPromptDeps {
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
function createAssistantPrompts({ listUsable, maySeePrompts, fillPrompt }: AssistantPromptDeps) {
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

type Asked = CompleteRequest['params']

/** The protocol's own limit. */
const MAX_VALUES = 100
const MAX_DOCUMENTS = 500

/** Suggestions for the URI of a resource. People know names, but URIs contain numbers. */
const createCompleteTemplate =
  ({ bases, documents }: Pick<KnowledgeParts, 'bases' | 'documents'>) =>
  async (caller: UserCaller, uri: string, { name, value }: Asked['argument'], context: Asked['context']) => {
    if (!TEMPLATES.includes(uri)) throw notFound('Resource template')
    if (!uri.includes(`{${name}}`) && !uri.includes(`{?${name}}`))
      throw badRequest(say('mcp.no_argument', { name: name.slice(0, 100) }))
    if (name === 'knowledge_base') return toCompletion(fitting(await visibleBases({ bases }, caller), value))
    const base = context?.arguments?.['knowledge_base'] ?? ''
    if (name !== 'document' || !/^[1-9]\d{0,14}$/.test(base)) return toCompletion([])
    await bases.getFor(caller, 'use', Number(base))
    const filter = { status: 'completed' as const, limit: MAX_DOCUMENTS, offset: 0, sortBy: 'name' as const }
    const { files } = await documents.list(caller, Number(base), { ...filter, descending: false })
    const named = files.map((file) => ({ id: file.id, name: `${file.title} ${file.name}` }))
    return toCompletion(fitting(named, value))
  }

function fitting(things: readonly { id: number; name: string }[], written: string): string[] {
  const searchText = written.trim().toLowerCase()
  return things
    .filter(({ id, name }) => String(id).startsWith(searchText) || name.toLowerCase().includes(searchText))
    .map(({ id }) => String(id))
}

export const toCompletion = (values: readonly string[]) => ({
  completion: {
    values: values.slice(0, MAX_VALUES),
    total: values.length,
    hasMore: values.length > MAX_VALUES,
  },
})
