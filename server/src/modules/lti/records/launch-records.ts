import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { organizationRepository } from '../../organizations/index.ts'
import type { LaunchProblem } from '../launch/problem.ts'
import { launchRecordRepository } from './launch-record.repository.ts'

const KEEP_SECONDS = 30 * 86_400
const SHOWN = 50
const MAX_TEXT = 200

interface Outcome {
  role?: string | undefined
  problem: LaunchProblem | null
  field?: string | undefined
}

export interface LaunchNote extends Outcome {
  issuer: string
  clientId: string
  /** The organizations that may see it: one, or all that have registered the client while it is not clear which. */
  platforms: readonly { id: number; organization_id: number }[]
  deploymentId?: string | undefined
}

export interface OldLaunchNote extends Outcome {
  /** What the LMS calls itself. */
  lms: string
  consumerKey: string
  /** Undefined for keys of the installation, whose launches the system organization sees. */
  organizationId: number | undefined
}

const short = (text: string | undefined): string => (text ?? '').replaceAll('\u0000', '').slice(0, MAX_TEXT)

/** The last launches of each organization, without names or tokens. */
export const createLaunchRecords = (db: Db) => ({
  note: ({ platforms, ...launch }: LaunchNote): Promise<void> =>
    launchRecordRepository.insert(
      db,
      platforms.map(({ id, organization_id }) => ({
        organization_id,
        version: '1.3' as const,
        platform_id: id,
        issuer: short(launch.issuer),
        client_id: short(launch.clientId),
        deployment_id: launch.deploymentId ?? '',
        role: launch.role ?? '',
        problem: launch.problem,
        field: short(launch.field),
        created_at: nowSeconds(),
      })),
    ),

  async noteOld(launch: OldLaunchNote): Promise<void> {
    const organizationId = launch.organizationId ?? (await organizationRepository.findSystem(db))?.id
    if (organizationId === undefined) return
    await launchRecordRepository.insert(db, [
      {
        organization_id: organizationId,
        version: '1.1',
        platform_id: null,
        issuer: short(launch.lms),
        client_id: short(launch.consumerKey),
        role: launch.role ?? '',
        problem: launch.problem,
        field: short(launch.field),
        created_at: nowSeconds(),
      },
    ])
  },

  list: (organizationId: number) => launchRecordRepository.list(db, organizationId, SHOWN),
  removeOld: (limit: number) => launchRecordRepository.removeBefore(db, nowSeconds() - KEEP_SECONDS, limit),
})
