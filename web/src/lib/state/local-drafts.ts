/**
 * Unsaved work, stored in this browser in case the page crashes or is closed. Stored per person, so that other people
 * who use the browser don't see it. Removed when the work is saved, when the person signs out, and after some time.
 */
export interface LocalDraft {
  /** In milliseconds. */
  at: number
  data: unknown
}

const PREFIX = 'bellwether.draft.'
const DAY_MS = 86_400_000
export const LIMITS = { ageMs: 14 * DAY_MS, length: 300_000, count: 20 } as const

const keyOf = (person: number, object: string): string => `${PREFIX}${person}.${object}`

function parse(text: string | null): LocalDraft | undefined {
  try {
    const draft: unknown = JSON.parse(text ?? 'null')
    return typeof draft === 'object' && draft !== null && 'at' in draft && typeof draft.at === 'number'
      ? { at: draft.at, data: 'data' in draft ? draft.data : undefined }
      : undefined
  } catch {
    return undefined
  }
}

/** `storage` is undefined if the browser forbids it; then nothing is stored. */
export function createLocalDrafts(storage: Storage | undefined, now: () => number = Date.now) {
  const keys = (): string[] =>
    storage
      ? Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
          key.startsWith(PREFIX),
        )
      : []

  /** Removes drafts that are too old, and the oldest ones beyond the maximum number. */
  function removeOld(): void {
    const young = keys().flatMap((key) => {
      const at = parse(storage?.getItem(key) ?? null)?.at ?? 0
      if (now() - at <= LIMITS.ageMs) return [{ key, at }]
      storage?.removeItem(key)
      return []
    })
    young.sort((a, b) => b.at - a.at)
    for (const { key } of young.slice(LIMITS.count)) storage?.removeItem(key)
  }

  return {
    read(person: number, object: string): LocalDraft | undefined {
      const draft = parse(storage?.getItem(keyOf(person, object)) ?? null)
      return draft && now() - draft.at <= LIMITS.ageMs ? draft : undefined
    },
    /** Drafts that are too long are not stored, and an older version is removed. */
    write(person: number, object: string, data: unknown): void {
      const key = keyOf(person, object)
      const text = JSON.stringify({ at: now(), data })
      try {
        if (text.length > LIMITS.length) storage?.removeItem(key)
        else storage?.setItem(key, text)
        removeOld()
      } catch {
        // Storage is full; the page itself still has the work.
      }
    },
    remove: (person: number, object: string): void => storage?.removeItem(keyOf(person, object)),
    removeAllOf(person: number): void {
      for (const key of keys()) if (key.startsWith(`${PREFIX}${person}.`)) storage?.removeItem(key)
    },
  }
}

function findStorage(): Storage | undefined {
  try {
    return typeof localStorage === 'undefined' ? undefined : localStorage
  } catch {
    return undefined
  }
}

export const localDrafts = createLocalDrafts(findStorage())
