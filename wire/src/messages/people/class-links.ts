/** Class links and their guests. */
export const classLinkMessages = {
  'class_links.address_busy': 'Too many questions from your network. Try again in a few minutes.',
  'class_links.assistant_limit':
    'This assistant has reached its limit for now. Please tell the person who gave you the link.',
  'class_links.budget_used':
    'This link has used up its budget for the month. Please tell the person who gave you the link.',
  'class_links.busy': 'Too many people are asking right now. Try again in a few seconds.',
  'class_links.daily_questions': 'You have asked your {limit} questions for today. Come back tomorrow.',
  'class_links.daily_uploads': 'You’ve reached today’s upload limit. Try again tomorrow.',
  'class_links.ended': 'This link is closed',
  'class_links.ends_before_start': 'The end must be after the start',
  'class_links.guest_gone': 'These guest chats no longer exist',
  'class_links.guest_only_chats': 'Guests can only chat with the assistant of their link',
  'class_links.limits_need_guests':
    'Limits and budgets apply to guests. A link for the organization has no guests.',
  'class_links.members_only': 'This link is for members of the organization. Sign in to use it.',
  'class_links.not_published': 'Publish the assistant before you create a link',
  'class_links.not_started': 'This link isn’t open yet',
  'class_links.off': 'This link is turned off',
  'class_links.other_organization':
    'This link belongs to another organization, so your account can’t keep its chats',
  'class_links.passphrase_needed': 'Enter the passphrase',
  'class_links.passphrase_not_used': 'Only links of the type “passphrase” can have a passphrase',
  'class_links.passphrase_required': 'Choose a passphrase for this link',
  'class_links.restore_expired': 'This link can no longer be restored',
  'class_links.too_many': 'An assistant can have up to {limit} links. Delete one first.',
  'class_links.too_many_guests': 'Too many people have joined from your network. Try again later.',
  'class_links.wrong_passphrase': 'Wrong passphrase',
} as const
