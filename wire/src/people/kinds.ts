// Without a schema, so that the web app can import them alone.

/**
 * The kinds of objects that a person can own and hand over. Chats, API keys, memories and generated images are
 * personal and are not in this list.
 */
export const OWNED_OBJECT_KINDS = [
  'assistants',
  'knowledge_bases',
  'rubrics',
  'templates',
  'files',
  'workspaces',
  'tool_secrets',
  'tool_templates',
  'mcp_servers',
] as const

export const CLASS_LINK_KINDS = ['organization', 'anyone', 'passphrase'] as const
