import type { UserCaller } from '../../../platform/caller.ts'
import { type AssistantPromptDeps, createAssistantPrompts } from './assistant-prompts.ts'
import { type AssistantToolDeps, createAssistantTools } from './assistant-tools.ts'
import { createCompleteTemplate } from './complete-template.ts'
import { createKnowledgeResources, type KnowledgeParts, visibleBases } from './knowledge-resources.ts'
import { toMark } from './mark.ts'
import type { McpOffer } from './mcp-offer.ts'
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
