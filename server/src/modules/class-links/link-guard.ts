import { say } from '@bellwether/wire'
import { forbidden } from '../../platform/errors.ts'
import { createGates } from '../../platform/rate-limit/gates.ts'
import type { RateLimit } from '../../platform/rate-limit/rate-limit.ts'
import { toNetwork, verifyPassword } from '../users/index.ts'
import type { LinkRow } from './class-link.repository.ts'

/** A whole class of 200 may be behind one address, and each of them may mistype a passphrase. */
export interface LinkGuardDeps {
  /** Unknown codes from one address. */
  unknownCodes: RateLimit
  /** Wrong passphrases from one address. Never for one link: strangers could shut out those who know it. */
  wrongByAddress: RateLimit
  /** New guests from one address, and of one link from all addresses. */
  guestsByAddress: RateLimit
  guestsByLink: RateLimit
  /** Questions of guests from one address. */
  questionsByAddress: RateLimit
}

/** Passphrases that are checked at once for one address; the next ones wait, so that each failure counts first. */
const MAX_CHECKS = 4

/** Limits abuse of class links. On PostgreSQL, all instances count together. */
export function createLinkGuard(limits: LinkGuardDeps) {
  const gates = createGates(MAX_CHECKS)

  return {
    /** Looks a code up. Codes that don't exist are counted, so that they can't be guessed. */
    async find<T>(clientIp: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
      const address = toNetwork(clientIp)
      await limits.unknownCodes.requireFree(address)
      const target = await look()
      if (target === undefined) await limits.unknownCodes.fail(address)
      return target
    },

    async checkPassphrase(
      { passphrase_hash }: Pick<LinkRow, 'passphrase_hash'>,
      passphrase: string | null | undefined,
      clientIp: string,
    ): Promise<void> {
      if (!passphrase?.trim()) throw forbidden(say('class_links.passphrase_needed'))
      const address = toNetwork(clientIp)
      await gates.run(address, async () => {
        await limits.wrongByAddress.requireFree(address)
        if (await verifyPassword(passphrase_hash, passphrase.trim())) return
        await limits.wrongByAddress.fail(address)
        throw forbidden(say('class_links.wrong_passphrase'))
      })
    },

    async countGuest(clientIp: string, linkId: number): Promise<void> {
      await limits.guestsByAddress.take(toNetwork(clientIp))
      await limits.guestsByLink.take(String(linkId))
    },

    countQuestion: (clientIp: string): Promise<void> => limits.questionsByAddress.take(toNetwork(clientIp)),
  }
}

export type LinkGuard = ReturnType<typeof createLinkGuard>
