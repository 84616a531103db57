import { type Message, say } from '@bellwether/wire'
import { type Asking, askingPerson } from './asking-person.ts'
import { nowSeconds } from './clock.ts'
import { AppError } from './errors.ts'

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
  /** Holds a slot while `work` runs. */
  during<T>(asking: Asking, work: () => Promise<T>): Promise<T>
}

/** No answer takes this long; a slot that is still held then has leaked. */
const LEASE_SECONDS = 2 * 3600
const RETRY_SECONDS = 5

interface Claim {
  holder: string
  most: number
  refusal(most: number): Message
}

export function createAnswerSlots(limits: SlotLimits, now: () => number = nowSeconds): AnswerSlots {
  /** For each person and key, the start times of their running answers. */
  const running = new Map<string, Map<symbol, number>>()

  function countOf(holder: string): number {
    const slots = running.get(holder)
    if (!slots) return 0
    for (const [id, since] of slots) if (now() - since > LEASE_SECONDS) slots.delete(id)
    return slots.size
  }

  function release(holders: readonly string[], id: symbol): void {
    for (const holder of holders) {
      const slots = running.get(holder)
      slots?.delete(id)
      if (slots?.size === 0) running.delete(holder)
    }
  }

  async function take(asking: Asking, perPerson = limits.perPerson): Promise<ReleaseSlot> {
    const claims = claimsOf(asking, { ...limits, perPerson })
    const full = claims.find(({ holder, most }) => countOf(holder) >= most)
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

  return {
    take,
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
