/** Deleted together with the account. */
export const PERSONAL_TABLES: Record<string, string> = {
  organization_roles: 'user_id',
  api_keys: 'user_id',
  browser_sessions: 'user_id',
  external_identities: 'user_id',
  lti_activity_users: 'user_id',
  lti_assistant_users: 'user_id',
  lti_identity_links: 'user_id',
  course_members: 'user_id',
  lti_grades: 'user_id',
  account_tokens: 'user_id',
  sign_in_addresses: 'user_id',
  assistant_shares: 'user_id',
  workspace_shares: 'user_id',
  chats: 'user_id',
  chat_folders: 'user_id',
  dialogs: 'user_id',
  dialog_desks: 'user_id',
  memories: 'user_id',
  activity_consents: 'user_id',
  budgets: 'user_id',
  guest_uploads: 'user_id',
  creation_sessions: 'user_id',
}

/** Handled by `prepareDeletion` before the account is deleted. */
export const REASSIGNED_TABLES: Record<string, string> = {
  // A document in a colleague's knowledge base stays there.
  knowledge_files: 'owner_id',
  bulk_import_logs: 'admin_id',
}

/** The rows stay. The database, or `forgetPerson`, removes the account from them. */
export const ANONYMIZED_COLUMNS: readonly string[] = [
  'assistant_versions.saved_by',
  'assistant_shares.shared_by',
  'retrieval_questions.created_by',
  'retrieval_runs.created_by',
  'budgets.created_by',
  'workspace_shares.shared_by',
  'workspace_edits.user_id',
  'workspace_checkpoints.created_by',
  'class_links.created_by',
  'sign_in_providers.created_by',
  'lti_global_config.updated_by',
  'invitations.created_by',
  'lti_links.created_by',
  'lti_grades.accepted_by',
  'lamb_imports.started_by',
  'assistant_tests.created_by',
  'test_runs.created_by',
  'test_verdicts.user_id',
  'graded_works.accepted_by',
  'usage_records.user_id',
  'usage_records.owner_id',
  'audit_log.user_id',
  // A schedule without a person is switched off and says so. Schedules of own assistants are handed over.
  'test_schedules.user_id',
]

/** Deleted by `forgetPerson`. `storage_removals` is what it leaves to be deleted. */
export const FORGOTTEN_COLUMNS: readonly string[] = [
  'traces.user_id',
  'approvals.user_id',
  'running_answers.user_id',
  'storage_removals.owner_id',
]
