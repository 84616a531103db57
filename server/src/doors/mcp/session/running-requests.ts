import { createHash } from 'node:crypto'
import { say } from '@bellwether/wire'
import { AppError } from '../../../platform/errors.ts'
import type { RpcReply } from '../protocol/rpc-messages.ts'

export type RequestId = string | number

/** Names a request in messages to other instances: its id can be of any length. `1` and `"1"` are two requests. */
export const keyOf = (id: RequestId): string =>
  createHash('sha256')
    .update(`${typeof id}:${id}`)
    .digest('base64url')

/** How many requests of one user can run at once. */
const MAX_PER_USER = 32

/** One HTTP request at work. */
export interface RunningRequest {
  stop(): void
  /** Takes the client's reply to something that this request asked back; false when it asked nothing of the kind. */
  hear?(reply: RpcReply): boolean
}

/** What runs in this process, so that a later message of the session can cancel it or reply to what it asked. */
export function createRunningRequests(mostPerUser = MAX_PER_USER) {
  const bySession = new Map<string, Map<string, RunningRequest>>()
  const byUser = new Map<number, number>()
  const of = (session: string): RunningRequest[] => [...new Set(bySession.get(session)?.values() ?? [])]

  return {
    /** Gives what must be called at the end. Without a session nothing can be cancelled but by hanging up. */
    begin(
      userId: number,
      session: string | undefined,
      ids: readonly RequestId[],
      request: RunningRequest,
    ): () => void {
      const running = byUser.get(userId) ?? 0
      if (running >= mostPerUser)
        throw new AppError('too_many_requests', say('mcp.too_many_requests', { limit: mostPerUser }), {
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
        const left = (byUser.get(userId) ?? 1) - 1
        if (left > 0) byUser.set(userId, left)
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

    /** Whether a request here has waited for it. */
    hear: (session: string, reply: RpcReply): boolean =>
      of(session).some((request) => request.hear?.(reply) === true),

    /** How many run, of everybody. */
    size: (): number => [...byUser.values()].reduce((sum, count) => sum + count, 0),
  }
}

export type RunningRequests = ReturnType<typeof createRunningRequests>
