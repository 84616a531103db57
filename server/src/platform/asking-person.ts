import type { Caller } from './caller.ts'
import type { Exchange } from './http/exchange.ts'

/** A caller, and the person for whom it asks where it may forward others (`forwardedUser`). */
export interface Asking {
  caller: Caller
  endUser?: string | undefined
}

/** How a person is written down: in usage, traces, audit log, budgets and approvals. */
export interface PersonRecord {
  /** Their account, or that of the key through which a client asked for them; null behind the operator's client. */
  userId: number | null
  /** The name that a client gave; '' when its key asks for others without naming them; null for a user of ours. */
  endUser: string | null
}

export interface AskingPerson {
  /** `user`: has an account. `forwarded`: named by a client. `unnamed`: behind a client that gave no name. */
  kind: 'user' | 'forwarded' | 'unnamed'
  /** The user of ours who asks. Never the owner of a key that asks for others. */
  userId: number | undefined
  record: PersonRecord
  /** One text for one person: under it stand counters and memories. */
  subject: string
  /** The e-mail or name by which others know the person; of an account only an e-mail that was confirmed. */
  identity: string | undefined
}

/**
 * Who asks: the one answer for completions, memories, budgets, approvals, usage, traces, the audit log and Moodle. A user of ours is only ever
 * themselves. Behind a caller that may forward others it is the person it named, and a person of that client only.
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

/** The subject of a person who was written down. */
export function subjectOf(record: PersonRecord): string {
  const { userId, endUser: name } = comparable(record)
  if (name === null) return userId === null ? 'client' : `user:${userId}`
  return userId === null ? `client:${name}` : `key-of:${userId}:${name}`
}

/** Names are compared without regard to case. */
export const comparable = ({ userId, endUser }: PersonRecord): PersonRecord => ({
  userId,
  endUser: endUser === null ? null : endUser.replaceAll('\u0000', '').trim().toLowerCase(),
})

/** Where a chat page such as Open WebUI says in its headers whom it asks for. */
const HEADERS = ['x-openwebui-user-email', 'x-openwebui-user-id']
/** Where other clients say it, in the `metadata` of the request: their own word for the person, or what an LMS launched them with. */
const FIELDS = ['user_id', 'lti_user_id', 'lis_person_sourcedid', 'email']
const MAX_LENGTH = 200

/**
 * The person for whom a client asks: the first that is named, headers before `metadata`. Believed only from a caller that may forward
 * others; anybody else is only ever themself, whatever the request says.
 */
export function forwardedUser(
  exchange: Pick<Exchange, 'header'>,
  caller: Caller,
  request: Readonly<Record<string, unknown>> = {},
): string | undefined {
  if (!caller.trustedForwarder) return undefined
  for (const header of HEADERS) {
    const named = toName(exchange.header(header))
    if (named) return named
  }
  const { metadata } = request
  if (typeof metadata !== 'object' || metadata === null) return undefined
  for (const field of FIELDS) {
    const named = Object.hasOwn(metadata, field) ? toName(Reflect.get(metadata, field)) : ''
    if (named) return named
  }
  return undefined
}

/** One line: it stands in prompts, logs and reports. */
function toName(given: unknown): string {
  if (typeof given === 'number') return Number.isSafeInteger(given) ? String(given) : ''
  if (typeof given !== 'string') return ''
  return given
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
}
