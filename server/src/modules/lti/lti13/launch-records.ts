import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { LaunchProblem } from '../launch/problem.ts'
import { launchRecordRepository } from './launch-record.repository.ts'

/** The checks of a launch, in the order in which they are made. */
export const LAUNCH_CHECKS = [
  'platform',
  'login',
  'signature',
  'time',
  'audience',
  'nonce',
  'message',
  'deployment',
  'browser',
  'account',
  'activity',
] as const
export type LaunchCheck = (typeof LAUNCH_CHECKS)[number]

const FAILED_CHECK: Partial<Record<LaunchProblem, LaunchCheck>> = {
  unknown_platform: 'platform',
  ambiguous_platform: 'platform',
  wrong_issuer: 'platform',
  unknown_state: 'login',
  replayed: 'login',
  malformed_token: 'signature',
  wrong_token_signature: 'signature',
  keys_unavailable: 'signature',
  old_token: 'time',
  wrong_audience: 'audience',
  wrong_nonce: 'nonce',
  missing_claim: 'message',
  unsupported_message: 'message',
  unknown_deployment: 'deployment',
  other_browser: 'browser',
  account_disabled: 'account',
  account_elsewhere: 'account',
  organization_suspended: 'account',
  learner_cannot_choose: 'account',
  no_links_accepted: 'message',
  activity_disabled: 'activity',
  assistant_gone: 'activity',
}

/** The outcome of each check: those before the failed one have passed, those after it were not made. Pure. */
export function checksOf(problem: string | null): { check: LaunchCheck; passed: boolean | null }[] {
  const failed = problem === null ? undefined : (FAILED_CHECK[problem as LaunchProblem] ?? 'message')
  const at = failed === undefined ? LAUNCH_CHECKS.length : LAUNCH_CHECKS.indexOf(failed)
  return LAUNCH_CHECKS.map((check, index) => ({
    check,
    passed: index < at ? true : index === at ? false : null,
  }))
}

const KEEP_SECONDS = 30 * 86_400
const SHOWN = 50

export interface LaunchNote {
  issuer: string
  clientId: string
  /** The organizations that may see it: one, or all that have registered the client while it is not clear which. */
  platforms: readonly { id: number; organization_id: number }[]
  deploymentId?: string | undefined
  role?: string | undefined
  problem: LaunchProblem | null
}

/** The last launches of each organization's platforms, without names or tokens. */
export const createLaunchRecords = (db: Db) => ({
  note: ({ platforms, ...launch }: LaunchNote): Promise<void> =>
    launchRecordRepository.insert(
      db,
      platforms.map(({ id, organization_id }) => ({
        organization_id,
        platform_id: id,
        issuer: launch.issuer,
        client_id: launch.clientId,
        deployment_id: launch.deploymentId ?? '',
        role: launch.role ?? '',
        problem: launch.problem,
        created_at: nowSeconds(),
      })),
    ),
  list: (organizationId: number) => launchRecordRepository.list(db, organizationId, SHOWN),
  removeOld: (limit: number) => launchRecordRepository.removeBefore(db, nowSeconds() - KEEP_SECONDS, limit),
})

export type LaunchRecords = ReturnType<typeof createLaunchRecords>
