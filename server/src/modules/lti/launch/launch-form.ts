import { toNameLine } from '@bellwether/wire'
import * as z from 'zod'
import { LaunchRefused } from './problem.ts'
import { type CourseRole, courseRoleOf, splitRoles } from './roles.ts'
import type { Parameters } from './signature.ts'
import { createReader, readOnce } from './verify.ts'

/** An LTI 1.1 launch whose signature was checked. */
export interface Launch {
  /** The LMS, as a key for everything that is unique within one LMS only. */
  platform: string
  lmsUserId: string
  /** LAMB names accounts by it, if the LMS sends it. */
  username: string
  name: string
  email: string | undefined
  role: CourseRole
  contextId: string
  contextTitle: string
  linkTitle: string
  locale: string | undefined
}

const MAX_TEXT = 200

/** Throws `LaunchRefused`. Pure. */
export function readLaunch(parameters: Parameters): Launch {
  const read = createReader(parameters)
  const optional = (name: string) => readOnce(parameters, name)?.trim() || undefined
  const type = optional('lti_message_type')
  if (type !== undefined && type !== 'basic-lti-launch-request') throw new LaunchRefused('not_a_launch')
  const lmsUserId = readId(read, 'user_id')
  const username = optional('ext_user_username') ?? lmsUserId
  const fullName =
    optional('lis_person_name_full') ??
    [optional('lis_person_name_given'), optional('lis_person_name_family')].filter(Boolean).join(' ')
  return {
    platform: toPlatform(optional('tool_consumer_instance_guid')),
    lmsUserId,
    username: username.slice(0, MAX_ID),
    name: toNameLine(fullName || username).slice(0, MAX_TEXT),
    email: optional('lis_person_contact_email_primary'),
    role: courseRoleOf(splitRoles(optional('roles') ?? '')),
    contextId: (optional('context_id') ?? '').slice(0, MAX_ID),
    contextTitle: toNameLine(optional('context_title') ?? '').slice(0, MAX_TEXT),
    linkTitle: toNameLine(optional('resource_link_title') ?? '').slice(0, MAX_TEXT),
    locale: optional('launch_presentation_locale'),
  }
}

/** Two LMSs with the same key have their own users and links. */
const toPlatform = (guid: string | undefined): string => `1.1:${(guid ?? '').slice(0, MAX_ID)}`

/** A required id. */
export function readId(read: (name: string) => string, name: string): string {
  const id = read(name)
  if (!lmsIdSchema.safeParse(id).success) throw new LaunchRefused('malformed', name)
  return id
}

/**
 * The origins whose pages may show the launched page in a frame: the one that the signed return address names, and
 * the one that the browser says the launch came from. Pure.
 */
export function frameOriginsOf(parameters: Parameters, originHeader: string | undefined): string {
  const returnUrl = parameters.find(([name]) => name === 'launch_presentation_return_url')?.[1]
  const origins = [returnUrl, originHeader].map(toOrigin).filter((origin) => origin !== undefined)
  return [...new Set(origins)].join(' ')
}

/** Host names may contain `;`, `,` and `*`, which have a meaning in a content security policy. */
const PLAIN_ORIGIN = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?$/

/** Undefined if it can't be part of a content security policy. Pure. */
export function toOrigin(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const { origin } = new URL(url)
  return PLAIN_ORIGIN.test(origin) ? origin : undefined
}

const MAX_ID = 255

/** An id is not cut off, or two could become the same; one of blanks would be the same for everyone. */
export const lmsIdSchema = z
  .string()
  .max(MAX_ID)
  .refine((id) => id.trim() !== '' && !id.includes('\u0000'))
