import { type Message, say } from '@bellwether/wire'
import { type Caller, isOrganizationAdmin } from '../../platform/caller.ts'
import type { MoodleClient } from './moodle-client.ts'
import { MoodleFailure, MoodleRefusal } from './moodle-failure.ts'
import type { MoodleUser } from './moodle-records.ts'

/** The person who asks, from the server's own data: never from a message or an argument. */
export interface Asking {
  /** An e-mail address, or another identifier that a forwarding client uses. */
  identity: string | undefined
  /**
   * Whether such identifiers are Moodle's own (an id, a username or an ID number). Otherwise one could
   * match another person.
   */
  idsAreMoodles: boolean
  /** `identity` is the person's id in this Moodle, proven by a launch. */
  isProven?: boolean
}

/** Values with which a model refers to the person who asks. */
const SELF = new Set(['', 'me', 'default'])

export const same = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase()

export const isSelf = ({ identity }: Asking, reference: string): boolean =>
  SELF.has(reference.toLowerCase()) || (identity !== undefined && same(identity.trim(), reference))

/** The identifier for the lookup in Moodle; undefined if there is none. */
function knownName({ identity, idsAreMoodles }: Asking): string | undefined {
  const name = identity?.trim() ?? ''
  if (name.includes('@')) return name
  return idsAreMoodles && !SELF.has(name.toLowerCase()) ? name : undefined
}

export async function findSelf(moodle: MoodleClient, asking: Asking): Promise<MoodleUser> {
  const name = knownName(asking)
  if (name === undefined) throw new MoodleFailure(say('reasons.person_unknown'))
  if (name.includes('@')) return await findByEmail(moodle, name)
  if (/^\d{1,15}$/.test(name)) return onlyOne(await moodle.findUsers('id', name), say('parts.moodle_your_id'))
  const byName = await moodle.findUsers('username', name.toLowerCase())
  if (byName.length > 0) return onlyOne(byName, say('parts.moodle_your_name'))
  return onlyOne(await moodle.findUsers('idnumber', name), say('parts.moodle_your_name_or_number'))
}

async function findByEmail(moodle: MoodleClient, email: string): Promise<MoodleUser> {
  // Databases also find similar e-mail addresses (é = e), and Moodle can be set to let people share one.
  const users = (await moodle.findUsers('email', email)).filter(
    (user) => user.email === undefined || same(user.email, email),
  )
  return onlyOne(users, say('parts.moodle_your_email'))
}

/**
 * Finds the person whose courses are read. The argument comes from a model, so only an admin may name another
 * person. A refusal does not reveal whether that person exists.
 */
export async function findPerson(
  moodle: MoodleClient,
  reference: string,
  asking: Asking,
  mayNameOthers: boolean,
): Promise<MoodleUser> {
  if (isSelf(asking, reference)) return await findSelf(moodle, asking)
  if (mayNameOthers) return await findNamed(moodle, reference)
  // People may use their own username or id.
  const self = knownName(asking) === undefined ? undefined : await findSelf(moodle, asking)
  if (self && isNamed(self, reference)) return self
  throw new MoodleRefusal(say('reasons.moodle_own_courses'))
}

export const isNamed = (user: MoodleUser, reference: string): boolean =>
  same(user.username, reference) || String(user.id) === reference || same(user.email, reference)

async function findNamed(moodle: MoodleClient, reference: string): Promise<MoodleUser> {
  if (reference.includes('@')) {
    const byEmail = await moodle.findUsers('email', reference)
    if (byEmail.length > 0) return onlyOne(byEmail, say('parts.moodle_that_email'))
  } else if (/^\d{1,15}$/.test(reference)) {
    const byId = await moodle.findUsers('id', reference)
    if (byId.length > 0) return onlyOne(byId, say('parts.moodle_that_id'))
  }
  // Moodle stores usernames in lower case. A student number or an e-mail address may be one.
  return onlyOne(await moodle.findUsers('username', reference.toLowerCase()), say('parts.moodle_that_name'))
}

function onlyOne(users: readonly MoodleUser[], what: Message): MoodleUser {
  const [user, second] = users
  if (!user) throw new MoodleFailure(say('reasons.moodle_no_user', { what }))
  if (second) throw new MoodleFailure(say('reasons.moodle_several_users', { what }))
  return user
}

/** Not for an API key that forwards other people: they would get the rights of the key's owner. */
export const mayNameOthers = (caller: Caller, organizationId: number): boolean =>
  caller.kind === 'user' &&
  !caller.trustedForwarder &&
  (caller.systemAdmin || (isOrganizationAdmin(caller) && caller.organizationId === organizationId))
