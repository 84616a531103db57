import { SvelteMap } from 'svelte/reactivity'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { errorWords } from './error-words.ts'
import { texts } from './texts'

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

/** Also those that are really deleted: they stay hidden in lists that were fetched before. */
const hidden = new SvelteMap<string, Deletion>()
const waiting = new Set<string>()

function keep(key: string): void {
  const deletion = hidden.get(key)
  waiting.delete(key)
  hidden.delete(key)
  deletion?.onkept?.()
}

async function finish(key: string, isLeaving = false): Promise<void> {
  const deletion = hidden.get(key)
  if (!deletion || !waiting.delete(key)) return
  try {
    await deletion.work(isLeaving)
  } catch (error) {
    // Only if the server refuses does it come back.
    keep(key)
    toasts.error(errorWords(error))
  }
}

/**
 * The server deletes for good, so what is deleted is only hidden as long as the news is there that offers to take it back. Whoever
 * closes the news or the page has meant it.
 */
export const pendingDeletes = {
  has: (key: string): boolean => hidden.has(key),
  add(deletion: Deletion): void {
    const { key, name, said } = deletion
    hidden.set(key, deletion)
    waiting.add(key)
    toasts.success(said, {
      label: texts().undo,
      onmissed: () => void finish(key),
      act: () => {
        // A page that was left and found again by the “back” button may still show the offer.
        if (!waiting.has(key)) return
        keep(key)
        toasts.success(texts().kept(name))
      },
    })
  },
  /** Nobody is left to take them back. */
  finishAll: async (isLeaving = false): Promise<void> => {
    await Promise.all([...waiting].map((key) => finish(key, isLeaving)))
  },
}

if (typeof addEventListener === 'function')
  addEventListener('pagehide', () => void pendingDeletes.finishAll(true))
