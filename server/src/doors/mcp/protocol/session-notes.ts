import { say } from '@bellwether/wire'
import type { LoggingLevel } from '@modelcontextprotocol/sdk/types.js'
import { LRUCache } from 'lru-cache'
import { badRequest } from '../../../platform/errors.ts'
import { growingTo } from '../../../platform/growing-to.ts'
import type { ListMarks } from '../offer/mcp-offer.ts'

const MAX_SESSIONS = 10_000
const MAX_WATCHED = 50

export interface Notes {
  /** From which level on it wants lines for its log. Undefined: none. */
  level?: LoggingLevel
  /** The resources that it wants to hear of, each with the mark that it had when it was last told. */
  watched: Map<string, string>
  /** The lists as it was last told of them. */
  told?: ListMarks
}

/**
 * What a session asked this instance to remember. None of it is needed to answer: if it is forgotten, or another instance is asked, a client
 * hears less, and that is all.
 */
export function createSessionNotes() {
  const kept = new LRUCache<string, Notes>(growingTo(MAX_SESSIONS))
  const of = (session: string): Notes => {
    const known = kept.get(session)
    if (known) return known
    const notes: Notes = { watched: new Map() }
    kept.set(session, notes)
    return notes
  }

  return {
    find: (session: string | undefined): Notes | undefined =>
      session === undefined ? undefined : kept.get(session),

    setLevel(session: string, level: LoggingLevel): void {
      of(session).level = level
    },

    setTold(session: string, told: ListMarks): void {
      of(session).told = told
    },

    watch(session: string, uri: string, mark: string): void {
      const { watched } = of(session)
      if (watched.size >= MAX_WATCHED && !watched.has(uri))
        throw badRequest(say('mcp.too_many_watched', { limit: MAX_WATCHED }))
      watched.set(uri, mark)
    },

    unwatch(session: string, uri: string): void {
      kept.get(session)?.watched.delete(uri)
    },

    forget(session: string): void {
      kept.delete(session)
    },
  }
}

export type SessionNotes = ReturnType<typeof createSessionNotes>
