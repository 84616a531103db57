import { hash } from 'node:crypto'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { type UserAccount, userRepository } from '../../users/index.ts'
import type { Launch } from '../launch/launch-form.ts'
import { LaunchRefused } from '../launch/problem.ts'
import type { CourseRole } from '../launch/roles.ts'
import { creatorPlatform, ltiAccountRepository } from './account.repository.ts'
import { createProvenIds } from './proven-ids.ts'
import { mayAdopt, UNKNOWN_PLATFORM } from './unknown-platform.ts'

type Person = Pick<Launch, 'platform' | 'lmsUserId' | 'name'>

/** Accounts behind LTI 1.1 launches. They have no password, and their e-mail addresses are LAMB's, not real ones. */
export function createLtiAccounts(db: Db) {
  const finding = createFinding(db)
  return {
    ...createEntering(db, finding),
    requireUsable: finding.requireUsable,
    ...createProvenIds(db),
    /** For LTI 1.3, where a person has one account in all activities. */
    async joinActivity(
      { id, role, lmsUserId }: { id: number; role: CourseRole; lmsUserId: string },
      userId: number,
    ): Promise<void> {
      const now = nowSeconds()
      await ltiAccountRepository.joinActivity(db, {
        activity_id: id,
        user_id: userId,
        lms_user_id: lmsUserId,
        role,
        consent_at: null,
        last_access_at: now,
        created_at: now,
      })
      await ltiAccountRepository.noteAccess(db, { activityId: id, lmsUserId }, { role, now })
    },
    /** Someone who was a student in one course and teaches another. */
    allowBuilding: (userId: number): Promise<void> =>
      userRepository.update(db, userId, { user_type: 'creator', updated_at: nowSeconds() }),
    /** The account that this person has linked. Undefined if it belongs to another organization. */
    async findLinked(
      { platform, lmsUserId }: { platform: string; lmsUserId: string },
      organizationId: number,
    ): Promise<UserAccount | undefined> {
      const id = await ltiAccountRepository.findLinked(db, platform, lmsUserId)
      const user = id === undefined ? undefined : await finding.requireUsable(id)
      return user?.organization_id === organizationId ? user : undefined
    },
    link: (person: { platform: string; lmsUserId: string }, userId: number): Promise<void> =>
      ltiAccountRepository.link(db, {
        platform: person.platform,
        lms_user_id: person.lmsUserId,
        user_id: userId,
        linked_at: nowSeconds(),
      }),
  }
}

function createFinding(db: Db) {
  /** Throws `LaunchRefused` if the account may not be used. */
  async function requireUsable(userId: number): Promise<UserAccount> {
    const user = await userRepository.findById(db, userId)
    if (user?.enabled !== 1) throw new LaunchRefused('account_disabled')
    if (user.organization_status === 'suspended') throw new LaunchRefused('organization_suspended')
    // Otherwise the admin of an organization could become system admin through an LMS.
    if (user.role === 'admin') throw new LaunchRefused('account_elsewhere')
    return user
  }

  /**
   * The account that `find` knows, or a new one that `save` remembers. Of two simultaneous launches, one creates it and
   * the other finds it.
   */
  async function findOrCreate(
    find: () => Promise<number | undefined>,
    draft: NewAccount,
    save: (tx: Db, userId: number) => Promise<void>,
  ): Promise<UserAccount> {
    const existing = await find()
    if (existing !== undefined) return requireUsable(existing)
    const other = { ...draft, email: withMark(draft.email, draft.mark), ltiUserId: null }
    for (const account of [draft, other]) {
      try {
        const id = await db.transaction().execute(async (tx) => {
          const userId = await insertAccount(tx, account)
          await save(tx, userId)
          return userId
        })
        return requireUsable(id)
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        const created = await find()
        if (created !== undefined) return requireUsable(created)
        // The address belongs to someone else, such as a person of another LMS with the same id.
      }
    }
    throw new LaunchRefused('account_disabled')
  }

  return { requireUsable, findOrCreate }
}

const STUDENT = { userType: 'end_user', provider: 'lti', ltiUserId: null } as const

function createEntering(db: Db, { findOrCreate }: ReturnType<typeof createFinding>) {
  return {
    /** The chat account of a person in an activity: `<user>_<link>@lamb-lti.local`. */
    async enterActivity(
      person: Person & { role: CourseRole },
      activity: { id: number; organization_id: number; resource_link_id: string },
    ): Promise<UserAccount> {
      const { lmsUserId, platform, name, role } = person
      const now = nowSeconds()
      const user = await findOrCreate(
        async () => (await ltiAccountRepository.findActivityUser(db, activity.id, lmsUserId))?.user_id,
        {
          ...STUDENT,
          organizationId: activity.organization_id,
          email: `${toLocalPart(`${lmsUserId}_${activity.resource_link_id}`)}@lamb-lti.local`,
          mark: platform,
          name,
        },
        (tx, userId) =>
          ltiAccountRepository.insertActivityUser(tx, {
            activity_id: activity.id,
            user_id: userId,
            lms_user_id: lmsUserId,
            role,
            consent_at: null,
            last_access_at: now,
            created_at: now,
          }),
      )
      await ltiAccountRepository.noteAccess(db, { activityId: activity.id, lmsUserId }, { role, now })
      return user
    },

    /** The chat account of a launch of one assistant: `<username>-<consumer key>@lamb-project.org`. */
    enterAssistant: (
      { platform, username, name }: Person & { username: string },
      assistant: { id: number; organization_id: number; consumerName: string },
    ): Promise<UserAccount> =>
      findOrCreate(
        async () =>
          (await ltiAccountRepository.findAssistantUser(db, assistant.id, platform, username)) ??
          (mayAdopt(platform)
            ? await ltiAccountRepository.adoptAssistantUser(
                db,
                assistant.id,
                UNKNOWN_PLATFORM,
                platform,
                username,
              )
            : undefined),
        {
          ...STUDENT,
          organizationId: assistant.organization_id,
          email: `${toLocalPart(`${username}-${assistant.consumerName}`)}@lamb-project.org`,
          mark: platform,
          name,
        },
        (tx, userId) =>
          ltiAccountRepository.insertAssistantUser(tx, {
            assistant_id: assistant.id,
            platform,
            lms_user_id: username,
            user_id: userId,
            created_at: nowSeconds(),
          }),
      ),

    /** The account of an educator who comes with the organization's key: `lti_creator_<slug>_<id>@lamb-lti.local`. */
    enterAsCreator: (
      { platform, lmsUserId, name }: Person,
      organization: { id: number; slug: string },
    ): Promise<UserAccount> =>
      findOrCreate(
        async () =>
          (await ltiAccountRepository.findClaimedCreator(db, organization.id, platform, lmsUserId)) ??
          (await claimCreator(db, organization.id, platform, lmsUserId)),
        {
          organizationId: organization.id,
          email: `${toLocalPart(`lti_creator_${organization.slug}_${lmsUserId}`)}@lamb-lti.local`,
          mark: platform,
          name,
          userType: 'creator',
          provider: 'lti_creator',
          ltiUserId: lmsUserId,
        },
        (tx, userId) => linkCreator(tx, organization.id, { platform, lmsUserId, userId }),
      ),
  }
}

const linkCreator = (
  tx: Db,
  organizationId: number,
  { platform, lmsUserId, userId }: { platform: string; lmsUserId: string; userId: number },
): Promise<void> =>
  ltiAccountRepository.link(tx, {
    platform: creatorPlatform(organizationId, platform),
    lms_user_id: lmsUserId,
    user_id: userId,
    linked_at: nowSeconds(),
  })

/** The first LMS that sends the person gets an account that belongs to none yet; of two simultaneous ones, only one. */
const claimCreator = (
  db: Db,
  organizationId: number,
  platform: string,
  lmsUserId: string,
): Promise<number | undefined> =>
  db.transaction().execute(async (tx) => {
    const creator = await ltiAccountRepository.findUnclaimedCreator(tx, organizationId, lmsUserId)
    if (creator === undefined || !(await userRepository.lock(tx, creator))) return undefined
    const userId = await ltiAccountRepository.findCreator(tx, organizationId, platform, lmsUserId)
    if (userId === creator) await linkCreator(tx, organizationId, { platform, lmsUserId, userId })
    return userId
  })

interface NewAccount {
  organizationId: number
  email: string
  /** Makes the address unique if it is taken. */
  mark: string
  name: string
  userType: 'creator' | 'end_user'
  provider: string
  ltiUserId: string | null
}

function insertAccount(tx: Db, draft: NewAccount): Promise<number> {
  const now = nowSeconds()
  return userRepository.insert(tx, {
    organization_id: draft.organizationId,
    email: draft.email,
    name: draft.name,
    password_hash: null,
    role: 'user',
    user_type: draft.userType,
    enabled: 1,
    auth_provider: draft.provider,
    lti_user_id: draft.ltiUserId,
    email_confirmed_at: null,
    created_at: now,
    updated_at: now,
  })
}

const MAX_LOCAL_PART = 160
const shortHash = (text: string): string => hash('sha256', text).slice(0, 12)

/** Ids may contain any character. A changed one gets a hash, so that two ids never become one address. Pure. */
function toLocalPart(text: string): string {
  const plain = text.toLowerCase().replace(/[^a-z0-9._+-]+/g, '-')
  return plain === text && plain.length <= MAX_LOCAL_PART
    ? plain
    : `${plain.slice(0, MAX_LOCAL_PART)}-${shortHash(text)}`
}

const withMark = (email: string, mark: string): string => email.replace('@', `-${shortHash(mark)}@`)
