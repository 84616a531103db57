import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { badRequest } from '../../../platform/errors.ts'
import { sessionNoteRepository } from './session-note.repository.ts'

const MAX_WATCHED = 50
/** Longer than a session id is valid. */
const KEPT_SECONDS = 2 * 86_400
/** Longer than a stream stays open. */
const REPEAT_SECONDS = 60

/** What an MCP session asked us to remember. In the database, because its requests reach any instance. */
export const createSessionNotes = (db: Db) => ({
  /** From which level on it wants log messages. Undefined: it wants none. */
  async levelOf(session: string): Promise<string | undefined> {
    return (await sessionNoteRepository.find(db, session))?.log_level ?? undefined
  },

  async setLevel(session: string, level: string): Promise<void> {
    await sessionNoteRepository.save(db, session, { log_level: level }, nowSeconds())
  },

  /** The state of the lists that it was last notified of. */
  async reportedState(session: string): Promise<string | undefined> {
    return (await sessionNoteRepository.find(db, session))?.told ?? undefined
  },

  async setReportedState(session: string, state: string): Promise<void> {
    await sessionNoteRepository.save(db, session, { told: state }, nowSeconds())
  },

  /** The resources that it subscribed to, each with the mark that it was last notified of. */
  watched: (session: string): Promise<{ uri: string; mark: string; told_at: number }[]> =>
    sessionNoteRepository.watched(db, session),

  /**
   * Changes that another stream of the session sent a moment ago. Its client may have left before they arrived, so a new stream
   * sends them again. Clients ignore repeated notifications.
   */
  async recentlyReported(session: string): Promise<string[]> {
    const since = nowSeconds() - REPEAT_SECONDS
    return (await sessionNoteRepository.watched(db, session)).flatMap(({ uri, told_at }) =>
      told_at >= since ? [uri] : [],
    )
  },

  async watch(session: string, uri: string, mark: string): Promise<void> {
    const watched = await sessionNoteRepository.watched(db, session)
    if (watched.length >= MAX_WATCHED && !watched.some((resource) => resource.uri === uri))
      throw badRequest(say('mcp.too_many_watched', { limit: MAX_WATCHED }))
    await sessionNoteRepository.save(db, session, {}, nowSeconds())
    await sessionNoteRepository.watch(db, { session, uri, mark })
  },

  /** Notes a new mark; without one, the subscription ends. False: another stream of the session has reported this change. */
  changeMark: (session: string, before: { uri: string; mark: string }, next: string | undefined) =>
    sessionNoteRepository.changeMark(db, { session, ...before }, next, nowSeconds()),

  unwatch: (session: string, uri: string): Promise<void> => sessionNoteRepository.unwatch(db, session, uri),

  forget: (session: string): Promise<void> => sessionNoteRepository.remove(db, session),

  removeOld(signal: AbortSignal): Promise<number> {
    const until = nowSeconds() - KEPT_SECONDS
    return inBatches((limit) => sessionNoteRepository.removeBefore(db, until, limit), signal)
  },
})

export type SessionNotes = ReturnType<typeof createSessionNotes>
