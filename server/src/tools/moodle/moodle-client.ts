import * as z from 'zod'
import type { MoodleSettings } from '../../modules/organizations/index.ts'
import { isAppError } from '../../platform/errors.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'

/** Something a person can be told. Any other error is a fault of ours. */
export class MoodleFailure extends Error {}

const MOST_BYTES = 2 * 1024 * 1024

const userSchema = z.object({
  id: z.number().int(),
  username: z.string().optional(),
  fullname: z.string().optional(),
  /** Missing when the token may not see it. */
  email: z.string().optional(),
})
export type MoodleUser = z.infer<typeof userSchema>

const courseSchema = z.object({
  id: z.number().int(),
  shortname: z.string().default(''),
  fullname: z.string().default(''),
  displayname: z.string().optional(),
  visible: z.union([z.number(), z.boolean()]).optional(),
})
export type MoodleCourse = z.infer<typeof courseSchema>

const siteSchema = z.object({
  sitename: z.string().default(''),
  release: z.string().default(''),
  /** What the token's service lets it use. */
  functions: z.array(z.object({ name: z.string() })).default([]),
})
export type MoodleSite = z.infer<typeof siteSchema>

/** The functions of Moodle's Web Services that the tool needs. */
export const NEEDED_FUNCTIONS = ['core_user_get_users_by_field', 'core_enrol_get_users_courses'] as const

/** Moodle answers its errors with status 200. */
const errorSchema = z.object({ exception: z.string(), errorcode: z.string().optional() })

export interface MoodleClient {
  findUsers(field: 'id' | 'username' | 'email', value: string): Promise<MoodleUser[]>
  coursesOf(userId: number): Promise<MoodleCourse[]>
  siteInfo(): Promise<MoodleSite>
}

/** Speaks to Moodle's Web Services. Throws MoodleFailure, or whatever `signal` was aborted with. */
export function createMoodleClient(
  outbound: Pick<Outbound, 'trusted' | 'guarded'>,
  settings: MoodleSettings,
  signal: AbortSignal,
): MoodleClient {
  const client = settings.trusted ? outbound.trusted : outbound.guarded

  async function ask<T>(
    wsfunction: string,
    params: Record<string, string>,
    schema: z.ZodType<T>,
  ): Promise<T> {
    // The token stands in the body: addresses are written into the logs of every server on the way.
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
    const answer = await call(() => client.fetchWhole(request, MOST_BYTES))
    if (answer.status >= 300 && answer.status < 400)
      throw new MoodleFailure(
        'Moodle sends to another address; its address in the settings is not the final one',
      )
    const body = parseJson(answer.body)
    const refusal = errorSchema.safeParse(body)
    if (refusal.success) throw refused(refusal.data.errorcode ?? '', wsfunction, settings.token)
    if (answer.status !== 200) throw new MoodleFailure(`Moodle answered with status ${answer.status}`)
    const parsed = schema.safeParse(body)
    if (!parsed.success) throw new MoodleFailure('Moodle answered with something unexpected')
    return parsed.data
  }

  async function call<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await start()
    } catch (error) {
      signal.throwIfAborted()
      if (isAppError(error)) throw new MoodleFailure(`Moodle could not be used: ${error.message}`)
      throw error
    }
  }

  return {
    findUsers: (field, value) =>
      ask('core_user_get_users_by_field', { field, 'values[0]': value }, z.array(userSchema)),
    coursesOf: (userId) =>
      ask('core_enrol_get_users_courses', { userid: String(userId) }, z.array(courseSchema)),
    siteInfo: () => ask('core_webservice_get_site_info', {}, siteSchema),
  }
}

/** The settings name the site, or the endpoint itself. A query that somebody pasted along may hold a token: it goes. */
function endpointOf(url: string): string {
  const base = url.replace(/[?#].*$/, '').replace(/\/+$/, '')
  return base.endsWith('.php') ? base : `${base}/webservice/rest/server.php`
}

/** In our words: Moodle's own message may repeat what was sent. */
function refused(errorcode: string, wsfunction: string, token: string): MoodleFailure {
  switch (errorcode) {
    case 'invalidtoken':
      return new MoodleFailure('Moodle does not accept the token of this organization')
    case 'accessexception':
    case 'webservice_access_exception':
    case 'nopermissions':
    case 'nopermission':
      return new MoodleFailure(`the token of this organization may not use ${wsfunction} in Moodle`)
  }
  const code = /^[\w-]{1,60}$/.test(errorcode) && !errorcode.includes(token) ? ` (${errorcode})` : ''
  return new MoodleFailure(`Moodle refused ${wsfunction}${code}`)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
