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

/** The parameters for the provider: the caller's, except where the assistant fixes them. */
export function toParams(
  request: CompletionRequest,
  fixed: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const name in request) {
    const value = request[name]
    if (!NOT_PASSED_ON.has(name) && value !== undefined) params[name] = value
  }
  return Object.assign(params, fixed)
}
