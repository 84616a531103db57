import * as z from 'zod'
import type { MoodleSettings } from '../../modules/organizations/index.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { defineTool } from '../tool.ts'
import { createMoodleClient, type MoodleCourse, MoodleFailure, type MoodleUser } from './moodle-client.ts'
import { findWhose, mayNameOthers } from './whose-courses.ts'

export interface MoodleDeps {
  outbound: Pick<Outbound, 'trusted' | 'guarded'>
  moodleOf(organizationId: number): Promise<MoodleSettings | undefined>
  /**
   * The e-mail of the person who asks: the calling user's, or that of the end user whom a trusted client forwards. Undefined
   * when a client forwards nobody: the owner of its key is not the one who asks.
   */
  identityOf(asking: { caller: Caller; endUser?: string | undefined }): string | undefined
  /** All calls together; only tests hand in another one. */
  limitMs?: number
}

const MOST_COURSES = 200

/** The courses of the person who asks, from the organization's Moodle. */
export const moodleTool = (deps: MoodleDeps) =>
  defineTool({
    name: 'moodle',
    title: 'Moodle courses',
    description: 'Lists the courses in which the person who asks is enrolled in Moodle.',
    category: 'lms',
    version: '1.0',
    config: z.object({}),
    input: z.object({
      user_id: z
        .string()
        .trim()
        .max(200)
        .meta({ description: 'Moodle user name, e-mail or id; "me" for the person who asks' }),
    }),
    inject: { placeholder: 'moodle_courses', input: () => ({ user_id: 'me' }) },
    call: {
      functionName: () => 'get_moodle_courses',
      describe: () => 'Get the courses in which a user is enrolled in Moodle.',
    },
    async run({ input, caller, endUser, assistant, signal }) {
      const settings = await deps.moodleOf(assistant.organizationId)
      if (!settings) return { ok: false, reason: 'Moodle is not configured for this organization' }
      const limitMs = deps.limitMs ?? 8000
      const limit = AbortSignal.timeout(limitMs)
      try {
        const moodle = createMoodleClient(deps.outbound, settings, AbortSignal.any([signal, limit]))
        const others = mayNameOthers(caller, assistant.organizationId)
        const user = await findWhose(moodle, input.user_id, deps.identityOf({ caller, endUser }), others)
        const courses = await moodle.coursesOf(user.id)
        return { ok: true, content: describeCourses(user, courses), sources: [] }
      } catch (error) {
        if (limit.aborted) return { ok: false, reason: `Moodle did not answer within ${limitMs / 1000} s` }
        if (error instanceof MoodleFailure) return { ok: false, reason: error.message }
        throw error
      }
    },
  })

/** Without hidden courses: the token sees them, most people do not. */
function describeCourses(user: MoodleUser, courses: readonly MoodleCourse[]): string {
  const name = oneLine(user.fullname || user.username || `user ${user.id}`)
  const shown = courses.filter(({ visible }) => visible !== 0 && visible !== false)
  if (shown.length === 0) return `${name} is not enrolled in any course in Moodle.`
  const lines = shown.slice(0, MOST_COURSES).map(describeCourse)
  const more = shown.length > MOST_COURSES ? [`… and ${shown.length - MOST_COURSES} more`] : []
  return [`${name} is enrolled in ${shown.length} Moodle course(s):`, ...lines, ...more].join('\n')
}

function describeCourse({ id, shortname, fullname, displayname }: MoodleCourse): string {
  const title = oneLine(fullname || displayname || shortname)
  return shortname && oneLine(shortname) !== title
    ? `- ${title} (${oneLine(shortname)}, id ${id})`
    : `- ${title} (id ${id})`
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)
