/** Building an assistant in a chat (“Build it with me”). */
export const creationMessages = {
  'creation.already_decided':
    'This proposal has already been accepted, rejected or replaced. Reload the chat.',
  'creation.busy': 'The last message is still being answered. Wait until the answer is complete.',
  'creation.name_required': 'The new assistant needs a name before it can be saved',
  'creation.no_model':
    'Your organization doesn’t have a model yet, so this isn’t available. Start from a template, or ask an admin to add a provider.',
  'creation.no_tools_model':
    'The default model of your organization can’t use tools, so it can’t help you build. Start from a template instead, or ask an admin to choose another default model.',
  'creation.not_available': 'The proposal uses something that isn’t available to you: {reason}',
  'creation.nothing_changes': 'The proposal changes nothing: these values are already set',
  'creation.outdated':
    'The assistant has changed since this proposal. The differences have been updated: check them and accept again.',
  'creation.session_full': 'This chat is too long (limit: {limit} messages). Start a new one.',
  'creation.starters_budget':
    'Your budget doesn’t allow a model call now. These questions come from headings and definitions in the material.',
  'creation.starters_failed':
    'The model could not be used. These questions come from headings and definitions in the material.',
  'creation.starters_no_model':
    'Your organization doesn’t have a model yet. These questions come from headings and definitions in the material.',
  'creation.unknown_skill': 'There is no skill “{skill}”. Available: {skills}',
} as const
