import type { LaunchTexts } from './shape.ts'

export const en: LaunchTexts = {
  refusedTitle: 'This activity can’t be opened',
  problems: {
    malformed: 'The request from the LMS is not a valid LTI 1.1 launch.',
    duplicate_field: 'The LMS sent the field “{field}” more than once.',
    missing_field: 'The LMS did not send the field “{field}”.',
    not_a_launch: 'Only basic launch requests are supported at this address.',
    wrong_signature:
      'Invalid consumer key or signature. Check the consumer key, the shared secret and the launch URL in the LMS.',
    old_timestamp:
      'The launch has expired. Open the activity again. If this keeps happening, the clock of the LMS is wrong.',
    replayed: 'This launch was already used. Open the activity again from your course.',
    learner_cannot_build: 'Only teachers can open this page. Your role in this course is student.',
    account_disabled: 'This account is disabled. Contact your teacher or administrator.',
    organization_suspended: 'Your organization is suspended. Contact your administrator.',
    activity_disabled: 'This activity is turned off. Contact your teacher.',
    assistant_gone: 'This assistant is not available. Contact your teacher.',
    link_expired: 'This link has expired. Open the activity again from your course.',
  },
  waitingTitle: 'Not ready yet',
  waiting: 'Your teacher has not set up this activity yet. Try again later.',
  noAccountTitle: 'No account found',
  noAccount:
    'To set up this activity, you need an educator account. Ask your administrator for one, or link the account that you have.',
  linkAccount: 'Link my account',
}
