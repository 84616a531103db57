import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { ltiAccountRepository } from '../accounts/account.repository.ts'
import { type ActivityRow, activityRepository } from '../activities/activity.repository.ts'
import { isSignedClaim, type Lti11Claim } from '../claims/lti11-claim.ts'
import type { CourseRole } from '../launch/roles.ts'
import type { PlatformRow } from '../lti13/platform.repository.ts'

/** A consumer key of LTI 1.1. */
interface OldKey {
  secret: string
  /** Undefined for the key of the installation. */
  organizationId?: number | undefined
  /** For keys of a single assistant. */
  assistantId?: number | undefined
}

export interface MigrationDeps {
  db: Db
  findKeys(consumerKey: string): Promise<OldKey[]>
}

export interface MigratingPerson {
  platform: PlatformRow
  deploymentId: string
  role: CourseRole
  lti11: Lti11Claim
}

/**
 * Moving from LTI 1.1 to 1.3: people and activities of the same LMS are recognized, if the LMS proves that it has the
 * secret of its old key. Only within the platform's organization: the key of the installation is shared by all.
 */
export function createMigration({ db, findKeys }: MigrationDeps) {
  async function findKey({ platform, deploymentId, lti11 }: MigratingPerson): Promise<OldKey | undefined> {
    const launch = { deploymentId, issuer: platform.issuer, clientId: platform.client_id }
    for (const key of await findKeys(lti11.consumerKey)) {
      const isOwn = key.organizationId === undefined || key.organizationId === platform.organization_id
      if (isOwn && isSignedClaim(lti11, launch, key.secret)) return key
    }
    return undefined
  }

  /** Educators have an account of their own; students have one per activity or assistant. */
  async function findCandidates(person: MigratingPerson, key: OldKey): Promise<(number | undefined)[]> {
    const { platform, lti11, role } = person
    const educator = [
      await ltiAccountRepository.findLinked(db, lti11.platform, lti11.userId),
      ...(key.organizationId === undefined
        ? []
        : [
            await ltiAccountRepository.findCreator(
              db,
              platform.organization_id,
              lti11.platform,
              lti11.userId,
            ),
          ]),
    ]
    if (role === 'staff') return educator
    const activity = await findOldActivity(db, person)
    const member = activity && (await ltiAccountRepository.findActivityUser(db, activity.id, lti11.userId))
    const ofAssistant =
      key.assistantId === undefined
        ? undefined
        : await ltiAccountRepository.findAssistantUser(db, key.assistantId, lti11.platform, lti11.userId)
    return [...educator, member?.user_id, ofAssistant]
  }

  return {
    /** The account that the person had with LTI 1.1, if it may be used from this LMS. */
    async findAccount(person: MigratingPerson): Promise<number | undefined> {
      const key = await findKey(person)
      if (!key) return undefined
      for (const userId of await findCandidates(person, key)) {
        if (userId === undefined) continue
        const organization = await ltiAccountRepository.organizationOf(db, userId)
        if (organization === person.platform.organization_id) return userId
      }
      return undefined
    },

    /** An activity like the one that the link had with LTI 1.1. */
    async findActivity(
      person: MigratingPerson,
      link: { platform: string; resourceLinkId: string },
    ): Promise<ActivityRow | undefined> {
      if (!(await findKey(person))) return undefined
      const old = await findOldActivity(db, person)
      if (!old) return undefined
      try {
        await copyActivity(db, old, link)
      } catch (error) {
        // Two people opened it at the same moment.
        if (!isUniqueViolation(error)) throw error
      }
      return activityRepository.findByLink(db, link.platform, link.resourceLinkId)
    },
  }
}

export type Migration = ReturnType<typeof createMigration>

async function findOldActivity(
  db: Db,
  { platform, lti11 }: MigratingPerson,
): Promise<ActivityRow | undefined> {
  if (lti11.resourceLinkId === undefined) return undefined
  const activity = await activityRepository.findByLink(db, lti11.platform, lti11.resourceLinkId)
  return activity?.organization_id === platform.organization_id ? activity : undefined
}

const copyActivity = (
  db: Db,
  old: ActivityRow,
  link: { platform: string; resourceLinkId: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = nowSeconds()
    const id = await activityRepository.insert(tx, {
      organization_id: old.organization_id,
      platform: link.platform,
      resource_link_id: link.resourceLinkId,
      context_id: old.context_id,
      context_title: old.context_title,
      name: old.name,
      owner_id: old.owner_id,
      chats_visible: old.chats_visible,
      status: old.status,
      created_at: now,
      updated_at: now,
    })
    const assistants = await activityRepository.assistantsOf(tx, old.id)
    await activityRepository.setAssistants(
      tx,
      id,
      assistants.map((assistant) => assistant.id),
      now,
    )
  })
