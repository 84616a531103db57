/** Why a launch was refused. Each has a text for people in `doors/lti/pages`. */
export const LAUNCH_PROBLEMS = {
  malformed: 400,
  duplicate_field: 400,
  missing_field: 400,
  not_a_launch: 400,
  wrong_signature: 401,
  unknown_key: 401,
  old_timestamp: 401,
  replayed: 401,
  learner_cannot_build: 403,
  account_disabled: 403,
  organization_suspended: 403,
  activity_disabled: 403,
  assistant_gone: 404,
  link_expired: 401,
  // LTI 1.3
  unknown_platform: 401,
  other_issuer: 401,
  unknown_client: 401,
  ambiguous_platform: 400,
  wrong_issuer: 401,
  unknown_state: 401,
  login_refused: 401,
  malformed_token: 400,
  wrong_token_signature: 401,
  keys_unavailable: 502,
  old_token: 401,
  wrong_audience: 401,
  wrong_nonce: 401,
  missing_claim: 400,
  unsupported_message: 400,
  unknown_deployment: 401,
  other_browser: 401,
  account_elsewhere: 403,
  no_links_accepted: 400,
  learner_cannot_choose: 403,
  registration_link: 403,
  registration_failed: 502,
} as const satisfies Record<string, number>

export type LaunchProblem = keyof typeof LAUNCH_PROBLEMS

/** A refused launch. The response is a page, because a person in an LMS reads it. */
export class LaunchRefused extends Error {
  constructor(
    readonly problem: LaunchProblem,
    /** The name of the field that is missing or repeated. */
    readonly field: string = '',
  ) {
    super(problem)
    this.name = 'LaunchRefused'
  }

  get status(): number {
    return LAUNCH_PROBLEMS[this.problem]
  }
}
