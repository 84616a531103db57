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
    unknown_key: 'No consumer key with this name is set up. Check the consumer key in the LMS.',
    old_timestamp:
      'The launch has expired. Open the activity again. If this keeps happening, the clock of the LMS is wrong.',
    replayed: 'This launch was already used. Open the activity again from your course.',
    learner_cannot_build: 'Only teachers can open this page. Your role in this course is student.',
    account_disabled: 'This account is disabled. Contact your teacher or administrator.',
    organization_suspended: 'Your organization is suspended. Contact your administrator.',
    activity_disabled: 'This activity is turned off. Contact your teacher.',
    assistant_gone: 'This assistant is not available. Contact your teacher.',
    link_expired: 'This link has expired. Open the activity again from your course.',
    unknown_platform:
      'This LMS is not registered. An organization admin can add it under Organization → LMS.',
    other_issuer:
      'This LMS is registered with another platform ID (issuer). Copy the platform ID from the LMS to Organization → LMS exactly, including the scheme and a slash at the end.',
    unknown_client:
      'This LMS is registered, but not with this client ID. Compare the client ID in the LMS with the one under Organization → LMS.',
    ambiguous_platform:
      'The LMS did not send a client ID, and several are registered for it. Set the client ID in the login URL of the LMS.',
    wrong_issuer: 'The issuer in the token is not the one that started the login.',
    login_refused:
      'The LMS did not sign you in ({field}). Sign in to the LMS and open the activity again, or open it in a new tab. Admins: check that the tool is active in the LMS and that its redirect URI is the launch URL.',
    unknown_state: 'The login has expired or was not started here. Open the activity again from your course.',
    malformed_token: 'The LMS did not send a valid token.',
    wrong_token_signature:
      'The signature of the token is not valid. Check the address of the LMS’s keys (JWKS URL).',
    keys_unavailable: 'The keys of the LMS can’t be loaded. Check its JWKS URL, or try again later.',
    old_token:
      'The token from the LMS has expired or is not valid yet. Open the activity again. If this keeps happening, a clock is wrong.',
    wrong_audience: 'The token was issued for another client. Check the client ID.',
    wrong_nonce: 'The token does not belong to this login. Open the activity again from your course.',
    missing_claim: 'The token is incomplete: “{field}” is missing or not valid.',
    unsupported_message: 'This kind of LTI message is not supported.',
    unknown_deployment:
      'This deployment of the LMS is not registered. An organization admin can add its ID under Organization → LMS.',
    other_browser:
      'The launch did not come from the browser that started it. Open the activity in a new tab.',
    account_elsewhere: 'Your account belongs to another organization. Contact your administrator.',
    no_links_accepted:
      'The LMS does not accept links to tools here. Add the assistant where the LMS offers external tools.',
    learner_cannot_choose: 'Only teachers can add assistants to a course.',
    registration_link: 'This registration link is not valid. Create a new one under Organization → LMS.',
    registration_failed: 'The LMS did not accept the registration: {field}',
  },
  services: {
    not_offered:
      'The LMS does not offer this service for the course. Allow it in the settings of the tool in the LMS.',
    no_course:
      'No student has opened an activity from this LMS yet, or the LMS does not let us add columns to the gradebook. Open an activity as a student, and allow grade services in the settings of the tool.',
    foreign_address: 'The LMS gave an address that does not belong to it.',
    private_address:
      'The address of the LMS is not public. Add its host to OUTBOUND_ALLOW if this is intended.',
    unreachable: 'The LMS can’t be reached. We’ll try again later.',
    redirected:
      'The LMS answered with a redirect, which is not followed. Check the addresses of the platform.',
    token_refused:
      'The LMS did not issue an access token. Check the access token URL and the client ID, and that the LMS has our public keyset.',
    refused: 'The LMS refused access. Allow this service in the settings of the tool in the LMS.',
    not_found: 'The LMS can no longer find it. The course, the activity or the person may have been deleted.',
    invalid:
      'The LMS did not accept the request. Moodle returns this error for people who can’t be graded, such as teachers.',
    ungradable:
      'The LMS can’t grade this person. Canvas returns this error for the test student and for people who are not students of the course.',
    busy: 'The LMS is busy. We’ll try again later.',
    failing: 'The LMS reported a server error. We’ll try again later.',
    malformed: 'The LMS sent a response that can’t be read.',
    too_large: 'The LMS sent too much data.',
  },
  waitingTitle: 'Not ready yet',
  waiting: 'Your teacher has not set up this activity yet. Try again later.',
  noAccountTitle: 'No account found',
  noAccount:
    'To set up this activity, you need an educator account. Ask your administrator for one, or link the account that you have.',
  linkAccount: 'Link my account',
  openTab: 'Open in a new tab',
  opening: 'Opening…',
  returning: 'Returning to your course…',
  notAddedTitle: 'The assistants were not added',
  notAdded:
    'Nothing was published, and nothing was sent to your LMS. Close this window and choose the assistants again from your course.',
  cookiesBlocked: 'Your browser blocks cookies in this frame.',
  registeredTitle: 'Registered',
  registered: 'You can close this window.',
}
