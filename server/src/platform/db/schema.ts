import type { Generated, Insertable, Selectable } from 'kysely'

/**
 * Every table. Booleans are 0/1 and JSON is text in both databases, so that one query has one meaning;
 * `*_at` are Unix seconds.
 */
export interface Database {
  organizations: OrganizationTable
  users: UserTable
  organization_roles: OrganizationRoleTable
  api_keys: ApiKeyTable
  assistants: AssistantTable
  assistant_versions: AssistantVersionTable
  assistant_publications: AssistantPublicationTable
  assistant_shares: AssistantShareTable
  prompt_templates: PromptTemplateTable
  rubrics: RubricTable
  files: FileTable
  chats: ChatTable
  chat_messages: ChatMessageTable
  usage_records: UsageRecordTable
  bulk_import_logs: BulkImportLogTable
  rate_limits: RateLimitTable
}

export type Flag = 0 | 1

export interface OrganizationTable {
  id: Generated<number>
  slug: string
  name: string
  is_system: Generated<Flag>
  status: Generated<'active' | 'suspended' | 'trial'>
  /** LAMB's configuration JSON; each secret in it is encrypted. */
  config: string
  /** Grows with every change: what caches are keyed by. */
  version: Generated<number>
  created_at: number
  updated_at: number
}

export interface UserTable {
  id: Generated<number>
  organization_id: number
  /** Lower case; unique over all organizations. */
  email: string
  name: string
  user_type: Generated<'creator' | 'end_user'>
  /** `admin` = system admin. */
  role: Generated<'user' | 'admin'>
  user_config: Generated<string>
  enabled: Generated<Flag>
  auth_provider: Generated<string>
  lti_user_id: string | null
  password_hash: string | null
  /** A session token with another version is no longer good. */
  session_version: Generated<number>
  created_at: number
  updated_at: number
}

export interface OrganizationRoleTable {
  organization_id: number
  user_id: number
  role: 'owner' | 'admin' | 'member'
  created_at: number
  updated_at: number
}

export interface ApiKeyTable {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 in hex. The key itself is shown once and not kept. */
  key_hash: string
  /** The first characters, so that its owner can tell keys apart. */
  key_start: string
  /** JSON list of assistant ids; null = every assistant that its owner may use. */
  assistant_ids: string | null
  trusted_forwarder: Generated<Flag>
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
  created_at: number
}

export interface AssistantTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  name: string
  description: Generated<string>
  /** JSON text exactly as it was saved. */
  metadata: Generated<string>
  system_prompt: Generated<string>
  prompt_template: Generated<string>
  /** LAMB's legacy columns: knowledge base ids "5,7", and how many passages. */
  rag_collections: Generated<string>
  rag_top_k: Generated<number>
  /** Grows with every save; what versions and caches are keyed by. */
  version: Generated<number>
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface AssistantVersionTable {
  id: Generated<number>
  assistant_id: number
  version: number
  /** JSON of the fields as they were before the save that replaced them. */
  snapshot: string
  saved_by: number | null
  saved_at: number
}

export interface AssistantPublicationTable {
  assistant_id: number
  group_id: string
  group_name: string
  /** Not null = published. The consumer key of LAMB's LTI. */
  oauth_consumer_name: string | null
  published_at: number | null
  created_at: number
}

export interface AssistantShareTable {
  assistant_id: number
  user_id: number
  shared_by: number | null
  shared_at: number
}

export interface PromptTemplateTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  name: string
  description: Generated<string>
  system_prompt: Generated<string>
  prompt_template: Generated<string>
  is_shared: Generated<Flag>
  metadata: Generated<string>
  created_at: number
  updated_at: number
}

export interface RubricTable {
  id: Generated<number>
  /** A uuid: what assistants name. Not the `rubricId` inside `rubric_data`. */
  rubric_id: string
  organization_id: number
  owner_id: number
  title: string
  description: Generated<string>
  /** LAMB's rubric JSON. */
  rubric_data: string
  is_public: Generated<Flag>
  is_showcase: Generated<Flag>
  /** The `rubric_id` that this is a copy of; that one may be gone. */
  parent_rubric_id: string | null
  created_at: number
  updated_at: number
}

export interface FileTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  /** `<userId>/<name>`, what an assistant's `file_path` holds. */
  path: string
  name: string
  kind: 'upload' | 'image'
  content_type: string
  size: number
  created_at: number
}

export interface ChatTable {
  id: string
  user_id: number
  assistant_id: number
  title: string
  archived: Generated<Flag>
  created_at: number
  updated_at: number
}

export interface ChatMessageTable {
  id: string
  chat_id: string
  parent_id: string | null
  /** Order within the chat. */
  position: number
  role: 'user' | 'assistant'
  content: string
  /** Whether the answer came to its end; 0 when the client left or the provider failed. */
  complete: Generated<Flag>
  created_at: number
}

export interface UsageRecordTable {
  id: Generated<number>
  organization_id: number
  assistant_id: number
  /** Who asked: a user of ours, or (behind a trusted forwarder) the name it gave. */
  user_id: number | null
  end_user: string | null
  provider: string
  model: string
  input_tokens: number
  output_tokens: number
  outcome: 'ok' | 'failed' | 'cancelled'
  created_at: number
}

export interface BulkImportLogTable {
  id: Generated<number>
  organization_id: number
  admin_id: number
  operation: 'user_creation' | 'user_activation' | 'user_deactivation'
  total_count: number
  success_count: number
  failure_count: number
  details: string
  created_at: number
}

/** The shape that rate-limiter-flexible wants on PostgreSQL. */
export interface RateLimitTable {
  key: string
  points: number
  expire: number | null
}

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
