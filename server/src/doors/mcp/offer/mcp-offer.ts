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

/** What a client said at the start that it can do for us. */
export interface ClientAbilities {
  /** It can put a form before the person who uses it. */
  elicitation: boolean
  /** It lends us its model. */
  sampling: boolean
}

/** What a call may do beside answering. */
export interface CallContext {
  signal: AbortSignal
  can: ClientAbilities
  /** What goes on, for a client that wants to hear of progress. */
  tell(message: string): void
  /** A line for the client's log, if it asked for such lines. */
  note(level: LoggingLevel, message: string): void
  /** Asks the client something back, and waits. */
  ask: RequestHandlerExtra<ServerRequest, ServerNotification>['sendRequest']
}

/** Marks that differ once the list has. */
export interface ListMarks {
  tools: string
  prompts: string
  resources: string
}

/** What is served through the protocol; who may have what of it is decided behind these functions, with each call. */
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
  /** What could stand in an argument of a prompt or a template. */
  complete(caller: UserCaller, asked: CompleteRequest['params']): Promise<CompleteResult>
  /** A mark that differs once the resource has. Thrown as not found where there is none to watch. */
  markOf(caller: UserCaller, uri: string): Promise<string>
  look(caller: UserCaller): Promise<ListMarks>
}
