/** Accounts, signing in, API keys, imports of users and hand-overs. */
export const userMessages = {
  'users.account_disabled': 'This account is disabled. Ask your organization admin to enable it.',
  'users.admin_needs_system_organization': 'The admin must be a member of the system organization',
  'users.api_key_expiry_past': 'The expiry date is in the past',
  'users.api_key_forwarding': 'Only an organization admin can create a key that acts for other users',
  'users.admin_deletes_admin': 'Admins can’t delete their own account. Ask another admin.',
  'users.confirm_with_email': 'Enter the e-mail address of your account to confirm',
  'users.cannot_delete_yourself': 'You can’t delete your own account',
  'users.cannot_demote_yourself': 'You can’t remove your own admin role',
  'users.cannot_disable_yourself': 'You can’t disable your own account',
  'users.chat_only': 'Your account can only chat. Ask your organization admin for an educator account.',
  'users.current_password_wrong': 'Current password is incorrect',
  'users.delete_admin_forbidden': 'Only a system admin can delete an admin',
  'users.email_taken': 'A user with the e-mail address {email} already exists',
  'users.import_csv_columns':
    'The first line of the CSV file must name the columns: email, name, user_type, enabled',
  'users.import_empty': 'The file contains no users',
  'users.import_json_shape': 'The file must contain {example}',
  'users.import_json_invalid': 'The file is not valid JSON',
  'users.import_too_many': 'Too many users: {count} (limit: {limit} per import)',
  'users.invalid_credentials': 'Invalid credentials',
  'users.last_system_admin': 'This is the last enabled system admin. Add another one first.',
  'users.make_system_admin_forbidden': 'Only a system admin can add a system admin',
  'users.manage_system_admin_forbidden': 'Only a system admin can view or change a system admin’s account',
  'users.member_of_other_organization': 'The user is not a member of this organization',
  'users.move_name_conflict':
    'A user to be moved owns two objects with the same name. Rename one of them first.',
  'users.not_in_organization': 'User not found in this organization',
  'users.oauth_keys_unavailable':
    'The OAuth server can’t be reached, or does not publish its keys. Try again later.',
  'users.oauth_unavailable': 'The OAuth server can’t be reached. Try again later.',
  'users.organization_suspended': 'Your organization is suspended. Contact the operator.',
  'users.password_too_long': 'The password must have at most {limit} characters',
  'users.password_too_short': 'The password must have at least {limit} characters',
  'users.session_expired': 'Your session has expired. Sign in again.',
  'users.sign_in_suspended': 'Your organization is suspended',
  'users.signup_key_wrong': 'Invalid sign-up key, or sign-up is disabled',
  'users.still_owns_content': 'The user still owns content. Delete it or hand it over first.',
  'users.still_owns': 'The user still owns {content}. Delete or hand over everything first.',
  'users.system_admin_fixed_organization': 'System admins can’t leave the system organization',
  'users.system_admin_not_organization_admin': 'A system admin can’t become an organization admin',
  'users.system_roles_fixed': 'Roles in the system organization can’t be changed here',
  'users.too_many_api_keys': 'Too many API keys (limit: {limit}). Revoke one first.',
  'users.unknown_id': 'User {id} not found',
} as const

export const handOverMessages = {
  'hand_over.assistant_changed': 'An assistant was changed in the meantime. Try again.',
  'hand_over.item_not_found': 'The user does not own this content: {kind} {id}',
  'hand_over.new_owner_chat_only': 'The new owner’s account can only chat and can’t own content',
  'hand_over.new_owner_disabled': 'The new owner’s account is disabled',
  'hand_over.owner_is_system_admin': 'Only a system admin can manage the content of a system admin',
  'hand_over.same_owner': 'Choose a colleague. This person already owns the content.',
  'hand_over.secret_clash':
    'The assistant “{assistant}” uses the tool secret {secret}, and the new owner has a secret with the same name. Hand over that secret too, or change the assistant first.',
  'hand_over.unreachable_reference':
    'The assistant “{assistant}” uses {kind} {id}, which its current owner can’t access. Remove it from the assistant first.',
} as const
