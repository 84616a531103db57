import { isIPv6 } from 'node:net'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createGates } from '../../../platform/rate-limit/gates.ts'
import type { RateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import { signInAddressRepository } from './sign-in-address.repository.ts'

export interface SignInGuardDeps {
  db: Db
  /** Failures for one e-mail from one address. */
  byPair: RateLimit
  /** Failures from one address, for any e-mail. */
  byAddress: RateLimit
  /**
   * Failures for one e-mail, from any address. The limit is high: it only stops guessing from many addresses
   * at once.
   */
  byEmail: RateLimit
  /** Addresses are stored under this keyed hash. */
  hashAddress(address: string): string
}

export type SignInGuard = ReturnType<typeof createSignInGuard>

/** Password checks that run at once for one address. Guesses sent together are counted before the next ones start. */
const MAX_CHECKS_PER_ADDRESS = 4
const ADDRESS_RETENTION_SECONDS = 180 * 24 * 3600

/**
 * Slows down password guessing without letting strangers lock anyone out:
 *
 * - Only wrong passwords count, and a correct one resets nothing. So a guesser gains nothing from signing in to an account of their own in
 *   between, and any number of people can sign in at once.
 * - Someone who has signed in from this address before is only limited by their own failures from this address. The limits that other
 *   people's failures count towards do not apply to them.
 */
export function createSignInGuard({ db, byPair, byAddress, byEmail, hashAddress }: SignInGuardDeps) {
  const addresses = createGates(MAX_CHECKS_PER_ADDRESS)
  /** Attempts for one account from one address run one at a time, so that each is counted before the next starts. */
  const pairs = createGates(1)

  return {
    /**
     * `verify` returns the user with this password, or undefined. While blocked, throws too_many_requests
     * without calling it.
     */
    check<T extends { id: number }>(
      email: string,
      clientIp: string,
      verify: () => Promise<T | undefined>,
    ): Promise<T | undefined> {
      const person = email.trim().toLowerCase()
      const address = toNetwork(clientIp)
      const pair = `${address} ${person}`
      const attempt = async () => {
        await byPair.requireFree(pair)
        const hash = hashAddress(address)
        if (!(await signInAddressRepository.isKnown(db, person, hash))) {
          await byAddress.requireFree(address)
          await byEmail.requireFree(person)
        }
        const user = await verify()
        if (user) {
          const now = nowSeconds()
          await signInAddressRepository.remember(db, user.id, hash, now, now - ADDRESS_RETENTION_SECONDS)
          return user
        }
        await Promise.all([byPair.fail(pair), byAddress.fail(address), byEmail.fail(person)])
        return undefined
      }
      return pairs.run(pair, () => addresses.run(address, attempt))
    },
  }
}

/** An IPv6 customer usually has a whole /64 network. IPv4 addresses may be written as IPv6. */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
