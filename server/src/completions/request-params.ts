import type { CompletionRequest } from '@bellwether/wire'

/** Ours, or rewritten by us: never passed on as they came. */
const NOT_PASSED_ON = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'metadata',
  'chat_id',
  'persist_chat',
  'debug_bypass',
  'assistant_id',
  'session_id',
  'background_tasks',
  'features',
  'files',
  'pictures',
  'variables',
  'model_item',
  '__openwebui_headers__',
])

/** What only makes sense beside functions of the client's own; providers refuse it without them. */
const ABOUT_FUNCTIONS = new Set(['tools', 'functions', 'tool_choice', 'function_call', 'parallel_tool_calls'])

/** Whether the client brings functions of its own. Some always send the field, empty or null. Pure. */
export const bringsFunctions = (request: CompletionRequest): boolean =>
  isFilled(request['tools']) || isFilled(request['functions'])

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** The parameters for the provider: the caller's, except where the assistant fixes them. */
export function toParams(
  request: CompletionRequest,
  fixed: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  const hasOwnFunctions = bringsFunctions(request)
  for (const name in request) {
    const value = request[name]
    if (NOT_PASSED_ON.has(name) || value === undefined) continue
    if (hasOwnFunctions || !ABOUT_FUNCTIONS.has(name)) params[name] = value
  }
  return Object.assign(params, fixed)
}
