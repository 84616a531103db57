import {
  type EnterClassLink,
  type EnteredClassLink,
  type KeptChats,
  type OpenedClassLink,
  say,
} from '@bellwether/wire'
import { isGuest, type UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError, forbidden, notFound, unauthenticated } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import { findForCompletion } from '../assistants/index.ts'
import { linkBudgets } from '../budgets/index.ts'
import { refusalOf, type Sessions, userRepository } from '../users/index.ts'
import { classLinkRepository, type LinkRow } from './class-link.repository.ts'
import { guestRepository } from './guest.repository.ts'
import { toStoredCode } from './link-code.ts'
import type { LinkGuard } from './link-guard.ts'
import { shownState, toLinkedAssistant } from './link-records.ts'

export interface EnterDeps {
  db: Db
  sessions: Sessions
  guard: LinkGuard
  removeGuest(userId: number): Promise<void>
}

const guestGone = () => new AppError('not_found', say('class_links.guest_gone'))

export interface Visitor {
  /** A signed-in person or a guest; undefined without a credential. */
  caller: UserCaller | undefined
  clientIp: string
}

/** For the people who open a link. */
export function createEnterLink({ db, sessions, guard, removeGuest }: EnterDeps) {
  const guestSessions = createGuestSessions({ db, sessions, guard })

  async function find(code: string, clientIp: string): Promise<LinkRow> {
    const link = await guard.find(clientIp, () => classLinkRepository.findByCode(db, toStoredCode(code)))
    if (!link || link.deleted_at !== null || link.assistant_deleted_at !== null) throw notFound('Link')
    return link
  }

  const mayUse = async (caller: UserCaller | undefined, link: LinkRow): Promise<boolean> =>
    caller !== undefined &&
    !isGuest(caller) &&
    (await findForCompletion(db, caller, { id: link.assistant_id })) !== undefined

  return {
    async open(code: string, { caller, clientIp }: Visitor): Promise<OpenedClassLink> {
      const link = await find(code, clientIp)
      const isMember = await mayUse(caller, link)
      const { id, name, description } = toLinkedAssistant(link)
      const state = shownState(link, nowSeconds())
      const isShown = state === 'open' && (link.kind !== 'organization' || isMember)
      return {
        state,
        kind: link.kind,
        starts_at: link.starts_at,
        ends_at: link.ends_at,
        assistant: isShown ? { id, name, description } : null,
        is_member: isMember,
        is_guest: caller?.guestOfLink === link.id,
      }
    },

    async enter(
      code: string,
      { passphrase, name }: EnterClassLink,
      { caller, clientIp }: Visitor,
    ): Promise<EnteredClassLink> {
      const link = await find(code, clientIp)
      const refusal = refusalOf(link, nowSeconds())
      if (refusal) throw refusal
      if (link.kind === 'organization') {
        if (!caller || isGuest(caller)) throw unauthenticated(say('class_links.members_only'))
        if (!(await mayUse(caller, link))) throw notFound('Link')
        return { token: null, assistant: toLinkedAssistant(link), guest: null }
      }
      if (caller?.guestOfLink === link.id) return guestSessions.resume(link, caller, name ?? '')
      if (link.kind === 'passphrase') await guard.checkPassphrase(link, passphrase, clientIp)
      return guestSessions.start(link, name ?? '', clientIp)
    },

    /** Moves the chats of a guest to the caller's account. The guest is then gone. */
    async keep(caller: UserCaller, code: string, token: string, clientIp: string): Promise<KeptChats> {
      const link = await find(code, clientIp)
      const session = await sessions.verify(token)
      const guest = session && (await userRepository.findById(db, session.userId))
      if (!guest || guest.guest_link_id !== link.id || guest.session_version !== session.version)
        throw guestGone()
      if (link.organization_id !== caller.organizationId)
        throw forbidden(say('class_links.other_organization'))
      const chats = await db.transaction().execute(async (tx) => {
        if (!(await guestRepository.lock(tx, guest.id))) throw guestGone()
        const moved = await guestRepository.giveTo(tx, guest.id, caller.userId, link.assistant_id)
        await guestRepository.delete(tx, guest.id)
        return moved
      })
      return { chats, assistant_id: link.assistant_id }
    },

    /** Deletes a guest with all chats, at the guest's own request. */
    async leave(caller: UserCaller): Promise<void> {
      if (isGuest(caller)) await removeGuest(caller.userId)
    },
  }
}

export type EnterLink = ReturnType<typeof createEnterLink>

interface GuestSessionDeps {
  db: Db
  sessions: Sessions
  guard: Pick<LinkGuard, 'countGuest'>
}

/** A guest is a user without an e-mail address and a password, and with one assistant. */
function createGuestSessions({ db, sessions, guard }: GuestSessionDeps) {
  async function issue(link: LinkRow, userId: number): Promise<EnteredClassLink> {
    const user = await userRepository.findById(db, userId)
    if (!user) throw unauthenticated()
    const { daily_questions = null } = (await linkBudgets.read(db, [link.id])).get(link.id) ?? {}
    return {
      token: await sessions.issue(user, 'guest'),
      assistant: toLinkedAssistant(link),
      guest: { name: user.name, daily_questions },
    }
  }

  return {
    async start(link: LinkRow, name: string, clientIp: string): Promise<EnteredClassLink> {
      await guard.countGuest(clientIp, link.id)
      const now = nowSeconds()
      const id = newUuid()
      const userId = await userRepository.insert(db, {
        organization_id: link.organization_id,
        // The column is required and unique. `.invalid` does not exist, so nothing can be sent there.
        email: `guest-${id}@guest.invalid`,
        name: name || `Guest ${id.slice(0, 4)}`,
        user_type: 'end_user',
        auth_provider: 'class_link',
        guest_link_id: link.id,
        created_at: now,
        updated_at: now,
      })
      return issue(link, userId)
    },

    /** The same browser stays the same guest, also after the passphrase has changed. */
    async resume(link: LinkRow, guest: UserCaller, name: string): Promise<EnteredClassLink> {
      const change = { ...(name ? { name } : {}), updated_at: nowSeconds() }
      await userRepository.update(db, guest.userId, change)
      return issue(link, guest.userId)
    },
  }
}
