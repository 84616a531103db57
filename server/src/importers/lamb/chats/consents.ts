import { setImmediate as otherWork } from 'node:timers/promises'
import type { ImportRun } from '../import-run.ts'
import { toEmail } from '../legacy-ids.ts'
import { memberIn, readCurrentAccounts } from '../lti/lti-students.ts'

/** Our ids of the activities in which a student has agreed that teachers read the chats with one of our assistants. */
export type FindConsents = (email: string, assistantId: number) => readonly number[]

/**
 * LAMB asked the students of activities whose teacher wanted to read chats; later versions ask no one and record nothing.
 * The consent was for all chats of the activity.
 */
export async function readConsents(run: ImportRun): Promise<FindConsents> {
  const activities = new Map<string, { ourId: number; assistants: number[] }>()
  for (const row of run.lamb.rows('lti_activities')) {
    const ourId = run.ids.number('lti activity', row.integer('id'))
    if (ourId !== undefined && row.flag('chat_visibility_enabled', false))
      activities.set(row.text('id'), { ourId, assistants: [] })
  }
  for (const row of run.lamb.rows('lti_activity_assistants')) {
    const assistant = run.ids.number('assistant', row.integer('assistant_id'))
    if (assistant !== undefined) activities.get(row.text('activity_id'))?.assistants.push(assistant)
  }
  const consents = new Map<string, number[]>()
  const current = readCurrentAccounts(run)
  for (const { rows } of run.lamb.pages('lti_activity_users')) {
    for (const row of rows) {
      const activity = activities.get(row.text('activity_id'))
      const email = row.text('user_email')
      if (!activity || !row.has('consent_given_at') || current.get(memberIn(row)) !== email) continue
      for (const assistant of activity.assistants) {
        const key = `${toEmail(email)}/${assistant}`
        consents.set(key, [...(consents.get(key) ?? []), activity.ourId])
      }
    }
    await otherWork()
  }
  return (email, assistantId) => consents.get(`${email}/${assistantId}`) ?? []
}
