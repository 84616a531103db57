import type { Insertable, Selectable } from 'kysely'
import type { ChatMessageTable, ChatTable, TraceTable, UsageRecordTable } from './tables/answers.ts'
import type {
  AssistantPublicationTable,
  AssistantShareTable,
  AssistantTable,
  AssistantVersionTable,
  FileTable,
  PromptTemplateTable,
  RubricTable,
  ToolSecretTable,
  ToolTemplateTable,
} from './tables/assistants.ts'
import type {
  KnowledgeBaseTable,
  KnowledgeChunkTable,
  KnowledgeFileTable,
  KnowledgeSegmentTable,
  KnowledgeVectorTable,
  RetrievalQuestionTable,
  RetrievalRunTable,
} from './tables/knowledge.ts'
import type {
  ApiKeyTable,
  BulkImportLogTable,
  OrganizationRoleTable,
  OrganizationTable,
  RateLimitTable,
  UserTable,
} from './tables/people.ts'

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

export type { Flag } from './tables/flag.ts'

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
