import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type {
  CallToolResult,
  CompleteRequest,
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  LoggingLevel,
  ReadResourceResult,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import type { UserCaller } from '../../../platform/caller.ts'

/** What the client supports, as it said when it connected. */
export interface ClientAbilities {
  /** It can show a form to its user. */
  elicitation: boolean
  /** It lets us use its model. */
  sampling: boolean
}

/** What a call may do besides returning a result. */
export interface CallContext {
  signal: AbortSignal
  can: ClientAbilities
  /** Reports progress, if the client wants it. */
  tell(message: string): void
  /** Adds a line to the client's log, if it asked for log messages. */
  note(level: LoggingLevel, message: string): void
  /** Sends a request to the client and waits for the reply. */
  ask: RequestHandlerExtra<ServerRequest, ServerNotification>['sendRequest']
}

/** Hashes of the lists: they change with the lists. */
export interface ListMarks {
  tools: string
  prompts: string
  resources: string
}

/** Everything that is offered through MCP. Access is checked behind these functions, on each call. */
export interface McpOffer {
  instructions: string
  listTools(caller: UserCaller, cursor: string | undefined): Promise<ListToolsResult>
  callTool(caller: UserCaller, name: string, given: unknown, context: CallContext): Promise<CallToolResult>
  listPrompts(caller: UserCaller, cursor: string | undefined): Promise<ListPromptsResult>
  getPrompt(
    caller: UserCaller,
    name: string,
    given: Record<string, string> | undefined,
    signal: AbortSignal,
  ): Promise<GetPromptResult>
  listResources(caller: UserCaller, cursor: string | undefined): Promise<ListResourcesResult>
  listTemplates(): ListResourceTemplatesResult
  readResource(caller: UserCaller, uri: string, signal: AbortSignal): Promise<ReadResourceResult>
  /** Suggestions for an argument of a prompt or a template. */
  complete(caller: UserCaller, asked: CompleteRequest['params']): Promise<CompleteResult>
  /** A hash that changes with the resource. Throws not_found if it can't be watched. */
  markOf(caller: UserCaller, uri: string): Promise<string>
  look(caller: UserCaller): Promise<ListMarks>
}
