import { type Caller, isOrganizationAdmin } from '../../platform/caller.ts'
import type { MoodleClient } from './moodle-client.ts'
import { MoodleFailure, MoodleRefusal } from './moodle-failure.ts'
import type { MoodleUser } from './moodle-records.ts'

/** Who asks, as the server knows them: never what a message or an argument says. */
export interface Asking {
  /** An e-mail; behind a client that forwards people also whatever else it calls them. */
  identity: string | undefined
  /** Whether such another name is Moodle's own (a number, a user name, an ID number). Otherwise it could be mistaken for another person's. */
  idsAreMoodles: boolean
}

/** What the person who asks may be called in an argument. */
const SELF = new Set(['', 'me', 'default'])

export const same = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()

export const isSelf = ({ identity }: Asking, wanted: string): boolean =>
  SELF.has(wanted.toLowerCase()) || (identity !== undefined && same(identity.trim(), wanted))

/** The name by which Moodle can be asked for them; undefined when there is none. */
function knownName({ identity, idsAreMoodles }: Asking): string | undefined {
  const name = identity?.trim() ?? ''
  if (name.includes('@')) return name
  return idsAreMoodles && !SELF.has(name.toLowerCase()) ? name : undefined
}

export async function findSelf(moodle: MoodleClient, asking: Asking): Promise<MoodleUser> {
  const known = knownName(asking)
  if (known === undefined) throw new MoodleFailure('the person asking is unknown')
  if (known.includes('@')) return await findByEmail(moodle, known)
  if (/^\d{1,15}$/.test(known)) return onlyOne(await moodle.findUsers('id', known), 'your user id')
  const byName = await moodle.findUsers('username', known.toLowerCase())
  if (byName.length > 0) return onlyOne(byName, 'your user name')
  return onlyOne(await moodle.findUsers('idnumber', known), 'your user name or ID number')
}

async function findByEmail(moodle: MoodleClient, email: string): Promise<MoodleUser> {
  // Databases find e-mails that are merely alike (é = e), and Moodle can be set to let people share one.
  const found = (await moodle.findUsers('email', email)).filter(
    (user) => user.email === undefined || same(user.email, email),
  )
  return onlyOne(found, 'your e-mail')
}

/**
 * Whose courses are read. The argument passed through a model, so it is a wish: only an admin may name another person. A refusal does not
 * tell whether there is such a person.
 */
export async function findWhose(
  moodle: MoodleClient,
  wanted: string,
  asking: Asking,
  mayNameOthers: boolean,
): Promise<MoodleUser> {
  if (isSelf(asking, wanted)) return await findSelf(moodle, asking)
  if (mayNameOthers) return await findNamed(moodle, wanted)
  // People know their user name or number; it has to be their own.
  const self = knownName(asking) === undefined ? undefined : await findSelf(moodle, asking)
  if (self && isNamed(self, wanted)) return self
  throw new MoodleRefusal('you can only read your own courses')
}

export const isNamed = (user: MoodleUser, wanted: string): boolean =>
  same(user.username, wanted) || String(user.id) === wanted || same(user.email, wanted)

async function findNamed(moodle: MoodleClient, wanted: string): Promise<MoodleUser> {
  if (wanted.includes('@')) {
    const byEmail = await moodle.findUsers('email', wanted)
    if (byEmail.length > 0) return onlyOne(byEmail, 'that e-mail')
  } else if (/^\d{1,15}$/.test(wanted)) {
    const byId = await moodle.findUsers('id', wanted)
    if (byId.length > 0) return onlyOne(byId, 'that id')
  }
  // Moodle keeps user names in lower case. A student number or an e-mail may be one.
  return onlyOne(await moodle.findUsers('username', wanted.toLowerCase()), 'that name')
}

function onlyOne(found: readonly MoodleUser[], what: string): MoodleUser {
  const [user, another] = found
  if (!user) throw new MoodleFailure(`Moodle has no user with ${what}`)
  if (another) throw new MoodleFailure(`Moodle has several users with ${what}`)
  return user
}

/** Not through a key that forwards other people: they would get the rights of the key's owner. */
export const mayNameOthers = (caller: Caller, organizationId: number): boolean =>
  caller.kind === 'user' &&
  !caller.trustedForwarder &&
  (caller.systemAdmin || (isOrganizationAdmin(caller) && caller.organizationId === organizationId))
