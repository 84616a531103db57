import { type Message, say } from '@bellwether/wire'
import { type Asking, askingPerson } from '../asking-person.ts'
import { nowSeconds } from '../clock.ts'
import { AppError } from '../errors.ts'

/** Releases the slot. Safe to call twice. */
export type ReleaseSlot = () => void

export interface SlotLimits {
  perPerson: number
  perKey: number
}

/**
 * Limits the concurrent answers of a person and of an API key. Counts in this process only, so several instances each
 * allow as many. `take` is asynchronous so that a shared store can replace this one.
 */
export interface AnswerSlots {
  /** Throws too_many_requests. `perPerson`: the organization's own limit. */
  take(asking: Asking, perPerson?: number): Promise<ReleaseSlot>
  /**
   * A slot for a test. Tests have slots of their own, so that they never keep a person from chatting, and wait for one
   * instead of failing. Throws too_many_requests after a while, and the reason of the signal.
   */
  waitForTest(asking: Asking, signal: AbortSignal, perPerson?: number): Promise<ReleaseSlot>
  /** Holds a slot while `work` runs. */
  during<T>(asking: Asking, work: () => Promise<T>): Promise<T>
}

/** No answer takes this long; a slot that is still held then has leaked. */
const LEASE_SECONDS = 2 * 3600
const RETRY_SECONDS = 5
/** Less than the time after which a run of tests counts as interrupted. */
const TEST_WAIT_MS = 600_000

interface Claim {
  holder: string
  most: number
  refusal(most: number): Message
}

export function createAnswerSlots(
  limits: SlotLimits,
  now: () => number = nowSeconds,
  testWaitMs: number = TEST_WAIT_MS,
): AnswerSlots {
  /** For each person and key, the start times of their running answers, oldest first. */
  const running = new Map<string, Map<symbol, number>>()
  /** Called in this order when a slot is released. */
  const waiting = new Set<() => void>()

  function isFull({ holder, most }: Claim): boolean {
    const slots = running.get(holder)
    const count = slots?.size ?? 0
    if (!slots || count < most) return count >= most
    for (const [id, since] of slots) {
      if (now() - since <= LEASE_SECONDS) break
      slots.delete(id)
    }
    return slots.size >= most
  }

  function release(holders: readonly string[], id: symbol): void {
    for (const holder of holders) {
      const slots = running.get(holder)
      slots?.delete(id)
      if (slots?.size === 0) running.delete(holder)
    }
    for (const look of [...waiting]) look()
  }

  function claim(claims: readonly Claim[]): ReleaseSlot {
    const full = claims.find(isFull)
    if (full)
      throw new AppError('too_many_requests', full.refusal(full.most), {
        retryAfter: RETRY_SECONDS,
        openAiCode: 'rate_limit_exceeded',
      })
    const id = Symbol('answer')
    for (const { holder } of claims) {
      const slots = running.get(holder) ?? new Map<symbol, number>()
      running.set(holder, slots.set(id, now()))
    }
    const holders = claims.map(({ holder }) => holder)
    return () => release(holders, id)
  }

  const take = async (asking: Asking, perPerson = limits.perPerson): Promise<ReleaseSlot> =>
    claim(claimsOf(asking, { ...limits, perPerson }))

  function waitForTest(
    asking: Asking,
    signal: AbortSignal,
    perPerson = limits.perPerson,
  ): Promise<ReleaseSlot> {
    const claims = claimsOf(asking, { ...limits, perPerson }).map((slotClaim) => ({
      ...slotClaim,
      holder: `tests of ${slotClaim.holder}`,
    }))
    const isFree = () => !claims.some(isFull)
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        waiting.delete(look)
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        try {
          settle()
        } catch (error) {
          reject(error)
        }
      }
      const look = () => {
        if (isFree()) end(() => resolve(claim(claims)))
      }
      const abort = () => end(() => reject(signal.reason))
      // Throws that there are too many, unless a slot has become free in the same moment.
      const timer = setTimeout(() => end(() => resolve(claim(claims))), testWaitMs)
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort, { once: true })
      waiting.add(look)
      look()
    })
  }

  return {
    take,
    waitForTest,
    async during(asking, work) {
      const leave = await take(asking)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** If the client doesn't name the person, only its key can be counted. */
function claimsOf(asking: Asking, { perPerson, perKey }: SlotLimits): Claim[] {
  const { kind, subject } = askingPerson(asking)
  const { caller } = asking
  const key = caller.kind === 'system' ? 'system' : caller.keyId
  return [
    ...(kind === 'unnamed' ? [] : [{ holder: `person ${subject}`, most: perPerson, refusal: personBusy }]),
    ...(key === undefined ? [] : [{ holder: `key ${key}`, most: perKey, refusal: keyBusy }]),
  ]
}

const personBusy = (limit: number): Message => say('server.person_busy', { limit })
const keyBusy = (limit: number): Message => say('server.key_busy', { limit })
