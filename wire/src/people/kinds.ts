// Without a schema, so that the web app can import them alone.

/**
 * The kinds of objects that a person can own and hand over. What is personal is in `PERSONAL_KINDS`.
 */
export const OWNED_OBJECT_KINDS = [
  'assistants',
  'knowledge_bases',
  'rubrics',
  'gradings',
  'templates',
  'files',
  'workspaces',
  'tool_secrets',
  'tool_templates',
  'mcp_servers',
  'lti_activities',
] as const

/** Deleted with the account. */
export const PERSONAL_KINDS = ['chats', 'memories', 'images', 'dialogs', 'api_keys'] as const

export const CLASS_LINK_KINDS = ['organization', 'anyone', 'passphrase'] as const
