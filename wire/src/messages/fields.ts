import { formatMessage, type MessageParams, type ParamsOf } from './format-message.ts'

/** Errors of one field of a request. Schemas use these texts, so that an error can be sent with its code. */
export const fieldMessages = {
  'fields.above': 'Must be greater than {limit}',
  'fields.assistant_required': 'Choose an assistant',
  'fields.at_least_one_item': 'Add at least one item',
  'fields.at_least_one_message': 'Send at least one message',
  'fields.at_least_one_passage': 'Add at least one passage that should be found',
  'fields.at_least_one_template': 'Choose at least one template',
  'fields.at_least_one_tool': 'Add at least one tool',
  'fields.at_least_one_user': 'Choose at least one user',
  'fields.below': 'Must be less than {limit}',
  'fields.budget_assistant_not_allowed': 'An organization budget can’t name an assistant',
  'fields.budget_maximum_required': 'Set max_cost, max_tokens or max_requests',
  'fields.budget_user_not_allowed': 'Only a user budget can name a person',
  'fields.chat_title_required': 'Enter a title for the chat',
  'fields.check_length_range': 'Must not be larger than the maximum',
  'fields.check_pattern_invalid': 'This is not a valid regular expression',
  'fields.check_text_required': 'Enter the text to look for',
  'fields.choice': 'Choose one of {names}',
  'fields.claims_or_token': 'Send either claims or a token',
  'fields.control_characters': 'Must not contain control characters or line breaks',
  'fields.day': 'Enter a date such as 2026-09-30',
  'fields.day_order': 'The start date must not be after the end date',
  'fields.dialog_title_required': 'Enter a title for the dialog',
  'fields.domain': 'Enter a domain such as example.edu',
  'fields.duplicate_level': 'Two levels have the same id',
  'fields.email': 'Enter an e-mail address such as name@example.edu',
  'fields.empty': 'Must not be empty',
  'fields.enabled_required': 'Choose whether the user is enabled',
  'fields.end_before_start': 'Must be greater than start',
  'fields.evaluation_text_required': 'Enter the text to evaluate',
  'fields.file_id': 'Choose a file from the list',
  'fields.file_required': 'Choose a file by its filename or file_id',
  'fields.format': 'Check the format of this value',
  'fields.function_name': 'Use letters, digits, _ and -, such as find_book',
  'fields.header_name': 'Enter a header name, such as Authorization or X-Api-Key',
  'fields.header_not_allowed': 'This header can’t carry a secret. Use Authorization or X-Api-Key.',
  'fields.host': 'Enter a host only, such as api.example.org or api.example.org:8443',
  'fields.icon': 'Enter an icon name, such as book-open',
  'fields.import_empty': 'The import contains no users',
  'fields.issuer': 'Enter the issuer’s https URL, such as https://login.example.edu/realms/main',
  'fields.key_name_required': 'Enter a name that says what the key is for',
  'fields.kinds_or_ids': 'Send either kinds or ids, not both',
  'fields.list': 'Must be a list',
  'fields.max_characters': 'Enter at most {limit} characters',
  'fields.max_items': 'No more than {limit} items are allowed',
  'fields.maximum': 'Must be at most {limit}',
  'fields.mcp_url': 'Enter an http(s) URL such as https://tools.example.edu/mcp, without a user name',
  'fields.memory_scope': 'Send an assistant_id, or all=true to delete all memories',
  'fields.min_characters': 'Enter at least {limit} characters',
  'fields.min_items': 'Add at least {limit} items',
  'fields.minimum': 'Must be at least {limit}',
  'fields.model_is_assistant': 'Enter the id of an assistant, such as lamb_assistant.12',
  'fields.model_required': 'Enter a model',
  'fields.multiple_of': 'Must be a multiple of {step}',
  'fields.name_required': 'Enter a name',
  'fields.negative': 'Must not be negative',
  'fields.no_templates_in_file': 'The file contains no templates',
  'fields.not_valid': 'This value isn’t valid',
  'fields.nul_character': 'Must not contain the null character (U+0000)',
  'fields.number': 'Must be a number',
  'fields.object': 'Must be an object',
  'fields.only_one_item': 'Only one item is allowed',
  'fields.organization_name_required': 'Enter a name for the organization',
  'fields.lti_key': 'Use letters, digits and . : @ _ -',
  'fields.lti_secret_too_short': 'The shared secret must have at least 8 characters',
  'fields.lti_url': 'Enter a URL such as https://moodle.example.edu',
  'fields.message_text_required': 'Enter a message',
  'fields.password_too_short': 'The password must have at least 8 characters',
  'fields.positive': 'Must be greater than 0',
  'fields.provider_or_url': 'Enter either a provider or a URL',
  'fields.passphrase_too_short': 'Use at least 8 characters',
  'fields.provider_required': 'Enter a provider',
  'fields.questions_or_file': 'Send either a list of questions or a file',
  'fields.required': 'This field is required',
  'fields.rubric_change_required': 'Describe what to change',
  'fields.rubric_criteria_required': 'Add at least one criterion',
  'fields.rubric_id_too_short': 'Must have at least 10 characters',
  'fields.rubric_levels_required': 'Add at least two levels',
  'fields.rubric_purpose_required': 'Describe what the rubric is for',
  'fields.rubric_title_required': 'Enter a title for the rubric',
  'fields.rule_email_domain': 'Start the domain with @, such as @staff.example.edu',
  'fields.rule_student_admin': 'A student can’t be an organization admin',
  'fields.rule_value_required': 'Enter a value to compare with',
  'fields.scopes': 'Separate scopes with single spaces, such as openid email profile',
  'fields.secret_format': 'Use one line of printable ASCII characters, without spaces at the start or end',
  'fields.secret_name': 'Use capital letters, digits and _, such as LIBRARY_KEY',
  'fields.secret_too_short': 'The secret must have at least 4 characters',
  'fields.server_name_required': 'Enter a name for the server',
  'fields.site': 'Enter the URL of a site, such as https://moodle.example.edu',
  'fields.slo_url': 'Enter the https URL of the identity provider’s single logout service, or leave it empty',
  'fields.metadata_url': 'Enter the https URL of the identity provider’s metadata',
  'fields.xml_or_url': 'Send either xml or url',
  'fields.sso_url': 'Enter the https URL of the identity provider’s single sign-on service',
  'fields.start_and_end': 'Send start and end together',
  'fields.template_name_required': 'Enter a name for the template',
  'fields.test_question_last': 'The last message must be from the user',
  'fields.text': 'Must be text',
  'fields.text_required': 'Enter some text',
  'fields.time': 'Enter a date and time with its time zone, such as 2026-11-16T09:00:00Z',
  'fields.time_invalid': 'Enter a time such as 07:30',
  'fields.time_zone_invalid': 'Enter a time zone such as Europe/Madrid',
  'fields.true_or_false': 'Must be true or false',
  'fields.unknown_field': 'Unknown field: {names}',
  'fields.url': 'Enter a valid URL',
  'fields.visible_character': 'Must contain a visible character',
  'fields.whole_number': 'Must be a whole number',
  'fields.between': 'Must be a whole number from {min} to {max}',
  'fields.data_required': 'Must be base64 or a data: URL',
  'fields.file_data_required': 'Must contain file_data; file_id is not supported',
  'fields.image_address': 'Must be a data: image or a public https: address',
  'fields.image_prompt_required': 'Describe the image',
  'fields.max_days': 'Choose at most {limit} days',
  'fields.max_kib': 'Must be at most {limit} KiB',
  'fields.max_passages': 'Add at most {limit} passages',
  'fields.max_users': 'Import at most {limit} users at once',
  'fields.nested_too_deeply': 'The settings are nested too deeply',
  'fields.question_required': 'Enter a question',
  'fields.sync_required': 'Must be true if names or delete_missing is sent',
  'fields.task_required': 'Describe what the assistant should do',
  'fields.text_range': 'Enter two numbers such as 1200-1950',
  'fields.tool_call_unknown': '“{id}” is not the id of a tool call in a preceding assistant message',
  'fields.tool_name': 'Use 1 to 64 letters, digits, _ or -',
  'fields.tool_required': 'Must name a tool, such as {example}',
  'fields.tool_type': 'Must be the name of a tool',
  'fields.window_id': 'Use 8 to 64 letters, digits or hyphens',
} as const

export type FieldMessageCode = keyof typeof fieldMessages

interface FieldMessage {
  code: FieldMessageCode
  params: MessageParams
  text: string
}

const byText = new Map<string, FieldMessage>()

/**
 * The text of a field error, for the message of a schema, which can only keep a text. The values must be constants,
 * because each text is remembered; use `say` for values of a request.
 */
export function fieldText<Code extends FieldMessageCode>(
  code: Code,
  ...[params]: [keyof FieldParams<Code>] extends [never] ? [] : [FieldParams<Code>]
): string {
  const values: MessageParams = params ?? {}
  const text = formatMessage(fieldMessages[code], values)
  byText.set(text, { code, params: values, text })
  return text
}

type FieldParams<Code extends FieldMessageCode> = ParamsOf<(typeof fieldMessages)[Code]>

/** The message of a text that a schema took from here. */
export const fieldMessageOf = (text: string): FieldMessage | undefined => byText.get(text)
