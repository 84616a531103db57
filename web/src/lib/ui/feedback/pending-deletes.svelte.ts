import { SvelteMap } from 'svelte/reactivity'
import { errorMessage } from '$lib/errors/error-message.ts'
import { appTexts } from '$lib/texts/app.ts'
import { toasts } from './toasts.svelte.ts'

export interface Deletion {
  /** Unique among all kinds of objects, such as `chat/12`. */
  key: string
  /** The display name. */
  name: string
  /** The text of the toast. */
  message: string
  /** Deletes on the server. `isLeaving`: the page is being closed, so the request must outlive it. */
  work: (isLeaving: boolean) => Promise<unknown>
  /** Called when the object is shown again. */
  onkept?: () => void
}

/** Includes objects already deleted on the server: lists fetched earlier must not show them. */
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
    // The server refused: show the object again.
    keep(key)
    toasts.error(errorMessage(error))
  }
}

/**
 * Deletes with undo. The server deletes permanently, so the object is only hidden while the toast offers undo. Closing the toast or
 * the page confirms the deletion.
 */
export const pendingDeletes = {
  has: (key: string): boolean => hidden.has(key),
  add(deletion: Deletion): void {
    const { key, name, message } = deletion
    hidden.set(key, deletion)
    waiting.add(key)
    toasts.success(message, {
      label: appTexts().common.undo,
      onmissed: () => void finish(key),
      act: () => {
        // A page restored by the back button may still show the toast.
        if (!waiting.has(key)) return
        keep(key)
        toasts.success(appTexts().common.kept({ name }))
      },
    })
  },
  /** Deletes everything that is pending, for example before signing out. */
  finishAll: async (isLeaving = false): Promise<void> => {
    await Promise.all([...waiting].map((key) => finish(key, isLeaving)))
  },
}

if (typeof addEventListener === 'function')
  addEventListener('pagehide', () => void pendingDeletes.finishAll(true))
