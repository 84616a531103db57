import type { SessionNotes } from './session/session-notes.ts'

/** For a door without a database. */
export function createNotesInMemory(): SessionNotes {
  const levels = new Map<string, string>()
  const reported = new Map<string, string>()
  const marks = new Map<string, Map<string, string>>()
  const of = (session: string): Map<string, string> => {
    const existing = marks.get(session) ?? new Map<string, string>()
    marks.set(session, existing)
    return existing
  }
  return {
    levelOf: async (session) => levels.get(session),
    setLevel: async (session, level) => void levels.set(session, level),
    reportedState: async (session) => reported.get(session),
    setReportedState: async (session, state) => void reported.set(session, state),
    watched: async (session) => [...of(session)].map(([uri, mark]) => ({ uri, mark, told_at: 0 })),
    recentlyReported: async () => [],
    watch: async (session, uri, mark) => void of(session).set(uri, mark),
    async changeMark(session, { uri, mark }, next) {
      if (of(session).get(uri) !== mark) return false
      if (next === undefined) of(session).delete(uri)
      else of(session).set(uri, next)
      return true
    },
    unwatch: async (session, uri) => void of(session).delete(uri),
    forget: async (session) => void marks.delete(session),
    removeOld: async () => 0,
  }
}
