/** Launches from an LMS and their settings. */
export const ltiMessages = {
  'lti.already_set_up': 'This activity has been set up in the meantime. Open it again from your course.',
  'lti.assistant_required': 'Choose at least one assistant',
  'lti.deployment_taken':
    'This client or one of its deployments is already registered, here or in another organization',
  'lti.system_admin': 'System admins can’t link their account to an LMS. Use an educator account.',
  'lti.educator_required': 'Only educator accounts can set up activities',
  'lti.grades_not_offered': 'The LMS doesn’t accept grades for this activity',
  'lti.key_required': 'Enter a consumer key',
  'lti.key_taken': 'This consumer key is already in use. Choose another one.',
  'lti.link_expired': 'This link has expired. Open the activity again from your course.',
  'lti.lms_of_other_organization':
    'This LMS belongs to another organization. Use an account of that organization.',
  'lti.no_rubric': 'None of the assistants of this activity has a rubric',
  'lti.not_activity_owner': 'Only the person who set up this activity can change it',
  'lti.one_assistant': 'The LMS accepts only one assistant at a time',
  'lti.other_organization': 'Activities can only be set up in your own organization',
  'lti.score_too_high': 'The score must not be higher than {max}',
  'lti.secret_required': 'Enter a shared secret',
  'lti.account_disabled': 'This account is disabled. Contact your teacher or administrator.',
  'lti.account_elsewhere': 'Your account belongs to another organization. Contact your administrator.',
  'lti.assistant_gone': 'This assistant is not available. Contact your teacher.',
  'lti.launch_refused': 'The launch was refused. Open the activity again from your course.',
  'lti.organization_suspended': 'Your organization is suspended. Contact your administrator.',
} as const
