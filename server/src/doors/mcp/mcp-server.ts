import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { UserCaller } from '../../platform/caller.ts'
import { isAppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { type AssistantPromptDeps, createAssistantPrompts } from './assistant-prompts.ts'
import { type AssistantToolDeps, createAssistantTools } from './assistant-tools.ts'
import { createKnowledgeResources, type KnowledgeParts, visibleBases } from './knowledge-resources.ts'
import { toMcpFailure, toResourceFailure } from './mcp-error.ts'
import { SEARCH_TOOL, searchKnowledgeBase, searchTool } from './search-tool.ts'

export interface McpServerParts extends AssistantToolDeps, AssistantPromptDeps {
  knowledge: KnowledgeParts
  version: string
  log: Log
}

const INSTRUCTIONS =
  'Assistants that educators made. Each is a tool that answers a question (ask_…), and a prompt if you may read it. Knowledge bases are resources.'

/** The SDK is loaded with the first request: most installations never have one. */
const loadSdk = () =>
  Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])

/** What one caller is served. A server is made for each request and never shared: nothing of one caller can reach another through it. */
export function createMcpServers(parts: McpServerParts) {
  const tools = createAssistantTools(parts)
  const prompts = createAssistantPrompts(parts)
  const resources = createKnowledgeResources(parts.knowledge)

  async function listTools(caller: UserCaller, cursor: string | undefined) {
    const page = await tools.list(caller, cursor)
    const isFirst = cursor === undefined
    const hasBases = isFirst && (await visibleBases(parts.knowledge, caller)).length > 0
    return hasBases ? { ...page, tools: [searchTool, ...page.tools] } : page
  }

  return async function createServerFor(caller: UserCaller): Promise<Server> {
    const [{ Server: McpServer }, types] = await loadSdk()
    const server = new McpServer(
      { name: 'Bellwether', version: parts.version },
      { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions: INSTRUCTIONS },
    )
    const { log } = parts
    const safely = <T>(work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        throw toMcpFailure(error, log)
      })
    const safelyRead = <T>(work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        throw toResourceFailure(error, log)
      })
    server.setRequestHandler(types.ListToolsRequestSchema, ({ params }) =>
      safely(listTools(caller, params?.cursor)),
    )
    server.setRequestHandler(types.CallToolRequestSchema, ({ params }, extra) => {
      const { signal } = extra
      const tell = toTeller(params._meta?.progressToken, (notification) =>
        extra.sendNotification(notification),
      )
      const answer =
        params.name === SEARCH_TOOL
          ? searchKnowledgeBase(parts.knowledge, caller, params.arguments, signal)
          : tools.call(caller, params.name, params.arguments, { signal, tell })
      return safely(answer.catch(toFailedResult))
    })
    server.setRequestHandler(types.ListPromptsRequestSchema, ({ params }) =>
      safely(prompts.list(caller, params?.cursor)),
    )
    server.setRequestHandler(types.GetPromptRequestSchema, ({ params }, { signal }) =>
      safely(prompts.get(caller, params.name, params.arguments, signal)),
    )
    server.setRequestHandler(types.ListResourcesRequestSchema, ({ params }) =>
      safely(resources.list(caller, params?.cursor)),
    )
    server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => resources.templates())
    server.setRequestHandler(types.ReadResourceRequestSchema, ({ params }, { signal }) =>
      safelyRead(resources.read(caller, params.uri, signal)),
    )
    return server
  }
}

export type CreateServerFor = ReturnType<typeof createMcpServers>

interface ProgressNotification {
  method: 'notifications/progress'
  params: { progressToken: string | number; progress: number; message: string }
}

function toTeller(
  progressToken: string | number | undefined,
  send: (notification: ProgressNotification) => Promise<void>,
): ((message: string) => void) | undefined {
  if (progressToken === undefined) return undefined
  let progress = 0
  return (message) => {
    progress++
    const params = { progressToken, progress, message }
    // Whoever no longer listens is no reason to fail.
    send({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

/** What a model may mend or pass on is a result; a tool that is not there is an error of the protocol. */
function toFailedResult(error: unknown) {
  if (!isAppError(error) || error.code === 'not_found' || error.code === 'internal') throw error
  return { isError: true, content: [{ type: 'text' as const, text: error.message }] }
}
