import { AppError } from '../../platform/errors.ts'

type RequestId = string | number

/** So many requests of one user may run at once. */
const MOST_PER_USER = 32

/** What runs in this process, so that a later message of the same session can cancel it. */
export function createRunningRequests(mostPerUser = MOST_PER_USER) {
  const bySession = new Map<string, Map<string, () => void>>()
  const byUser = new Map<number, number>()
  /** `1` and `"1"` are two requests. */
  const keyOf = (id: RequestId): string => `${typeof id}:${id}`

  return {
    /** Gives what must be called at the end. Without a session nothing can be cancelled but by hanging up. */
    begin(
      userId: number,
      session: string | undefined,
      ids: readonly RequestId[],
      stop: () => void,
    ): () => void {
      const running = byUser.get(userId) ?? 0
      if (running >= mostPerUser)
        throw new AppError('too_many_requests', `You have ${mostPerUser} requests running already`, {
          retryAfter: 5,
        })
      byUser.set(userId, running + 1)
      const requests =
        session === undefined ? undefined : (bySession.get(session) ?? new Map<string, () => void>())
      if (session !== undefined && requests) {
        bySession.set(session, requests)
        for (const id of ids) requests.set(keyOf(id), stop)
      }
      return () => {
        const left = (byUser.get(userId) ?? 1) - 1
        if (left > 0) byUser.set(userId, left)
        else byUser.delete(userId)
        if (session === undefined || !requests) return
        for (const id of ids) if (requests.get(keyOf(id)) === stop) requests.delete(keyOf(id))
        if (requests.size === 0) bySession.delete(session)
      }
    },

    cancel(session: string, id: RequestId): void {
      bySession.get(session)?.get(keyOf(id))?.()
    },

    cancelAll(session: string): void {
      for (const stop of [...(bySession.get(session)?.values() ?? [])]) stop()
    },

    /** How many run, of everybody. */
    size: (): number => [...byUser.values()].reduce((sum, count) => sum + count, 0),
  }
}

export type RunningRequests = ReturnType<typeof createRunningRequests>
