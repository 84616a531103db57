import { say } from '@bellwether/wire'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { LoggingLevel, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js'
import type { UserCaller } from '../../platform/caller.ts'
import { badRequest, isAppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { CallContext, ClientAbilities, McpOffer } from './offer/mcp-offer.ts'
import { toMcpFailure, toResourceFailure } from './protocol/mcp-error.ts'
import { readingRequests } from './protocol/read-requests.ts'
import type { SessionNotes } from './session/session-notes.ts'

export interface McpServerParts {
  offer: McpOffer
  notes: SessionNotes
  version: string
  log: Log
}

/** The caller and their session. */
export interface McpSession {
  caller: UserCaller
  session: string | undefined
  can: ClientAbilities
}

/** The SDK is loaded with the first request: most installations never have one. */
const loadSdk = () =>
  Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
    import('@modelcontextprotocol/sdk/server/zod-compat.js'),
  ])
type Types = Awaited<ReturnType<typeof loadSdk>>[1]
type On = Server['setRequestHandler']
type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
}
/** Nothing here is validated with a JSON schema; creating the SDK's own validator would take 4 ms per request. */
const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator() {
    throw new Error('JSON Schema validation is not supported here')
  },
}
const LEVELS: readonly string[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] satisfies LoggingLevel[]

/**
 * The MCP server for one caller. It is created for each request and never shared, so that nothing can leak from one
 * caller to another.
 */
export const createMcpServers = (parts: McpServerParts) =>
  async function createServerFor(mcpSession: McpSession): Promise<Server> {
    const [{ Server: McpServer }, types, compat] = await loadSdk()
    const server = new McpServer(
      { name: 'Bellwether', version: parts.version },
      {
        capabilities: CAPABILITIES,
        instructions: parts.offer.instructions,
        jsonSchemaValidator: NO_VALIDATOR,
      },
    )
    const on = readingRequests(server, compat)
    serveTools(on, types, parts, mcpSession)
    servePrompts(on, types, parts, mcpSession)
    serveResources(on, types, parts, mcpSession)
    serveLog(on, types, parts, mcpSession)
    return server
  }

export type CreateServerFor = ReturnType<typeof createMcpServers>

function serveTools(on: On, types: Types, parts: McpServerParts, mcpSession: McpSession): void {
  const { offer, log } = parts
  on(types.ListToolsRequestSchema, ({ params }) =>
    safely(offer.listTools(mcpSession.caller, params?.cursor), log),
  )
  on(types.CallToolRequestSchema, ({ params }, extra) => {
    const context = toContext(extra, parts.notes, mcpSession)
    const answer = offer.callTool(mcpSession.caller, params.name, params.arguments, context)
    return safely(answer.catch(toFailedResult), log, extra.signal)
  })
}

function servePrompts(on: On, types: Types, { offer, log }: McpServerParts, { caller }: McpSession): void {
  on(types.ListPromptsRequestSchema, ({ params }) => safely(offer.listPrompts(caller, params?.cursor), log))
  on(types.GetPromptRequestSchema, ({ params }, { signal }) =>
    safely(offer.getPrompt(caller, params.name, params.arguments, signal), log, signal),
  )
  on(types.CompleteRequestSchema, ({ params }) => safely(offer.complete(caller, params), log))
}

function serveResources(
  on: On,
  types: Types,
  { offer, log, notes }: McpServerParts,
  { caller, session }: McpSession,
): void {
  on(types.ListResourcesRequestSchema, ({ params }) =>
    safely(offer.listResources(caller, params?.cursor), log),
  )
  on(types.ListResourceTemplatesRequestSchema, ({ params }) => {
    if (params?.cursor !== undefined) throw toMcpFailure(badRequest(say('mcp.no_page')), { log })
    return offer.listTemplates()
  })
  on(types.ReadResourceRequestSchema, ({ params }, { signal }) =>
    safelyRead(offer.readResource(caller, params.uri, signal), log, signal),
  )
  on(types.SubscribeRequestSchema, ({ params: { uri } }) => {
    const watch = async () => {
      if (session === undefined) throw badRequest(say('mcp.session_required'))
      await notes.watch(session, uri, await offer.markOf(caller, uri))
      return {}
    }
    return safelyRead(watch(), log)
  })
  on(types.UnsubscribeRequestSchema, async ({ params }) => {
    if (session !== undefined) await safely(notes.unwatch(session, params.uri), log)
    return {}
  })
}

function serveLog(on: On, types: Types, { notes, log }: McpServerParts, { session }: McpSession): void {
  on(types.SetLevelRequestSchema, async ({ params }) => {
    if (session !== undefined) await safely(notes.setLevel(session, params.level), log)
    return {}
  })
}

/** Every error leaves this door here. */
const safely = <T>(work: Promise<T>, log: Log, signal?: AbortSignal): Promise<T> =>
  work.catch((error: unknown) => {
    throw toMcpFailure(error, { log, ...(signal && { signal }) })
  })
const safelyRead = <T>(work: Promise<T>, log: Log, signal?: AbortSignal): Promise<T> =>
  work.catch((error: unknown) => {
    throw toResourceFailure(error, { log, ...(signal && { signal }) })
  })

function toContext(extra: Extra, notes: SessionNotes, { session, can }: McpSession): CallContext {
  // A client that has disconnected is not an error.
  const send = (notification: ServerNotification): void => {
    extra.sendNotification(notification).catch(() => undefined)
  }
  // Log messages are optional: without a level, none are sent.
  const level =
    session === undefined ? Promise.resolve(undefined) : notes.levelOf(session).catch(() => undefined)
  const progressToken = extra._meta?.progressToken
  let progress = 0
  return {
    signal: extra.signal,
    can,
    tell(message) {
      if (progressToken === undefined) return
      progress++
      send({ method: 'notifications/progress', params: { progressToken, progress, message } })
    },
    note(wanted, message) {
      void level.then((from) => {
        if (from === undefined || LEVELS.indexOf(wanted) < LEVELS.indexOf(from)) return
        send({
          method: 'notifications/message',
          params: { level: wanted, logger: 'bellwether', data: message },
        })
      })
    },
    ask: extra.sendRequest,
  }
}

/** Errors that a model can fix or pass on are results; a missing tool is a protocol error. */
function toFailedResult(error: unknown) {
  if (!isAppError(error) || error.code === 'not_found' || error.code === 'internal') throw error
  return { isError: true, content: [{ type: 'text' as const, text: error.message }] }
}
