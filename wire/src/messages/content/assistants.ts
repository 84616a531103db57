export const assistantMessages = {
  'assistants.changed_meanwhile':
    'This assistant was changed in the meantime (now version {version}). Reload it before you save.',
  'assistants.import_invalid': 'This assistant can’t be imported: {reason}',
  'assistants.incomplete': 'This assistant can’t be published yet. {reason}',
  'assistants.list_all_forbidden': 'Only an organization admin can list all assistants of the organization',
  'assistants.metadata_incomplete':
    'Assistant metadata is incomplete. Missing required plugin fields: {fields}',
  'assistants.metadata_not_json': 'Assistant metadata must be a JSON object, as a string',
  'assistants.metadata_unreadable': 'Assistant metadata cannot be parsed',
  'assistants.name_published':
    'Another published assistant is named “{name}”. Rename this assistant, then publish it.',
  'assistants.name_required': 'Assistant name is required',
  'assistants.name_taken':
    "An assistant named '{name}' already exists for this owner. Please choose a different name.",
  'assistants.picture_too_large': 'The picture is too large (limit: {limit} KiB and {side} × {side} pixels)',
  'assistants.picture_type': 'The picture must be a PNG, JPEG or WebP file',
} as const

export const sharingMessages = {
  'sharing.allowed': 'You can share assistants',
  'sharing.disabled': 'Sharing is disabled for you or your organization. Ask an organization admin.',
  'sharing.disabled_for_object': 'Sharing is not enabled for this organization',
  'sharing.disabled_for_organization': 'Sharing is not enabled for your organization',
  'sharing.disabled_for_you': 'You do not have permission to share assistants',
  'sharing.forbidden': 'You do not have permission to share',
} as const

export const templateMessages = {
  'templates.builtin_read_only':
    'Built-in templates can’t be changed. Save a copy for your organization instead.',
  'templates.name_taken': 'You already have a template named “{name}”',
  'templates.name_taken_in_organization':
    'Your organization already has a template named “{name}”. Choose another name.',
  'templates.too_many': 'Too many templates (limit: {limit} per organization). Delete one first.',
  'templates.tool_invalid': 'Tool {number} has no type. Example: {example}',
} as const

export const toolSecretMessages = {
  'tool_secrets.too_many': 'Too many secrets (limit: {limit}). Delete one first.',
} as const
