export const chatMessages = {
  'attachments.busy': 'Another document is still being read. Try again when it is done.',
  'attachments.not_allowed': 'You can’t attach documents to chats with this assistant',
  'attachments.too_large': 'The file is too large (limit: {limit} MB)',
  'attachments.too_many': 'Too many documents (limit: {limit} per chat). Remove one first.',
  'chats.access_denied': 'Access denied to this assistant',
  'chats.feedback_on_answers': 'Only answers can be rated',
  'chats.folder_name_taken': 'You already have a folder named “{name}”',
  'chats.too_many_folders': 'You’ve reached the limit of {limit} folders. Delete one first.',
  'chats.hide_questions': 'Only questions can be hidden. Their answers are hidden with them.',
} as const

export const activityMessages = {
  'activity.date_invalid': 'Invalid date: {value}. Use a date such as 2026-11-16.',
  'activity.period_invalid': 'Invalid period. Use day, week or month.',
  'activity.chats_for_owner':
    'Only the owner of the assistant can read its chats. Admins can read its statistics.',
  'activity.course_small':
    'Choose a course with at least {limit} students who have accounts. Smaller groups can’t be shown anonymously.',
  'activity.course_unnamed':
    'Fewer than {limit} students in this course hide their names, so they would not be anonymous here. Choose another course.',
  'activity.off': 'Your organization doesn’t show conversations to educators',
  'activity.titles_unusable':
    'The model’s titles could not be used. Try again, or choose another default model.',
  'activity.foreign_knowledge_base': 'Choose a knowledge base that this assistant uses',
} as const

export const memoryMessages = {
  'memories.person_required':
    'This key acts for other people. Name the person in the header x-openwebui-user-email.',
} as const

export const traceMessages = {
  'traces.before_invalid': 'Invalid value for “before”. Use the id of a trace.',
} as const

export const approvalMessages = {
  'approvals.already_decided': 'This approval has already been decided',
  'approvals.expired': 'This approval has expired',
  'approvals.input_only_with_approval': 'Arguments can only be sent with an approval',
  'approvals.input_too_long': 'The arguments are too long to be reviewed by a person',
} as const
