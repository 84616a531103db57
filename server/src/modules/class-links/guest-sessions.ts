import type { EnteredClassLink } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { unauthenticated } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import { linkBudgets } from '../budgets/index.ts'
import { type Sessions, userRepository } from '../users/index.ts'
import type { LinkRow } from './class-link.repository.ts'
import type { LinkGuard } from './link-guard.ts'
import { toLinkedAssistant } from './link-records.ts'

export interface GuestSessionDeps {
  db: Db
  sessions: Sessions
  guard: Pick<LinkGuard, 'countGuest'>
}

/** A guest is a user without an e-mail address and a password, and with one assistant. */
export function createGuestSessions({ db, sessions, guard }: GuestSessionDeps) {
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
