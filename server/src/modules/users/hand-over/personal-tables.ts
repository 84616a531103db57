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
  // They contain work of students, so they are not handed over with the rubric.
  gradings: 'owner_id',
}

/** Handled by `prepareDeletion` before the account is deleted. */
export const REASSIGNED_TABLES: Record<string, string> = {
  // A document in a colleague's knowledge base stays there.
  knowledge_files: 'owner_id',
  bulk_import_logs: 'admin_id',
}
