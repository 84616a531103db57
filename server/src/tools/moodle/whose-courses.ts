import { type Caller, isOrganizationAdmin } from '../../platform/caller.ts'
import { type MoodleClient, MoodleFailure, type MoodleUser } from './moodle-client.ts'

/** What the person who asks may be called in an argument. */
const SELF = new Set(['', 'me', 'default'])

const same = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

/**
 * Whose courses are read. The argument passed through a model, so it is a wish: who asks is what `identity` says (an e-mail),
 * and only an admin may name somebody else. A refusal does not tell whether there is such a person.
 */
export async function findWhose(
  moodle: MoodleClient,
  wanted: string,
  identity: string | undefined,
  mayNameOthers: boolean,
): Promise<MoodleUser> {
  const email = identity?.includes('@') ? identity.trim() : undefined
  if (SELF.has(wanted.toLowerCase()) || (email && same(email, wanted))) {
    if (!email) throw new MoodleFailure('it is not known who is asking')
    return await findSelf(moodle, email)
  }
  if (mayNameOthers) return await findNamed(moodle, wanted)
  // People know their user name or number; it has to be their own.
  const self = email ? await findSelf(moodle, email) : undefined
  if (self && (same(self.username, wanted) || String(self.id) === wanted)) return self
  throw new MoodleFailure('only your own courses can be read')
}

async function findSelf(moodle: MoodleClient, email: string): Promise<MoodleUser> {
  // Databases find e-mails that are merely alike (é = e), and Moodle can be set to let people share one.
  const found = (await moodle.findUsers('email', email)).filter(
    (user) => user.email === undefined || same(user.email, email),
  )
  return onlyOne(found, 'your e-mail')
}

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

/** Not through a key that forwards other people: whoever is behind it would get the rights of the key's owner. */
export const mayNameOthers = (caller: Caller, organizationId: number): boolean =>
  caller.kind === 'user' &&
  !caller.trustedForwarder &&
  (caller.systemAdmin || (isOrganizationAdmin(caller) && caller.organizationId === organizationId))
