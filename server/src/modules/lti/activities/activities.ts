import { say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { requireMay } from '../../access/index.ts'
import { listUsable } from '../../assistants/index.ts'
import { ltiAccountRepository } from '../accounts/account.repository.ts'
import { mayAdopt, UNKNOWN_PLATFORM } from '../accounts/unknown-platform.ts'
import type { LaunchedLink } from '../tokens/launch-tokens.ts'
import { type ActivityRow, activityRepository } from './activity.repository.ts'

export interface ActivityChoice {
  name?: string | undefined
  assistantIds: readonly number[]
  chatsVisible: boolean
}

/** Activities of courses and the assistants in them. */
export function createLtiActivities(db: Db) {
  /** The assistants that an educator can put into an activity: published ones that they may use themselves. */
  const choicesFor = async (educator: UserCaller) =>
    (await listUsable(db, educator))
      .filter(({ published }) => published)
      .map(({ id, name, description }) => ({ id, name, description }))

  async function requireChoices(educator: UserCaller, ids: readonly number[]): Promise<number[]> {
    const unique = [...new Set(ids)]
    if (unique.length === 0) throw badRequest(say('lti.assistant_required'))
    const allowedIds = new Set((await choicesFor(educator)).map(({ id }) => id))
    if (unique.some((id) => !allowedIds.has(id))) throw notFound('Assistant')
    return unique
  }

  async function requireActivity(id: number): Promise<ActivityRow> {
    const activity = await activityRepository.findById(db, id)
    if (!activity) throw notFound('Activity')
    return activity
  }

  /** The activity, if the caller administers its organization. */
  async function requireManaged(caller: UserCaller, id: number): Promise<ActivityRow> {
    const activity = await requireActivity(id)
    const facts = { kind: 'organization', organizationId: activity.organization_id } as const
    requireMay(caller, 'edit', facts, 'Activity')
    return activity
  }

  return {
    ...createSetUp(db, { requireChoices, requireActivity }),
    choicesFor,
    requireActivity,
    async findByLink(platform: string, resourceLinkId: string): Promise<ActivityRow | undefined> {
      const activity = await activityRepository.findByLink(db, platform, resourceLinkId)
      if (activity || !mayAdopt(platform)) return activity
      return activityRepository.adopt(db, UNKNOWN_PLATFORM, platform, resourceLinkId)
    },
    assistantsOf: (activityId: number) => activityRepository.assistantsOf(db, activityId),
    count: (organizationId: number) => activityRepository.count(db, organizationId),
    list: (organizationId: number) => activityRepository.list(db, organizationId),

    async change(
      caller: UserCaller,
      id: number,
      change: { name?: string | undefined; status?: ActivityRow['status'] | undefined },
    ): Promise<ActivityRow> {
      await requireManaged(caller, id)
      await activityRepository.update(db, id, {
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.status === undefined ? {} : { status: change.status }),
        updated_at: nowSeconds(),
      })
      return requireActivity(id)
    },

    /** The activity as its members see it. Others get 404. */
    async findForMember(caller: Pick<UserCaller, 'userId'>, id: number) {
      const activity = await activityRepository.findById(db, id)
      const member = activity && (await ltiAccountRepository.findMembership(db, id, caller.userId))
      if (!activity || !member || activity.status !== 'active') throw notFound('Activity')
      return { activity, member, assistants: await activityRepository.assistantsOf(db, id) }
    },

    giveConsent: (activityId: number, userId: number): Promise<void> =>
      ltiAccountRepository.giveConsent(db, activityId, userId, nowSeconds()),

    withdrawConsent: (activityId: number, userId: number): Promise<void> =>
      ltiAccountRepository.withdrawConsent(db, activityId, userId),
  }
}

interface SetUpParts {
  requireChoices(educator: UserCaller, ids: readonly number[]): Promise<number[]>
  requireActivity(id: number): Promise<ActivityRow>
}

function createSetUp(db: Db, { requireChoices, requireActivity }: SetUpParts) {
  return {
    async setUp(educator: UserCaller, link: LaunchedLink, choice: ActivityChoice): Promise<ActivityRow> {
      const ids = await requireChoices(educator, choice.assistantIds)
      const now = nowSeconds()
      try {
        const id = await db.transaction().execute(async (tx) => {
          const activityId = await activityRepository.insert(tx, {
            organization_id: educator.organizationId,
            platform: link.platform,
            resource_link_id: link.resourceLinkId,
            context_id: link.contextId,
            context_title: link.contextTitle,
            name: choice.name || link.linkTitle || link.contextTitle || 'AI assistants',
            owner_id: educator.userId,
            chats_visible: choice.chatsVisible ? 1 : 0,
            created_at: now,
            updated_at: now,
          })
          await activityRepository.setAssistants(tx, activityId, ids, now)
          return activityId
        })
        return requireActivity(id)
      } catch (error) {
        if (isUniqueViolation(error)) throw conflict(say('lti.already_set_up'))
        throw error
      }
    },

    /** Only by the educator who set it up. */
    async reconfigure(educator: UserCaller, id: number, choice: ActivityChoice): Promise<ActivityRow> {
      const activity = await requireActivity(id)
      if (activity.owner_id !== educator.userId || activity.organization_id !== educator.organizationId)
        throw forbidden(say('lti.not_activity_owner'))
      const ids = await requireChoices(educator, choice.assistantIds)
      const now = nowSeconds()
      await db.transaction().execute(async (tx) => {
        await activityRepository.update(tx, id, {
          ...(choice.name ? { name: choice.name } : {}),
          chats_visible: choice.chatsVisible ? 1 : 0,
          updated_at: now,
        })
        await activityRepository.setAssistants(tx, id, ids, now)
      })
      return requireActivity(id)
    },
  }
}
