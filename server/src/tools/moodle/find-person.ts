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
}

/** Values with which a model refers to the person who asks. */
const SELF = new Set(['', 'me', 'default'])

export const same = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()

export const isSelf = ({ identity }: Asking, wanted: string): boolean =>
  SELF.has(wanted.toLowerCase()) || (identity !== undefined && same(identity.trim(), wanted))

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
  wanted: string,
  asking: Asking,
  mayNameOthers: boolean,
): Promise<MoodleUser> {
  if (isSelf(asking, wanted)) return await findSelf(moodle, asking)
  if (mayNameOthers) return await findNamed(moodle, wanted)
  // People may use their own username or id.
  const self = knownName(asking) === undefined ? undefined : await findSelf(moodle, asking)
  if (self && isNamed(self, wanted)) return self
  throw new MoodleRefusal(say('reasons.moodle_own_courses'))
}

export const isNamed = (user: MoodleUser, wanted: string): boolean =>
  same(user.username, wanted) || String(user.id) === wanted || same(user.email, wanted)

async function findNamed(moodle: MoodleClient, wanted: string): Promise<MoodleUser> {
  if (wanted.includes('@')) {
    const byEmail = await moodle.findUsers('email', wanted)
    if (byEmail.length > 0) return onlyOne(byEmail, say('parts.moodle_that_email'))
  } else if (/^\d{1,15}$/.test(wanted)) {
    const byId = await moodle.findUsers('id', wanted)
    if (byId.length > 0) return onlyOne(byId, say('parts.moodle_that_id'))
  }
  // Moodle stores usernames in lower case. A student number or an e-mail address may be one.
  return onlyOne(await moodle.findUsers('username', wanted.toLowerCase()), say('parts.moodle_that_name'))
}

function onlyOne(users: readonly MoodleUser[], what: Message): MoodleUser {
  const [user, another] = users
  if (!user) throw new MoodleFailure(say('reasons.moodle_no_user', { what }))
  if (another) throw new MoodleFailure(say('reasons.moodle_several_users', { what }))
  return user
}

/** Not for an API key that forwards other people: they would get the rights of the key's owner. */
export const mayNameOthers = (caller: Caller, organizationId: number): boolean =>
  caller.kind === 'user' &&
  !caller.trustedForwarder &&
  (caller.systemAdmin || (isOrganizationAdmin(caller) && caller.organizationId === organizationId))
