import type { LaunchProblem } from '../launch/problem.ts'

/** The checks of a launch, in the order in which they are made. */
const CHECKS = {
  '1.3': [
    'issuer',
    'client',
    'login',
    'signature',
    'time',
    'nonce',
    'message',
    'deployment',
    'browser',
    'roles',
    'account',
    'assistant',
  ],
  '1.1': ['client', 'signature', 'time', 'nonce', 'message', 'roles', 'account', 'assistant'],
} as const

export type LtiVersion = keyof typeof CHECKS
export type LaunchCheck = (typeof CHECKS)['1.3'][number]

const FAILED_CHECK: Partial<Record<LaunchProblem, LaunchCheck>> = {
  unknown_platform: 'issuer',
  other_issuer: 'issuer',
  wrong_issuer: 'issuer',
  unknown_client: 'client',
  ambiguous_platform: 'client',
  wrong_audience: 'client',
  unknown_key: 'client',
  unknown_state: 'login',
  login_refused: 'login',
  malformed_token: 'signature',
  wrong_token_signature: 'signature',
  wrong_signature: 'signature',
  keys_unavailable: 'signature',
  old_token: 'time',
  old_timestamp: 'time',
  wrong_nonce: 'nonce',
  replayed: 'nonce',
  unknown_deployment: 'deployment',
  other_browser: 'browser',
  learner_cannot_choose: 'roles',
  learner_cannot_build: 'roles',
  account_disabled: 'account',
  account_elsewhere: 'account',
  organization_suspended: 'account',
  activity_disabled: 'assistant',
  assistant_gone: 'assistant',
}

/** Checks that had passed although they come after the failed one: a token is read after its signature was checked. */
const PASSED_BEFORE: Partial<Record<LaunchProblem, readonly LaunchCheck[]>> = {
  wrong_issuer: ['login', 'signature'],
  wrong_audience: ['issuer', 'login', 'signature'],
}

/** The outcome of each check; null for those that were not made. Pure. */
export function checksOf(
  problem: string | null,
  version: LtiVersion,
): { check: LaunchCheck; passed: boolean | null }[] {
  const order: readonly LaunchCheck[] = CHECKS[version]
  if (problem === null) return order.map((check) => ({ check, passed: true }))
  const failed = FAILED_CHECK[problem as LaunchProblem] ?? 'message'
  const passed = PASSED_BEFORE[problem as LaunchProblem] ?? order.slice(0, order.indexOf(failed))
  return order.map((check) => ({
    check,
    passed: check === failed ? false : passed.includes(check) ? true : null,
  }))
}
