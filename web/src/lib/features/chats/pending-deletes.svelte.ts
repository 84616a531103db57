import { SvelteMap } from 'svelte/reactivity'
import { deleteChat } from './chats.ts'

/** As long as the news that offers to take it back. */
const WAIT_MS = 10_000

const waiting = new SvelteMap<string, ReturnType<typeof setTimeout>>()

function finish(id: string, isLeaving = false): void {
  clearTimeout(waiting.get(id))
  // Stays hidden, also in a list that was fetched before; only if the server refuses does it come back.
  void deleteChat(id, isLeaving).catch(() => waiting.delete(id))
}

/** The server deletes for good, so a deleted chat is only hidden at first. Whoever closes the page has meant it. */
export const pendingDeletes = {
  has: (id: string): boolean => waiting.has(id),
  add(id: string): void {
    waiting.set(
      id,
      setTimeout(() => finish(id), WAIT_MS),
    )
  },
  undo(id: string): void {
    clearTimeout(waiting.get(id))
    waiting.delete(id)
  },
}

if (typeof addEventListener === 'function')
  addEventListener('pagehide', () => {
    for (const id of waiting.keys()) finish(id, true)
  })
