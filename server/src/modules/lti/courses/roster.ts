import { toNameLine } from '@bellwether/wire'
import * as z from 'zod'
import { tryParseJson } from '../../../platform/json.ts'
import { lmsIdSchema } from '../launch/launch-form.ts'
import { type CourseRole, courseRoleOf, isLearner } from '../launch/roles.ts'
import type { PlatformRow } from '../lti13/platform.repository.ts'
import type { ServiceClient } from '../services/service-client.ts'
import { ServiceFault } from '../services/service-fault.ts'

export const ROSTER_SCOPE = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly'
const MEDIA_TYPE = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'
const MAX_PAGES = 200
const MAX_TOTAL_BYTES = 8 * 1024 * 1024
const MAX_MEMBERS = 20_000
/** For all pages together. */
const MAX_MS = 120_000

/** `other`: neither teacher nor student, such as a mentor or an observer. */
export type MemberRole = CourseRole | 'other'

export interface RosterMember {
  lmsUserId: string
  /** Empty if the LMS does not share names. */
  name: string
  role: MemberRole
}

const short = z
  .string()
  .optional()
  .catch(undefined)
  .transform((text) => toNameLine(text ?? '').slice(0, 200))

const memberSchema = z.object({
  user_id: lmsIdSchema,
  roles: z.array(z.string()).max(100).catch([]),
  status: z.string().optional().catch(undefined),
  name: short,
  given_name: short,
  family_name: short,
})
const pageSchema = z.object({ members: z.array(z.unknown()) })

/** Reads all pages of a course's roster. Throws `ServiceFault`; then nothing of it counts. */
export async function readRoster(
  services: ServiceClient,
  platform: PlatformRow,
  membershipsUrl: string,
): Promise<RosterMember[]> {
  const members = new Map<string, RosterMember>()
  const deadline = AbortSignal.timeout(MAX_MS)
  let remainingBytes = MAX_TOTAL_BYTES
  let url: string | undefined = membershipsUrl
  for (let page = 1; url !== undefined; page++) {
    if (page > MAX_PAGES) throw new ServiceFault('too_large')
    if (deadline.aborted) throw new ServiceFault('unreachable')
    const request = { method: 'GET', url, headers: { accept: MEDIA_TYPE }, scopes: [ROSTER_SCOPE] } as const
    const answer = await services.call(platform, request, remainingBytes)
    if (answer.problem) throw new ServiceFault(answer.problem)
    remainingBytes -= answer.body.length
    if (remainingBytes <= 0) throw new ServiceFault('too_large')
    for (const member of readPage(answer.body)) members.set(member.lmsUserId, member)
    if (members.size > MAX_MEMBERS) throw new ServiceFault('too_large')
    url = nextPage(answer.headers['link'], url)
  }
  return [...members.values()]
}

/** People who have left the course are not part of it. */
function readPage(body: Buffer): RosterMember[] {
  const page = pageSchema.safeParse(tryParseJson(body))
  if (!page.success) throw new ServiceFault('malformed')
  return page.data.members.flatMap((raw) => {
    const parsed = memberSchema.safeParse(raw)
    if (!parsed.success) throw new ServiceFault('malformed')
    const { user_id, roles, status = 'Active', name, given_name, family_name } = parsed.data
    if (status.toLowerCase() !== 'active') return []
    return [
      {
        lmsUserId: user_id,
        name: name || `${given_name} ${family_name}`.trim(),
        role: memberRoleOf(roles),
      },
    ]
  })
}

/** An unknown role never makes someone a student. Pure. */
function memberRoleOf(roles: readonly string[]): MemberRole {
  const role = courseRoleOf(roles)
  return role === 'student' && !isLearner(roles) ? 'other' : role
}

/** The next page must be on the same server: the request carries a token. Throws `ServiceFault`. Pure. */
function nextPage(header: string | string[] | undefined, current: string): string | undefined {
  const links = (Array.isArray(header) ? header : [header ?? '']).join(',')
  const next = [...links.matchAll(/<([^<>]*)>([^<]*)/g)].find(([, , parameters = '']) =>
    /;\s*rel\s*=\s*("[^"]*\bnext\b[^"]*"|next\b)/i.test(parameters),
  )
  if (!next) return undefined
  if (!URL.canParse(next[1] ?? '', current)) throw new ServiceFault('malformed')
  const url = new URL(next[1] ?? '', current)
  if (url.origin !== new URL(current).origin || url.username !== '') throw new ServiceFault('foreign_address')
  return url.href
}
