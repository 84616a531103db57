export const organizationMessages = {
  'organizations.audit_all_forbidden': 'Only a system admin can read the audit log of all organizations',
  'organizations.audit_unfinished': 'Not finished. Check whether the change was saved.',
  'organizations.has_users':
    'The organization still has users ({count}). Delete them first, or add users=move to move them and their content to the system organization.',
  'organizations.report_too_long': 'The report has too many rows (limit: {limit}). Choose a shorter period.',
  'organizations.same_target': 'Choose a different organization as the target',
  'organizations.signup_key_format':
    'The sign-up key must have 8 to 64 letters, digits, - or _, and must start and end with a letter or digit',
  'organizations.signup_key_required': 'Enter a sign-up key to enable sign-up',
  'organizations.signup_key_taken': 'This sign-up key is already in use. Choose another one.',
  'organizations.slug_format':
    'The slug must have 2 to 64 lowercase letters, digits or hyphens, and must start and end with a letter or digit',
  'organizations.slug_reserved': 'The slug “{slug}” is reserved. Choose another one.',
  'organizations.slug_taken': "Organization with slug '{slug}' already exists",
  'organizations.system_not_deletable': 'The system organization can’t be deleted',
  'organizations.system_not_movable': 'The system organization can’t be moved into another one',
  'organizations.system_not_suspendable': 'The system organization can’t be suspended',
  'organizations.system_providers_forbidden':
    'Only a system admin can allow an organization to use the system’s providers',
  'organizations.url_has_credentials': 'The URL must not contain a user name or password',
  'organizations.url_scheme': 'The URL must start with http:// or https://',
} as const
