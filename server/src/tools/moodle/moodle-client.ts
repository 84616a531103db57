import { type Message, say } from '@bellwether/wire'
import * as z from 'zod'
import type { MoodleSettings } from '../../modules/organizations/index.ts'
import { isAppError, messageOf, messageWithoutHost } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/json.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { MoodleFailure, toFailure, toStatusFailure } from './moodle-failure.ts'
import {
  assignmentsSchema,
  type CourseAssignments,
  courseSchema,
  gradesSchema,
  type MoodleCourse,
  type MoodleGrade,
  type MoodleMember,
  type MoodleSection,
  type MoodleSite,
  type MoodleUser,
  memberSchema,
  sectionSchema,
  siteSchema,
  stateSchema,
  userSchema,
} from './moodle-records.ts'

export { MoodleFailure } from './moodle-failure.ts'

const MAX_BYTES = 4 * 1024 * 1024

/** The functions of Moodle's Web Services that every Moodle tool needs. */
export const NEEDED_FUNCTIONS = ['core_user_get_users_by_field', 'core_enrol_get_users_courses'] as const

/** Moodle reports errors with status 200. */
const errorSchema = z.object({ exception: z.string(), errorcode: z.string().optional() })

interface OpenToAll {
  sections: ReadonlySet<number>
  activities: ReadonlySet<number>
}

export interface MoodleClient {
  findUsers(field: 'id' | 'username' | 'email' | 'idnumber', value: string): Promise<MoodleUser[]>
  coursesOf(userId: number): Promise<MoodleCourse[]>
  membersOf(courseId: number): Promise<MoodleMember[]>
  contentsOf(courseId: number): Promise<MoodleSection[]>
  /** What no condition closes now for anyone, whatever the token may see. */
  openToAll(courseId: number): Promise<OpenToAll>
  assignmentsOf(courseIds: readonly number[]): Promise<CourseAssignments[]>
  gradesOf(courseId: number, userId: number): Promise<MoodleGrade[]>
  siteInfo(): Promise<MoodleSite>
}

/** Client for Moodle's Web Services. Throws MoodleFailure, or the abort reason of `signal`. */
export function createMoodleClient(
  outbound: Pick<Outbound, 'trusted' | 'guarded'>,
  settings: MoodleSettings,
  signal: AbortSignal,
): MoodleClient {
  const ask = createAsk(outbound, settings, signal)
  return {
    findUsers: (field, value) =>
      ask('core_user_get_users_by_field', { field, 'values[0]': value }, z.array(userSchema)),
    coursesOf: (userId) =>
      ask('core_enrol_get_users_courses', { userid: String(userId) }, z.array(courseSchema)),
    membersOf: (courseId) =>
      ask(
        'core_enrol_get_enrolled_users',
        {
          courseid: String(courseId),
          'options[0][name]': 'userfields',
          'options[0][value]': 'id,username,fullname,email,roles',
        },
        z.array(memberSchema),
      ),
    contentsOf: (courseId) =>
      ask('core_course_get_contents', { courseid: String(courseId) }, z.array(sectionSchema)),
    async openToAll(courseId) {
      const state = await ask('core_courseformat_get_state', { courseid: String(courseId) }, z.string())
      const parsed = stateSchema.safeParse(tryParseJson(state))
      if (!parsed.success) throw new MoodleFailure(say('reasons.moodle_unexpected'))
      const { section, cm } = parsed.data
      const idsOf = (items: readonly { id: number }[]) => new Set(items.map(({ id }) => id))
      return {
        sections: idsOf(section.filter(({ hasrestrictions }) => hasrestrictions === false)),
        activities: idsOf(cm.filter(({ accessvisible }) => accessvisible === true)),
      }
    },
    async assignmentsOf(courseIds) {
      const ids = courseIds.map((id, at) => [`courseids[${at}]`, String(id)])
      // The token's user need not be enrolled.
      const params = { ...Object.fromEntries(ids), includenotenrolledcourses: '1' }
      const { courses } = await ask('mod_assign_get_assignments', params, assignmentsSchema)
      return courses.filter(({ id }) => courseIds.includes(id))
    },
    async gradesOf(courseId, userId) {
      const params = { courseid: String(courseId), userid: String(userId) }
      const { usergrades } = await ask('gradereport_user_get_grade_items', params, gradesSchema)
      // Some versions return everyone's grades if they reject the user id.
      return usergrades.filter(({ userid }) => userid === userId).flatMap(({ gradeitems }) => gradeitems)
    },
    siteInfo: () => ask('core_webservice_get_site_info', {}, siteSchema),
  }
}

type Ask = <T>(wsfunction: string, params: Record<string, string>, schema: z.ZodType<T>) => Promise<T>

function createAsk(
  outbound: Pick<Outbound, 'trusted' | 'guarded'>,
  settings: MoodleSettings,
  signal: AbortSignal,
): Ask {
  const client = settings.trusted ? outbound.trusted : outbound.guarded.providers

  async function call<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await start()
    } catch (error) {
      signal.throwIfAborted()
      if (!isAppError(error)) throw error
      const toMessage = (reason: string | Message) => say('reasons.moodle_unusable', { reason })
      throw new MoodleFailure(toMessage(messageWithoutHost(error)), toMessage(messageOf(error)))
    }
  }

  return async (wsfunction, params, schema) => {
    // The token is sent in the body, because servers along the way log URLs.
    const form = new URLSearchParams({
      wstoken: settings.token,
      wsfunction,
      moodlewsrestformat: 'json',
      ...params,
    })
    const request = {
      method: 'POST' as const,
      url: endpointOf(settings.url),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      signal,
    }
    const answer = await call(() => client.fetchWhole(request, MAX_BYTES))
    if (answer.status >= 300 && answer.status < 400) throw new MoodleFailure(say('reasons.moodle_redirects'))
    const body = tryParseJson(answer.body.toString('utf8'))
    const refusal = errorSchema.safeParse(body)
    if (refusal.success) throw toFailure(refusal.data.errorcode ?? '', wsfunction, settings.token)
    if (answer.status !== 200) throw toStatusFailure(answer.status)
    const parsed = schema.safeParse(body)
    if (!parsed.success) throw new MoodleFailure(say('reasons.moodle_unexpected'))
    return parsed.data
  }
}

const ENDPOINT = '/webservice/rest/server.php'

/** The settings name the site or the endpoint. A pasted query string may contain a token, so it is removed. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/+$/, '')

const endpointOf = (url: string): string =>
  withoutQuery(url).endsWith('.php') ? withoutQuery(url) : `${withoutQuery(url)}${ENDPOINT}`

/** The address that Moodle calls its own, also as the issuer of its launches. */
export const siteOf = (url: string): string =>
  withoutQuery(withoutQuery(url).replace(/\/webservice\/rest\/server\.php$/, ''))
