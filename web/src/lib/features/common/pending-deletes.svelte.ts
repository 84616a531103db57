import { SvelteMap } from 'svelte/reactivity'
import { toasts } from '$ui/toasts.svelte.ts'
import { errorWords } from './error-words.ts'
import { texts } from './texts'

/** As long as the news that offers to take it back. */
const WAIT_MS = 10_000

export interface Deletion {
  /** Of its kind, such as `chat/12`. */
  key: string
  /** As people call it. */
  name: string
  /** The news. */
  said: string
  /** Really deletes. `isLeaving`: the page is being closed, so the request must outlive it. */
  work: (isLeaving: boolean) => Promise<unknown>
  /** What was hidden is shown again. */
  onkept?: () => void
}

interface Waiting extends Deletion {
  timer: ReturnType<typeof setTimeout>
}
const waiting = new SvelteMap<string, Waiting>()

function keep(key: string): void {
  const deletion = waiting.get(key)
  if (!deletion) return
  clearTimeout(deletion.timer)
  waiting.delete(key)
  deletion.onkept?.()
}

function finish(key: string, isLeaving = false): void {
  const deletion = waiting.get(key)
  if (!deletion) return
  clearTimeout(deletion.timer)
  // Stays hidden, also in a list that was fetched before; only if the server refuses does it come back.
  deletion.work(isLeaving).catch((error: unknown) => {
    keep(key)
    toasts.error(errorWords(error))
  })
}

/** The server deletes for good, so what is deleted is only hidden at first. Whoever closes the page has meant it. */
export const pendingDeletes = {
  has: (key: string): boolean => waiting.has(key),
  add(deletion: Deletion): void {
    const { key, name, said } = deletion
    waiting.set(key, { ...deletion, timer: setTimeout(() => finish(key), WAIT_MS) })
    toasts.success(said, {
      label: texts().undo,
      act: () => {
        keep(key)
        toasts.success(texts().kept(name))
      },
    })
  },
}

if (typeof addEventListener === 'function')
  addEventListener('pagehide', () => {
    for (const key of waiting.keys()) finish(key, true)
  })
