import { type Message, say } from '@bellwether/wire'
import type { Pool } from 'pg'
// The package's index loads the drivers of a dozen databases.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterPostgres from 'rate-limiter-flexible/lib/RateLimiterPostgres.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import { AppError } from '../errors.ts'

/** Slows down guessing. On PostgreSQL the counts are shared by all instances. */
export interface RateLimit {
  /** Throws too_many_requests while the key is blocked. */
  requireFree(key: string): Promise<void>
  /** Counts one failure. */
  fail(key: string): Promise<void>
  forgive(key: string): Promise<void>
  /** Counts one attempt, also if it is one too many. Returns the seconds to wait, or 0 if it may go on. */
  tryTake(key: string): Promise<number>
  /** Counts one use, or `points`, and throws too_many_requests above the limit, also when many arrive at once. */
  take(key: string, points?: number): Promise<void>
}

export interface RateLimitOptions {
  name: string
  failures: number
  windowSeconds: number
  /** How long attempts are refused once the limit is reached. 0: until the window ends. */
  blockSeconds: number
  /** Shown instead of “too many failed attempts”. */
  refusal?: Message
}

export function createRateLimit(options: RateLimitOptions, pool?: Pool): RateLimit {
  const settings = {
    keyPrefix: options.name,
    points: options.failures,
    duration: options.windowSeconds,
    blockDuration: options.blockSeconds,
  }
  const memory = new RateLimiterMemory(settings)
  const limiter = pool
    ? new RateLimiterPostgres({
        ...settings,
        storeClient: pool,
        // Set explicitly, because the library would guess it from a class name that the build may change.
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        insuranceLimiter: memory,
      })
    : memory

  const blocked = (milliseconds: number) =>
    new AppError('too_many_requests', options.refusal ?? say('requests.too_many_attempts'), {
      retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)),
    })

  return {
    async requireFree(key) {
      const state = await limiter.get(key)
      if (state && state.consumedPoints >= options.failures && state.msBeforeNext > 0)
        throw blocked(state.msBeforeNext)
    },
    async fail(key) {
      const { consumedPoints } = await limiter.consume(key).catch((state: unknown) => {
        // Failures of attempts that began before the block.
        if (state instanceof RateLimiterRes) return state
        throw state
      })
      // The limiter itself blocks only above the limit, which is not reached one by one: `requireFree` refuses first.
      if (consumedPoints === options.failures && options.blockSeconds > 0)
        await limiter.block(key, options.blockSeconds)
    },
    async tryTake(key) {
      try {
        await limiter.consume(key)
        return 0
      } catch (state) {
        if (!(state instanceof RateLimiterRes)) throw state
        return Math.max(1, Math.ceil(state.msBeforeNext / 1000))
      }
    },
    async take(key, points = 1) {
      await limiter.consume(key, points).catch((state: unknown) => {
        throw state instanceof RateLimiterRes ? blocked(state.msBeforeNext) : state
      })
    },
    async forgive(key) {
      await limiter.delete(key)
    },
  }
}
