import { createHash } from 'node:crypto'
import { say } from '@bellwether/wire'
import { AppError } from '../../../platform/errors.ts'
import type { RpcReply } from '../protocol/rpc-messages.ts'

export type RequestId = string | number

/**
 * Identifies a request in messages to other instances, because its id can have any length. `1` and `"1"` are
 * different requests.
 */
export const keyOf = (id: RequestId): string =>
  createHash('sha256')
    .update(`${typeof id}:${id}`)
    .digest('base64url')

/** How many requests of one user can run at once. */
const MAX_PER_USER = 32

/** One HTTP request in progress. */
export interface RunningRequest {
  stop(): void
  /** Receives the client's reply to a request of ours; false if this request sent none with that id. */
  onReply?(reply: RpcReply): boolean
}

/** The requests in this process, so that a later message of the session can cancel one or reply to it. */
export function createRunningRequests(maxPerUser = MAX_PER_USER) {
  const bySession = new Map<string, Map<string, RunningRequest>>()
  const byUser = new Map<number, number>()
  const of = (session: string): RunningRequest[] => [...new Set(bySession.get(session)?.values() ?? [])]

  return {
    /** Returns a function to call at the end. Without a session, a request can only be cancelled by disconnecting. */
    begin(
      userId: number,
      session: string | undefined,
      ids: readonly RequestId[],
      request: RunningRequest,
    ): () => void {
      const running = byUser.get(userId) ?? 0
      if (running >= maxPerUser)
        throw new AppError('too_many_requests', say('mcp.too_many_requests', { limit: maxPerUser }), {
          retryAfter: 5,
        })
      byUser.set(userId, running + 1)
      const requests =
        session === undefined ? undefined : (bySession.get(session) ?? new Map<string, RunningRequest>())
      if (session !== undefined && requests) {
        bySession.set(session, requests)
        for (const id of ids) requests.set(keyOf(id), request)
      }
      return () => {
        const remaining = (byUser.get(userId) ?? 1) - 1
        if (remaining > 0) byUser.set(userId, remaining)
        else byUser.delete(userId)
        if (session === undefined || !requests) return
        for (const id of ids) if (requests.get(keyOf(id)) === request) requests.delete(keyOf(id))
        if (requests.size === 0) bySession.delete(session)
      }
    },

    /** By `keyOf` the request's id. */
    cancel(session: string, key: string): void {
      bySession.get(session)?.get(key)?.stop()
    },

    cancelAll(session: string): void {
      for (const request of of(session)) request.stop()
    },

    /** Whether a request here was waiting for it. */
    deliver: (session: string, reply: RpcReply): boolean =>
      of(session).some((request) => request.onReply?.(reply) === true),

    /** The number of requests in progress, of all users. */
    size: (): number => [...byUser.values()].reduce((sum, count) => sum + count, 0),
  }
}

export type RunningRequests = ReturnType<typeof createRunningRequests>
