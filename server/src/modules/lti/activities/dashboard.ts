import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import type { ActivityRow } from './activity.repository.ts'
import { dashboardRepository } from './dashboard.repository.ts'

const WEEK_SECONDS = 7 * 86_400
const MAX_STUDENTS = 2000
const MAX_CHATS = 500

/** How students use an activity. Chats are shown without names, and only where the students have agreed. */
export function createLtiDashboard(db: Db) {
  /** "Student 3": the third who opened the activity. */
  async function numbering(activityId: number): Promise<(userId: number) => number> {
    const students = await dashboardRepository.students(db, activityId, MAX_STUDENTS)
    const numbers = new Map(students.map(({ user_id }, index) => [user_id, index + 1]))
    return (userId) => numbers.get(userId) ?? 0
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

    async chats({ id, chats_visible }: ActivityRow) {
      if (chats_visible !== 1) return []
      const numberOf = await numbering(id)
      const rows = await dashboardRepository.chats(db, id, MAX_CHATS)
      return rows.map(({ user_id, ...chat }) => ({ ...chat, student: numberOf(user_id) }))
    },

    async chat({ id, chats_visible }: ActivityRow, chatId: string) {
      const found = chats_visible === 1 ? await dashboardRepository.findChat(db, id, chatId) : undefined
      if (!found) throw notFound('Chat')
      const { user_id, ...chat } = found
      return {
        ...chat,
        student: (await numbering(id))(user_id),
        messages: await dashboardRepository.messages(db, chatId),
      }
    },
  }
}

export type LtiDashboard = ReturnType<typeof createLtiDashboard>
