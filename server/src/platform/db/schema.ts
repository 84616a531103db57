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
  traces: TraceTable
  bulk_import_logs: BulkImportLogTable
  rate_limits: RateLimitTable
  tool_secrets: ToolSecretTable
  tool_templates: ToolTemplateTable
  knowledge_bases: KnowledgeBaseTable
  knowledge_files: KnowledgeFileTable
  knowledge_chunks: KnowledgeChunkTable
  knowledge_segments: KnowledgeSegmentTable
  retrieval_questions: RetrievalQuestionTable
  retrieval_runs: RetrievalRunTable
  knowledge_vectors: KnowledgeVectorTable
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

export interface TraceTable {
  /** Begins with the time, so that ids sort by age. */
  id: string
  organization_id: number
  assistant_id: number
  /** Who asked, as for usage. */
  user_id: number | null
  end_user: string | null
  /** The pattern of the address that was asked. */
  door: string
  request_model: string | null
  provider: string
  model: string
  outcome: 'ok' | 'failed' | 'cancelled'
  started_at: number
  duration_ms: number
  input_tokens: number
  output_tokens: number
  cost: number | null
  iterations: number
  /** 1 = the model was stopped from calling more tools. */
  capped: Generated<Flag>
  /** JSON, without secrets. */
  steps: string
  /** JSON of what the model got, without secrets; null unless the assistant is verbose. */
  prompt: string | null
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

/** What an educator's own HTTP tools prove themselves with. */
export interface ToolSecretTable {
  user_id: number
  name: string
  /** `host` or `host:port`: the only place that the value is sent to. */
  host: string
  /** Encrypted; never leaves the server but in a call to `host`. */
  sealed_value: string
  created_at: number
  updated_at: number
}

/** A combination of tools that an organization offers to start from. */
export interface ToolTemplateTable {
  id: Generated<number>
  organization_id: number
  name: string
  description: Generated<string>
  icon: Generated<string>
  /** JSON list of tool entries, without ids of anybody's things. */
  tools: string
  prompt_template: Generated<string>
  system_prompt: Generated<string>
  /** JSON list of texts. */
  suggested_questions: Generated<string>
  created_by: number | null
  created_at: number
  updated_at: number
}

export interface KnowledgeBaseTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  name: string
  description: Generated<string>
  /** Open to the whole organization. */
  is_shared: Generated<Flag>
  /** JSON. */
  settings: Generated<string>
  /** Grows with every change of what is found in it. */
  index_version: Generated<number>
  created_at: number
  updated_at: number
}

/** A document of a knowledge base, which is also the job that reads it. */
export interface KnowledgeFileTable {
  id: Generated<number>
  knowledge_base_id: number
  /** Who brought it: work is shared out fairly between people. */
  owner_id: number
  name: string
  content_type: Generated<string>
  size: Generated<number>
  /** SHA-256 of the content. */
  checksum: Generated<string>
  /** Where the original is, under the knowledge folder of the data directory; null for what was given as an address. */
  stored_path: string | null
  source_url: string | null
  plugin_name: string
  /** JSON. */
  plugin_params: Generated<string>
  status: Generated<'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'>
  stage: Generated<string>
  progress_current: Generated<number>
  progress_total: Generated<number>
  error_code: string | null
  error_message: string | null
  /** JSON list of texts: what was left out of the document. */
  warnings: Generated<string>
  title: Generated<string>
  language: Generated<string>
  chunk_count: Generated<number>
  character_count: Generated<number>
  attempts: Generated<number>
  /** Unix seconds: not before then. */
  run_after: Generated<number>
  leased_by: string | null
  /** Unix seconds. */
  leased_until: Generated<number>
  started_at: number | null
  finished_at: number | null
  created_at: number
  updated_at: number
}

/** A passage. Its text is also `start_at` to `end_at` of the document's whole text. */
export interface KnowledgeChunkTable {
  file_id: number
  ordinal: number
  start_at: number
  end_at: number
  page: number | null
  slide: number | null
  sheet: string | null
  /** The page that it was read from, where a document is several pages of a site. */
  url: string | null
  heading: Generated<string>
  /** Passages of a file with the same number stand together. */
  parent: number
  text: string
}

/** What a document is found by; see modules/knowledge/search/segment.ts. */
export interface KnowledgeSegmentTable {
  /** Another one each time that the document is read. */
  id: Generated<number>
  file_id: number
  bytes: Uint8Array
}

/** What a model of embeddings made of a document's passages, which is also the job that has it made. */
export interface KnowledgeVectorTable {
  id: Generated<number>
  file_id: number
  /** Provider and model, `openai/text-embedding-3-small`. */
  model: string
  /** 0 until the first vector is there. */
  dimension: Generated<number>
  /** See modules/knowledge/vectors/vector-block.ts. */
  bytes: Uint8Array
  /** How many passages have their vector. */
  passages: Generated<number>
  /** Only what is ready is searched, and does not change any more. */
  status: Generated<'waiting' | 'ready' | 'failed'>
  error_message: string | null
  /** Unix seconds: not before then. */
  run_after: Generated<number>
  leased_by: string | null
  /** Unix seconds. */
  leased_until: Generated<number>
  updated_at: number
}

/** A question that a knowledge base is tried with. */
export interface RetrievalQuestionTable {
  id: Generated<number>
  knowledge_base_id: number
  question: string
  /** JSON list: the passages that it should find. */
  expected: string
  note: Generated<string>
  created_by: number | null
  created_at: number
  updated_at: number
}

/** What the questions of a knowledge base found, once. */
export interface RetrievalRunTable {
  id: Generated<number>
  knowledge_base_id: number
  /** JSON. */
  settings: string
  /** JSON list, one for each question. */
  results: string
  /** JSON. */
  summary: string
  /** Of the knowledge base when it ran. */
  index_version: number
  created_by: number | null
  created_at: number
}

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
