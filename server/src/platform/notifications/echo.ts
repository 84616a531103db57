import { newToken } from '../ids.ts'

/**
 * Checks that notifications arrive: one is sent over the pool and has to come back over the listening connection. A
 * pooler in transaction mode accepts LISTEN but delivers nothing.
 */
export function createEcho(limitMs: number, send: (text: string) => Promise<void>) {
  const waiting = new Map<string, () => void>()
  return {
    /** Undefined if it can’t be checked because nothing can be sent. */
    async arrives(): Promise<boolean | undefined> {
      const text = newToken()
      let timer: NodeJS.Timeout | undefined
      const echoed = new Promise<boolean>((resolve) => {
        waiting.set(text, () => resolve(true))
        timer = setTimeout(() => resolve(false), limitMs).unref()
      })
      try {
        await send(text)
        return await echoed
      } catch {
        return undefined
      } finally {
        clearTimeout(timer)
        waiting.delete(text)
      }
    },

    receive(text: unknown): void {
      if (typeof text === 'string') waiting.get(text)?.()
    },
  }
}
