import type { Insertable, Selectable } from 'kysely'
import type {
  ActivityConsentTable,
  AnswerDocumentTable,
  ChatAttachmentTable,
  ChatFolderTable,
  ChatMessageTable,
  ChatPictureTable,
  ChatTable,
  GuestUploadTable,
  MessageFeedbackTable,
  RubricResultTable,
  TopicTitleTable,
  TraceTable,
  UsageRecordTable,
} from './tables/answers.ts'
import type {
  AssistantTestTable,
  TestGateTable,
  TestResultTable,
  TestRunTable,
  TestScheduleTable,
  TestVerdictTable,
} from './tables/assistant-tests.ts'
import type {
  AssistantPictureTable,
  AssistantPublicationTable,
  AssistantShareTable,
  AssistantTable,
  AssistantVersionNameTable,
  AssistantVersionTable,
  FileTable,
  PromptTemplateTable,
  RubricTable,
  StorageRemovalTable,
  ToolSecretTable,
  ToolTemplateTable,
} from './tables/assistants.ts'
import type {
  CreationMessageTable,
  CreationProposalTable,
  CreationSessionTable,
  CreationToolCallTable,
} from './tables/creation.ts'
import type {
  DialogCheckpointTable,
  DialogMessageTable,
  DialogSessionTable,
  DialogSettingsTable,
  DialogSummaryTable,
  DialogTable,
  DialogToolResultTable,
} from './tables/dialogs.ts'
import type { GradedWorkTable, GradingTable } from './tables/gradings.ts'
import type {
  KnowledgeBaseTable,
  KnowledgeChunkTable,
  KnowledgeFileTable,
  KnowledgeFileTagTable,
  KnowledgeNearestFileTable,
  KnowledgeNearestTable,
  KnowledgePartTable,
  KnowledgeReplacementTable,
  KnowledgeSegmentTable,
  KnowledgeTermBlockTable,
  KnowledgeVectorTable,
  RetrievalQuestionTable,
  RetrievalRunTable,
} from './tables/knowledge.ts'
import type {
  CourseActivityTable,
  CourseMemberTable,
  CourseTable,
  LtiGradeTable,
  LtiGradeTargetTable,
  LtiLinkTable,
} from './tables/lti/advantage.ts'
import type {
  LtiActivityAssistantTable,
  LtiActivityTable,
  LtiActivityUserTable,
  LtiAssistantUserTable,
  LtiCreatorKeyTable,
  LtiGlobalConfigTable,
  LtiIdentityLinkTable,
  LtiLaunchTokenTable,
  LtiNonceTable,
} from './tables/lti/lti11.ts'
import type {
  LtiDeploymentTable,
  LtiLaunchTable,
  LtiLoginTable,
  LtiPlatformTable,
  LtiSigningKeyTable,
} from './tables/lti/lti13.ts'
import type { McpServerTable, McpSessionTable, McpSubscriptionTable, McpToolTable } from './tables/mcp.ts'
import type { MemoryTable } from './tables/memory.ts'
import type { BudgetCounterTable, BudgetReservationTable, BudgetTable } from './tables/money.ts'
import type { ApprovalTable, AuditLogTable } from './tables/oversight.ts'
import type {
  AccountTokenTable,
  ApiKeyTable,
  BrowserSessionTable,
  BulkImportLogTable,
  ClassLinkTable,
  ExternalIdentityTable,
  InvitationTable,
  MailTable,
  OrganizationRoleTable,
  OrganizationTable,
  RateLimitTable,
  RefreshTokenTable,
  SignInAddressTable,
  SignInFailureTable,
  SignInFlowTable,
  SignInProviderTable,
  SignInSettingsTable,
  UsedMessageTable,
  UserTable,
} from './tables/people.ts'
import type { InstallationTable, LambImportItemTable, LambImportTable } from './tables/server/installation.ts'
import type {
  InstanceLockTable,
  InstanceTable,
  NotificationTable,
  RunningAnswerFrameTable,
  RunningAnswerTable,
} from './tables/server/instances.ts'
import type {
  IdempotencyKeyTable,
  OutboxWrittenTable,
  StoredChunkTable,
  StoredContentTable,
} from './tables/storage.ts'
import type {
  WorkspaceCheckpointTable,
  WorkspaceEditTable,
  WorkspaceObjectsTable,
  WorkspaceShareTable,
  WorkspaceTable,
} from './tables/workspaces.ts'

/**
 * All tables. Booleans are 0/1 and JSON is text in both databases, so that queries behave the same; `*_at` are Unix
 * seconds.
 */
export interface Database {
  installation: InstallationTable
  instances: InstanceTable
  instance_locks: InstanceLockTable
  notifications: NotificationTable
  running_answers: RunningAnswerTable
  running_answer_frames: RunningAnswerFrameTable
  organizations: OrganizationTable
  users: UserTable
  organization_roles: OrganizationRoleTable
  api_keys: ApiKeyTable
  idempotency_keys: IdempotencyKeyTable
  browser_sessions: BrowserSessionTable
  refresh_tokens: RefreshTokenTable
  external_identities: ExternalIdentityTable
  sign_in_providers: SignInProviderTable
  sign_in_settings: SignInSettingsTable
  sign_in_flows: SignInFlowTable
  sign_in_failures: SignInFailureTable
  used_messages: UsedMessageTable
  outbox_written: OutboxWrittenTable
  lti_global_config: LtiGlobalConfigTable
  lti_creator_keys: LtiCreatorKeyTable
  lti_activities: LtiActivityTable
  lti_activity_assistants: LtiActivityAssistantTable
  lti_activity_users: LtiActivityUserTable
  lti_assistant_users: LtiAssistantUserTable
  lti_identity_links: LtiIdentityLinkTable
  lti_nonces: LtiNonceTable
  lti_launch_tokens: LtiLaunchTokenTable
  lti_platforms: LtiPlatformTable
  lti_deployments: LtiDeploymentTable
  lti_signing_keys: LtiSigningKeyTable
  lti_logins: LtiLoginTable
  lti_launches: LtiLaunchTable
  lti_links: LtiLinkTable
  courses: CourseTable
  course_members: CourseMemberTable
  course_activities: CourseActivityTable
  lti_grade_targets: LtiGradeTargetTable
  lti_grades: LtiGradeTable
  assistants: AssistantTable
  assistant_versions: AssistantVersionTable
  assistant_pictures: AssistantPictureTable
  assistant_version_names: AssistantVersionNameTable
  assistant_publications: AssistantPublicationTable
  assistant_shares: AssistantShareTable
  class_links: ClassLinkTable
  prompt_templates: PromptTemplateTable
  rubrics: RubricTable
  creation_sessions: CreationSessionTable
  creation_messages: CreationMessageTable
  creation_proposals: CreationProposalTable
  creation_tool_calls: CreationToolCallTable
  gradings: GradingTable
  graded_works: GradedWorkTable
  files: FileTable
  storage_removals: StorageRemovalTable
  chats: ChatTable
  chat_attachments: ChatAttachmentTable
  guest_uploads: GuestUploadTable
  topic_titles: TopicTitleTable
  chat_folders: ChatFolderTable
  chat_messages: ChatMessageTable
  chat_pictures: ChatPictureTable
  message_feedback: MessageFeedbackTable
  answer_documents: AnswerDocumentTable
  rubric_results: RubricResultTable
  activity_consents: ActivityConsentTable
  usage_records: UsageRecordTable
  traces: TraceTable
  bulk_import_logs: BulkImportLogTable
  rate_limits: RateLimitTable
  stored_contents: StoredContentTable
  stored_chunks: StoredChunkTable
  sign_in_addresses: SignInAddressTable
  mails: MailTable
  account_tokens: AccountTokenTable
  invitations: InvitationTable
  tool_secrets: ToolSecretTable
  tool_templates: ToolTemplateTable
  assistant_tests: AssistantTestTable
  test_runs: TestRunTable
  test_results: TestResultTable
  test_verdicts: TestVerdictTable
  test_gates: TestGateTable
  test_schedules: TestScheduleTable
  knowledge_bases: KnowledgeBaseTable
  knowledge_files: KnowledgeFileTable
  knowledge_file_tags: KnowledgeFileTagTable
  knowledge_replacements: KnowledgeReplacementTable
  knowledge_chunks: KnowledgeChunkTable
  knowledge_segments: KnowledgeSegmentTable
  knowledge_parts: KnowledgePartTable
  knowledge_term_blocks: KnowledgeTermBlockTable
  retrieval_questions: RetrievalQuestionTable
  retrieval_runs: RetrievalRunTable
  knowledge_vectors: KnowledgeVectorTable
  knowledge_nearest: KnowledgeNearestTable
  knowledge_nearest_files: KnowledgeNearestFileTable
  audit_log: AuditLogTable
  approvals: ApprovalTable
  budgets: BudgetTable
  budget_counters: BudgetCounterTable
  budget_reservations: BudgetReservationTable
  mcp_servers: McpServerTable
  mcp_tools: McpToolTable
  mcp_sessions: McpSessionTable
  mcp_subscriptions: McpSubscriptionTable
  memories: MemoryTable
  workspaces: WorkspaceTable
  workspace_shares: WorkspaceShareTable
  workspace_edits: WorkspaceEditTable
  workspace_checkpoints: WorkspaceCheckpointTable
  workspace_objects: WorkspaceObjectsTable
  dialogs: DialogTable
  dialog_desks: DialogSettingsTable
  dialog_sessions: DialogSessionTable
  dialog_messages: DialogMessageTable
  dialog_tool_results: DialogToolResultTable
  dialog_checkpoints: DialogCheckpointTable
  dialog_summaries: DialogSummaryTable
  lamb_imports: LambImportTable
  lamb_import_items: LambImportItemTable
}

export type { Flag } from './tables/flag.ts'

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
