/** Why a tool or model gave no result. Models read them too, after the name of the tool. */
export const reasonMessages = {
  'reasons.approval_expired': 'it was not approved in time',
  'reasons.approval_rejected': 'it was rejected',
  'reasons.approval_rejected_because': 'it was rejected: {reason}',
  'reasons.approved_input_invalid': 'the approved arguments are not valid',
  'reasons.assistant_not_found': 'Assistant {id} not found',
  'reasons.changes_not_allowed': 'it makes changes, which only the owner of this assistant may do',
  'reasons.cycle': 'it depends on a tool that depends on it',
  'reasons.failed': 'it failed',
  'reasons.filled_settings_invalid': 'its settings were not valid after filling the placeholders',
  'reasons.forbidden': 'it is not allowed',
  'reasons.forbidden_by_organization': 'the organization doesn’t allow this tool',
  'reasons.function_limit': 'the limit of {limit} functions was reached',
  'reasons.function_name_invalid': 'it has no valid function name',
  'reasons.not_installed': 'it is not installed',
  'reasons.not_offered': 'not offered to the model: {reason}',
  'reasons.objects_from_tool': 'only its settings, not another tool, can choose the objects it reads',
  'reasons.only_in_prompt': 'it can only be used in the prompt',
  'reasons.only_on_call': 'it can only be used on call',
  'reasons.settings_invalid': 'its settings are not valid',
  'reasons.target_not_found': 'the {objects} was not found, or the assistant’s owner has no access to it',
  'reasons.targets_unknown': 'its targets could not be determined',
  'reasons.timeout': 'it took too long',
} as const

/** What was done differently for an answer. */
export const answerNoteMessages = {
  'answer_notes.model_failed': 'The model {model} failed; {fallback} answered instead',
  'answer_notes.model_not_offered': 'The organization doesn’t offer the model “{wanted}”; {model} was used',
  'answer_notes.params_not_sent': 'Parameters not sent to the provider: {params}',
} as const

/** How a step ended, for people who may not see the details. */
export const outcomeMessages = {
  'outcomes.cancelled': 'The answer ended first',
  'outcomes.denied': 'Not allowed',
  'outcomes.failed': 'No result',
  'outcomes.skipped': 'Not run',
  'outcomes.timeout': 'Timed out',
} as const
