import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { type Sign, toPseudonym } from '../../../platform/secrets/pseudonym.ts'
import { organizationRepository, parseConfig, settingsIn } from '../../organizations/index.ts'
import type { ActivityRow } from './activity.repository.ts'
import { dashboardRepository } from './dashboard.repository.ts'

const WEEK_SECONDS = 7 * 86_400
const MAX_STUDENTS = 2000
const MAX_CHATS = 500

/**
 * How students use an activity. Chats are shown without names, and only where the students have agreed and the
 * organization lets educators read chats.
 */
export function createLtiDashboard(db: Db, sign: Sign) {
  /** Not an index: the dashboard also lists the students in order. */
  const keyOf = (activityId: number, userId: number): string =>
    toPseudonym(sign, `lti person ${activityId} ${userId}`)

  async function areChatsShown({ chats_visible, organization_id }: ActivityRow): Promise<boolean> {
    if (chats_visible !== 1) return false
    const organization = await organizationRepository.findById(db, organization_id)
    return settingsIn(parseConfig(organization?.config ?? '{}')).activity !== 'off'
  }

  return {
    stats: ({ id }: ActivityRow) => dashboardRepository.numbers(db, id, nowSeconds() - WEEK_SECONDS),

    async students({ id }: ActivityRow) {
      const rows = await dashboardRepository.students(db, id, MAX_STUDENTS)
      return rows.map((row) => ({
        name: row.name,
        consent_given: row.consent_at !== null,
        access_count: row.access_count,
        chat_count: row.chat_count,
        first_access_at: row.created_at,
        last_access_at: row.last_access_at,
      }))
    },

    async chats(activity: ActivityRow) {
      if (!(await areChatsShown(activity))) return []
      const rows = await dashboardRepository.chats(db, activity.id, MAX_CHATS)
      return rows.map(({ user_id, ...chat }) => ({ ...chat, student: keyOf(activity.id, user_id) }))
    },

    async chat(activity: ActivityRow, chatId: string) {
      const isShown = await areChatsShown(activity)
      const row = isShown ? await dashboardRepository.findChat(db, activity.id, chatId) : undefined
      if (!row) throw notFound('Chat')
      const { user_id, ...chat } = row
      return {
        ...chat,
        student: keyOf(activity.id, user_id),
        messages: await dashboardRepository.messages(db, chatId),
      }
    },
  }
}

export type LtiDashboard = ReturnType<typeof createLtiDashboard>
