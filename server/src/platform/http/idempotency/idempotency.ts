import { createHash } from 'node:crypto'
import { say } from '@bellwether/wire'
import { askingPerson } from '../../asking-person.ts'
import type { Caller } from '../../caller.ts'
import { nowSeconds } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { inBatches } from '../../db/in-batches.ts'
import { AppError, badRequest, invalid } from '../../errors.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { type Endpoint, Reply } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { type IdempotencyRow, idempotencyRepository } from './idempotency.repository.ts'

const RETENTION_SECONDS = 86_400
const KEY = /^[\x21-\x7e]{1,200}$/
const HEADER = 'idempotency-key'
const REPLAYED = 'idempotent-replayed'

export interface Idempotency {
  /**
   * Runs `work`, or returns the earlier response if the same person has sent the same request with the same key
   * before.
   */
  once(request: OnceRequest, work: () => Promise<unknown>): Promise<unknown>
  /** Deletes responses that are older than a day. */
  removeOld(signal: AbortSignal): Promise<number>
}

export interface OnceRequest {
  endpoint: Endpoint
  exchange: Exchange
  caller: Caller | undefined
  body: unknown
}

/** Requests that create something for a known person. Uploads are excluded, because files are not compared. */
export const isRepeatable = ({ method, creates, access, bodyKind, form }: Endpoint): boolean =>
  method === 'POST' &&
  creates &&
  access !== 'public' &&
  (bodyKind === 'json' || bodyKind === 'json-or-form') &&
  form === undefined

export function createIdempotency({ db, box }: { db: Db; box: SecretBox }): Idempotency {
  async function repeat(row: IdempotencyRow, hash: string): Promise<unknown> {
    if (row.request_hash !== hash) throw invalid(say('requests.idempotency_key_reused'))
    if (row.sealed_answer === null)
      throw new AppError('conflict', say('requests.idempotency_key_in_progress'), { retryAfter: 1 })
    const { status, body } = JSON.parse(box.open(row.sealed_answer)) as {
      status: number
      body: object | null
    }
    return new Reply(body, { [REPLAYED]: 'true' }, status)
  }

  /** The earlier request with this key; undefined if this is the first. */
  async function findEarlier(person: string, key: string, hash: string): Promise<IdempotencyRow | undefined> {
    for (;;) {
      const now = nowSeconds()
      const row = { person, key, request_hash: hash, sealed_answer: null, created_at: now }
      if (await idempotencyRepository.insert(db, row)) return undefined
      const earlier = await idempotencyRepository.find(db, person, key)
      // The earlier request has failed in the meantime.
      if (!earlier) continue
      if (earlier.created_at > now - RETENTION_SECONDS) return earlier
      await idempotencyRepository.removeOne(db, earlier)
    }
  }

  async function run(
    { person, key, status }: { person: string; key: string; status: number },
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    let answer: unknown
    try {
      answer = await work()
    } catch (error) {
      // Nothing was created, so the same request may be tried again.
      await idempotencyRepository.delete(db, person, key)
      throw error
    }
    const record = {
      status: answer instanceof Reply ? (answer.status ?? status) : status,
      body: bodyOf(answer),
    }
    await idempotencyRepository.keepAnswer(db, person, key, box.seal(JSON.stringify(record)))
    return answer
  }

  return {
    async once({ endpoint, exchange, caller, body }, work) {
      const key = exchange.header(HEADER)
      if (key === undefined || !caller || !isRepeatable(endpoint)) return work()
      if (!KEY.test(key)) throw badRequest(say('requests.idempotency_key_invalid'))
      const person = askingPerson({ caller }).subject
      const hash = createHash('sha256')
        .update(`${exchange.incoming.url ?? ''}\n${JSON.stringify(body ?? null)}`)
        .digest('hex')
      const earlier = await findEarlier(person, key, hash)
      return earlier ? repeat(earlier, hash) : run({ person, key, status: endpoint.status }, work)
    },
    removeOld(signal) {
      const until = nowSeconds() - RETENTION_SECONDS
      return inBatches((limit) => idempotencyRepository.removeBefore(db, until, limit), signal)
    },
  }
}

const bodyOf = (answer: unknown): unknown => (answer instanceof Reply ? answer.body : (answer ?? null))
