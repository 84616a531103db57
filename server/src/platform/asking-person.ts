import type { Caller } from './caller.ts'
import type { Exchange } from './http/exchange.ts'

/** A caller and, if it may forward others, the person it asks for (`forwardedUser`). */
export interface Asking {
  caller: Caller
  endUser?: string | undefined
}

/** How a person is stored in usage, traces, audit log, budgets and approvals. */
export interface PersonRecord {
  /** Their account, or that of the key a client used for them; null for clients with the system key. */
  userId: number | null
  /** The name given by a client; '' if a forwarding key names no one; null for a user with an account. */
  endUser: string | null
}

export interface AskingPerson {
  /** `user`: has an account. `forwarded`: named by a client. `unnamed`: the client gave no name. */
  kind: 'user' | 'forwarded' | 'unnamed'
  /** The asking user's account. Never the owner of a key that asks for others. */
  userId: number | undefined
  record: PersonRecord
  /** Identifies one person; used as the key of counters and memories. */
  subject: string
  /** The e-mail address or name by which others know the person; for an account, only a confirmed e-mail address. */
  identity: string | undefined
}

/**
 * Identifies the asking person for completions, memories, budgets, approvals, usage, traces, the audit log and
 * Moodle. A user with an account is always themselves. For a caller that may forward others it is the person it
 * named, who exists for that client only.
 */
export function askingPerson({ caller, endUser }: Asking): AskingPerson {
  if (!caller.trustedForwarder) {
    const { userId, confirmedEmail: identity } = caller
    return toPerson('user', { userId, endUser: null }, { userId, identity })
  }
  const name = toName(endUser)
  const userId = caller.kind === 'user' ? caller.userId : null
  if (name) return toPerson('forwarded', { userId, endUser: name }, { userId: undefined, identity: name })
  const record = { userId, endUser: userId === null ? null : '' }
  return toPerson('unnamed', record, { userId: undefined, identity: undefined })
}

const toPerson = (
  kind: AskingPerson['kind'],
  record: PersonRecord,
  rest: Pick<AskingPerson, 'userId' | 'identity'>,
): AskingPerson => ({ kind, record, subject: subjectOf(record), ...rest })

/** The subject of a stored person. */
export function subjectOf(record: PersonRecord): string {
  const { userId, endUser: name } = comparable(record)
  if (name === null) return userId === null ? 'client' : `user:${userId}`
  return userId === null ? `client:${name}` : `key-of:${userId}:${name}`
}

/** Names are compared case-insensitively. */
export const comparable = ({ userId, endUser }: PersonRecord): PersonRecord => ({
  userId,
  endUser: endUser === null ? null : endUser.replaceAll('\u0000', '').trim().toLowerCase(),
})

/** Headers in which chat pages such as Open WebUI name the person. */
const HEADERS = ['x-openwebui-user-email', 'x-openwebui-user-id']
/**
 * Fields of the request's `metadata` in which other clients name the person: by their own id or by the one from an
 * LMS launch.
 */
const FIELDS = ['user_id', 'lti_user_id', 'lis_person_sourcedid', 'email']
const MAX_LENGTH = 200

/**
 * The person a client asks for: the first one named, headers before `metadata`. Only trusted from a caller that may
 * forward others; every other caller asks for themselves.
 */
export function forwardedUser(
  exchange: Pick<Exchange, 'header'>,
  caller: Caller,
  request: Readonly<Record<string, unknown>> = {},
): string | undefined {
  if (!caller.trustedForwarder) return undefined
  for (const header of HEADERS) {
    const name = toName(exchange.header(header))
    if (name) return name
  }
  const { metadata } = request
  if (typeof metadata !== 'object' || metadata === null) return undefined
  for (const field of FIELDS) {
    const name = Object.hasOwn(metadata, field) ? toName(Reflect.get(metadata, field)) : ''
    if (name) return name
  }
  return undefined
}

/** One line: it is used in prompts, logs and reports. */
function toName(value: unknown): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : ''
  if (typeof value !== 'string') return ''
  return value
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
}
