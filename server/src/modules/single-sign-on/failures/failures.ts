import type { SignInFailure } from '@bellwether/wire'
import { signInReasonSchema } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { SignInProvider } from '../providers/provider.ts'
import { failureRepository } from './failure.repository.ts'
import { describeError, findRefusal, type RefusalMessage, toSignInError } from './sign-in-errors.ts'

const SHOWN_SECONDS = 30 * 86_400
/** Anyone can send messages that fail: one of a kind is written at most this often. */
const WRITTEN_EVERY_MS = 5000

interface Attempt {
  exchange: Exchange
  provider: Pick<SignInProvider, 'id' | 'isTrusted'>
  /** What people see of a message that was refused. */
  refusal?: RefusalMessage
}

/** Failed sign-ins and sign-outs: what people see, what the log says, and what admins of the provider can read. */
export function createFailures(db: Db) {
  const written = new LRUCache<string, true>({ max: 1000, ttl: WRITTEN_EVERY_MS })

  async function note({ exchange, provider, refusal }: Attempt, error: unknown): Promise<void> {
    const { reason, seconds } = findRefusal(error)
    const during = refusal === 'sign_in.logout_token_invalid' ? 'sign_out' : 'sign_in'
    const key = `${provider.id} ${during} ${reason}`
    // The operator, whose provider is not in the database, has the log.
    if (provider.isTrusted || written.has(key)) return
    written.set(key, true)
    await failureRepository.save(db, {
      provider_id: provider.id,
      during,
      reason,
      seconds: seconds ?? null,
      reference: exchange.requestId,
      failed_at: nowSeconds(),
    })
  }

  return {
    /** People get a clear message with the request id; the log gets the cause, and admins the reason. */
    async explain<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
      try {
        return await work()
      } catch (error) {
        const { log } = attempt.exchange
        log.warn({ provider: attempt.provider.id, ...describeError(error) }, 'single sign-on failed')
        await note(attempt, error).catch((err: unknown) =>
          log.error({ err }, 'failed to note a failed sign-in'),
        )
        throw toSignInError(error, attempt.refusal)
      }
    },

    /** The latest of each reason. */
    async listOf(organizationId: number): Promise<SignInFailure[]> {
      const rows = await failureRepository.listOf(db, organizationId, nowSeconds() - SHOWN_SECONDS)
      return rows.map(({ reason, ...row }) => ({
        ...row,
        reason: signInReasonSchema.catch('other').parse(reason),
      }))
    },
  }
}

export type Failures = ReturnType<typeof createFailures>
