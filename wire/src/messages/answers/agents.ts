/** Agents and MCP clients. */
export const agentsMessages = {
  'agents.api_key_required': 'Send an API key: in the URL, as a bearer token or in x-api-key',
  'agents.bearer_required': 'Send an API key or a token as a bearer token',
  'agents.busy': 'An answer is already in progress in this dialog. Stop it, or wait until it has finished.',
  'agents.checkpoint_gone':
    'This checkpoint no longer exists because older history was cleared. Nothing was changed. Choose a later one, or reset to the last approval.',
  'agents.message_required': 'Enter a message',
  'agents.message_too_long': 'The message is too long (limit: {limit} characters)',
  'agents.no_workspace':
    'This dialog has no files. Choose a workspace for the tools of this assistant first.',
  'agents.system_key': 'The system key belongs to no user. Use the API key of a user.',
  'mcp.argument_invalid': '{path}: {problem}',
  'mcp.no_argument': 'Argument {name} not found',
  'mcp.no_page': 'Invalid cursor',
  'mcp.query_encoding': 'query: Use URL encoding',
  'mcp.query_required': 'query: Enter a question',
  'mcp.query_too_long': 'query: Too long (limit: {limit} characters)',
  'mcp.search_not_watchable': 'Searches can’t be watched. Watch the knowledge base instead.',
  'mcp.session_required': 'Watching needs a session. Send Mcp-Session-Id.',
  'mcp.text_required': 'Send the question as {name}',
  'mcp.too_many_requests': 'Too many requests in progress (limit: {limit})',
  'mcp.too_many_watched': 'Too many watched resources (limit: {limit} per session)',
} as const
