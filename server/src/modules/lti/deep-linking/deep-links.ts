import { hash } from 'node:crypto'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { newUuid } from '../../../platform/ids.ts'
import { type ActivityRow, activityRepository } from '../activities/activity.repository.ts'
import { LaunchRefused } from '../launch/problem.ts'
import { type LinkRow, linkRepository } from './link.repository.ts'

export interface LinkedPlace {
  /** As in `lti_activities.platform`. */
  platform: string
  organizationId: number
  contextId: string
  contextTitle: string
  linkTitle: string
}

/** Links that educators have created by deep linking, and the activities behind them. */
export const createDeepLinks = (db: Db) => ({
  /** Ids are known before the links are stored. */
  newId: newUuid,

  save: (
    tx: Db,
    educator: UserCaller,
    links: readonly { id: string; assistantId: number; title: string }[],
  ): Promise<void> =>
    linkRepository.insert(
      tx,
      links.map(({ id, assistantId, title }) => ({
        id,
        organization_id: educator.organizationId,
        assistant_id: assistantId,
        title,
        created_by: educator.userId,
        created_at: nowSeconds(),
      })),
    ),

  /**
   * The activity of a link in a course, created by the first launch there. A copied course sends the same link id with
   * other ids of its own, so it gets an activity with the same assistant. Throws `LaunchRefused` for links of other
   * organizations.
   */
  async open(linkId: string, place: LinkedPlace): Promise<ActivityRow> {
    const link = await linkRepository.find(db, place.organizationId, linkId)
    if (!link) throw new LaunchRefused('assistant_gone')
    const key = activityKeyOf(linkId, place.contextId)
    const find = () => activityRepository.findByLink(db, place.platform, key)
    const existing = await find()
    if (existing) return existing
    try {
      await insertActivity(db, link, place, key)
    } catch (error) {
      // Two people opened it at the same moment.
      if (!isUniqueViolation(error)) throw error
    }
    const created = await find()
    if (!created) throw new Error('the activity of an LTI link was not created')
    return created
  },
})

/** One activity per link and course. LMSs may change or hide the ids of their own links. */
const activityKeyOf = (linkId: string, contextId: string): string =>
  `${linkId} ${hash('sha256', contextId).slice(0, 32)}`

const insertActivity = (db: Db, link: LinkRow, place: LinkedPlace, key: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = nowSeconds()
    const id = await activityRepository.insert(tx, {
      organization_id: link.organization_id,
      platform: place.platform,
      resource_link_id: key,
      context_id: place.contextId,
      context_title: place.contextTitle,
      name: place.linkTitle || link.title,
      owner_id: link.created_by,
      chats_visible: 0,
      created_at: now,
      updated_at: now,
    })
    await activityRepository.setAssistants(tx, id, [link.assistant_id], now)
  })
