import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { Channel, Notifications } from '../../../platform/notifications/notifications.ts'

/** A window of the builder, in which a person has an assistant open. */
export interface OpenWindow {
  assistantId: number
  userId: number
  window: string
  editing: boolean
}

const newsSchema = z.object({
  assistantId: z.number(),
  userId: z.number(),
  window: z.string(),
  editing: z.boolean(),
  /** The window was closed. */
  gone: z.boolean(),
})
const presenceNews: Channel<z.infer<typeof newsSchema>> = { name: 'presence', schema: newsSchema }

/** Browsers let hidden tabs act only once a minute. */
const KEPT_MS = 75_000
/** Other instances are notified again this often, or immediately if something changed. */
const ANNOUNCE_MS = 15_000
const MAX_WINDOWS = 50
const MAX_ASSISTANTS = 10_000

interface Entry extends OpenWindow {
  seenAt: number
  announcedAt: number
}

export interface OpenWindowDeps {
  notifications: Pick<Notifications, 'hint' | 'subscribe'>
  now?: () => number
}

/**
 * The windows that are open, on all instances. Kept in memory: instances tell each other, and an entry that is not
 * renewed expires.
 */
export function createOpenWindows({ notifications, now = Date.now }: OpenWindowDeps) {
  const byAssistant = new LRUCache<number, Map<string, Entry>>({ max: MAX_ASSISTANTS })
  const keyOf = ({ userId, window }: Pick<OpenWindow, 'userId' | 'window'>) => `${userId}.${window}`

  function keep(seen: OpenWindow): Entry | undefined {
    const entries = byAssistant.get(seen.assistantId) ?? new Map<string, Entry>()
    const before = entries.get(keyOf(seen))
    const entry = { ...seen, seenAt: now(), announcedAt: before?.announcedAt ?? 0 }
    // The oldest first, so that too many windows push out those that were seen longest ago.
    entries.delete(keyOf(seen))
    entries.set(keyOf(seen), entry)
    for (const [key, { seenAt }] of entries)
      if (entries.size > MAX_WINDOWS || now() - seenAt > KEPT_MS) entries.delete(key)
    byAssistant.set(seen.assistantId, entries)
    if (before?.editing === seen.editing && now() - entry.announcedAt < ANNOUNCE_MS) return undefined
    return entry
  }

  function forget(window: Pick<OpenWindow, 'assistantId' | 'userId' | 'window'>): boolean {
    return byAssistant.get(window.assistantId)?.delete(keyOf(window)) ?? false
  }

  notifications.subscribe(presenceNews, {
    receive({ gone, ...openWindow }) {
      if (gone) forget(openWindow)
      else keep(openWindow)
    },
    // Windows report again within seconds.
    lookAgain: () => undefined,
  })

  return {
    note(seen: OpenWindow): void {
      const entry = keep(seen)
      if (!entry) return
      entry.announcedAt = now()
      notifications.hint(presenceNews, { ...seen, gone: false })
    },

    leave(left: Pick<OpenWindow, 'assistantId' | 'userId' | 'window'>): void {
      forget(left)
      notifications.hint(presenceNews, { ...left, editing: false, gone: true })
    },

    list: (assistantId: number): OpenWindow[] =>
      [...(byAssistant.get(assistantId)?.values() ?? [])].filter(({ seenAt }) => now() - seenAt <= KEPT_MS),
  }
}

export type OpenWindows = ReturnType<typeof createOpenWindows>
