/** Lines that show what an assistant is doing. The server puts a symbol in front of some of them. */
export const statusesMessages = {
  'statuses.answer_limit': 'Stopped calling tools: the limit for one answer was reached',
  'statuses.approval': '{tool} is waiting for your approval',
  'statuses.knowledge_base_unavailable': 'Knowledge base {id} is not available',
  'statuses.merging': 'Merging tool outputs',
  'statuses.model_fallback': '{model} failed. Using {fallback} instead.',
  'statuses.round_limit': 'Stopped calling tools after {rounds} rounds',
  'statuses.round_limit_one': 'Stopped calling tools after 1 round',
  'statuses.tool_call': 'Calling {tool}...',
  'statuses.tool_complete': '{tool} completed',
  'statuses.tool_denied': '{tool} was denied',
  'statuses.tool_failed': '{tool} failed',
} as const
