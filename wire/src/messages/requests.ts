/** Requests that can't be read, and access to endpoints. */
export const requestMessages = {
  'requests.account_cannot_build':
    'Your account can only chat. Ask your organization admin for an educator account.',
  'requests.compressed_body':
    'Compressed requests are not supported. Send the body without Content-Encoding.',
  'requests.content_type_not_json': 'Send the body as JSON (Content-Type: application/json)',
  'requests.cross_site': 'This request must come from a page on this site',
  'requests.empty_body': 'The request body is empty. Send JSON.',
  'requests.field_too_long': 'The field “{field}” is too long (limit: {limit} bytes)',
  'requests.form_unreadable':
    'The form could not be read. Send it as multipart/form-data or application/x-www-form-urlencoded.',
  'requests.idempotency_key_in_progress':
    'The first request with this Idempotency-Key is still in progress. If it doesn’t finish, check what was created and use a new key.',
  'requests.idempotency_key_invalid':
    'Idempotency-Key must be 1 to 200 printable ASCII characters without spaces',
  'requests.idempotency_key_reused': 'This Idempotency-Key was used for a different request. Use a new key.',
  'requests.incomplete_body': 'The request ended before its body was complete',
  'requests.insufficient_permissions': 'Insufficient permissions for this {kind}',
  'requests.invalid_input': 'Invalid input',
  'requests.invalid_json': 'The request body is not valid JSON',
  'requests.key_limited_to_assistants': 'This API key can only chat with its assistants',
  'requests.missing_file': 'Choose a file for this field',
  'requests.multipart_required': 'Send the form as multipart/form-data',
  'requests.not_authenticated': 'Not authenticated',
  'requests.not_found': 'Not found',
  'requests.nul_character': 'Text must not contain the null character (U+0000)',
  'requests.openai_url_unknown':
    'This URL does not exist. Use /v1/chat/completions or /v1/models; the Responses API is not available.',
  'requests.organization_admin_required': 'Only an organization admin can do this',
  'requests.session_required': 'API keys can’t be used for this. Sign in instead.',
  'requests.system_admin_required': 'Only a system admin can do this',
  'requests.system_key_only_completions':
    'The system key only works for completions. Sign in as a user instead.',
  'requests.too_large': 'The request is too large (limit: {limit} KiB)',
  'requests.too_many_attempts': 'Too many failed attempts. Try again later.',
  'requests.too_many_form_fields': 'The form has too many fields and files (limit: {limit})',
  'requests.too_many_values': 'The request body has more than {limit} values',
  'requests.unknown_field': 'Unknown field',
  'requests.field_invalid': '{path}: {problem}',
} as const
