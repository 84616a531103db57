import type { UserCaller } from '../../../platform/caller.ts'
import { isUnavailable } from '../../../platform/errors.ts'
import { type EventStream, openEventStream } from '../../../platform/http/event-stream.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { Notifications } from '../../../platform/notifications/notifications.ts'
import type { ListMarks, McpOffer } from '../offer/mcp-offer.ts'
import { createRunningRequests } from '../session/running-requests.ts'
import type { SessionNotes } from '../session/session-notes.ts'
import type { McpAuthentication } from './authentication.ts'
import { createChanges } from './changes.ts'

export interface ListeningDeps {
  offer: McpOffer
  notes: SessionNotes
  notifications: Pick<Notifications, 'subscribe'>
  reauthenticate: McpAuthentication['reauthenticate']
  times?: ListeningTimes | undefined
}

export interface ListeningTimes {
  lookMs: number
  /**
   * Checks per stream; then the client reconnects, and is told nothing until it has. Not many, because a stream whose client
   * is gone without a word keeps changes from the next one. See `REPEAT_SECONDS` in `doors/mcp/session`.
   */
  looks: number
  retryMs: number
}

export interface Listener {
  exchange: Exchange
  caller: UserCaller
  session: string | undefined
}

const TIMES: ListeningTimes = { lookMs: 10_000, looks: 3, retryMs: 2000 }
const MAX_PER_USER = 8
const LISTS = ['tools', 'prompts', 'resources'] as const
const MARKS = /^([\w-]{12})\.([\w-]{12})\.([\w-]{12})$/
/** Clients of older versions can't read an event without a message. */
const READS_EMPTY_EVENTS = '2025-11-25'

/**
 * The stream that tells a client when lists or watched resources change. The id of each event contains the state that
 * was reported, so that a client that reconnects, to any instance, is notified of what it missed. A notification only
 * says that something changed.
 */
export function createListening(deps: ListeningDeps) {
  const { offer, notes, reauthenticate, times = TIMES } = deps
  const open = createRunningRequests(MAX_PER_USER)
  const listenToChanges = createChanges(deps.notifications)

  async function listen(
    { exchange, caller, session }: Listener,
    stream: EventStream,
    over: AbortSignal,
  ): Promise<void> {
    let reported =
      parseMarks(exchange.header('last-event-id')) ??
      (session === undefined ? undefined : parseMarks(await notes.reportedState(session)))
    const notify = (method: string, params?: object): void => {
      const id = reported ? `id: ${toId(reported)}\n` : ''
      void stream.write(
        `event: message\n${id}data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`,
      )
    }
    const reportChanges = async (who: UserCaller): Promise<void> => {
      // First: someone waits for these, and the lists take more queries.
      const isRead = () => stream.isOpen && !over.aborted
      for (const uri of await changedResources(deps, who, session, isRead))
        notify('notifications/resources/updated', { uri })
      const now = await offer.look(who)
      const isFirst = reported === undefined
      const changed = reported ? LISTS.filter((list) => reported?.[list] !== now[list]) : []
      reported = now
      if (session !== undefined && (changed.length > 0 || isFirst))
        await notes.setReportedState(session, toId(now))
      for (const list of changed) notify(`notifications/${list}/list_changed`)
    }

    // Subscribes before the first check, so that a change during the check is not missed.
    const wait = listenToChanges()
    if (session !== undefined && exchange.header('last-event-id') === undefined)
      for (const uri of await notes.recentlyReported(session))
        notify('notifications/resources/updated', { uri })
    await reportChanges(caller)
    if (reported && exchange.header('mcp-protocol-version') === READS_EMPTY_EVENTS)
      void stream.write(`id: ${toId(reported)}\nretry: ${times.retryMs}\ndata: \n\n`)
    const end = performance.now() + times.looks * times.lookMs
    while (performance.now() < end) {
      await wait(Math.min(times.lookMs, end - performance.now()), over)
      if (over.aborted) return
      const who = await reauthenticate(exchange)
      if (who?.userId !== caller.userId) return
      void stream.write(': still here\n\n')
      await reportChanges(who)
    }
  }

  return {
    async serve(listener: Listener): Promise<void> {
      const { exchange, caller, session } = listener
      const { signal } = exchange
      const stopped = new AbortController()
      // A client that reconnects has lost its earlier stream, even if we have not noticed.
      if (session !== undefined) open.cancelAll(session)
      const stop = () => stopped.abort()
      exchange.isListening = true
      const end = open.begin(caller.userId, session, ['stream'], { stop })
      const stream = openEventStream(exchange.outgoing)
      stream.begin()
      stream.flush()
      try {
        await listen(listener, stream, AbortSignal.any([signal, stopped.signal]))
      } catch (error) {
        // The head has been sent: a client whose stream ends reconnects.
        if (!signal.aborted && !stopped.signal.aborted) exchange.log.warn({ err: error }, 'MCP stream ended')
      } finally {
        end()
        stream.end()
      }
    },

    end: (session: string): void => open.cancelAll(session),
  }
}

/**
 * The changes that the session was not notified of. A resource that can no longer be read counts as changed,
 * and its subscription ends.
 */
async function changedResources(
  { offer, notes }: Pick<ListeningDeps, 'offer' | 'notes'>,
  caller: UserCaller,
  session: string | undefined,
  isRead: () => boolean,
): Promise<string[]> {
  if (session === undefined) return []
  const changed: string[] = []
  for (const watched of await notes.watched(session)) {
    const now = await offer.markOf(caller, watched.uri).catch(unlessUnavailable)
    // A change that this client can no longer receive is left for its next stream.
    if (!isRead()) return changed
    if (now !== watched.mark && (await notes.changeMark(session, watched, now))) changed.push(watched.uri)
  }
  return changed
}

/** An outage of the database is no change. The stream ends, and the client opens the next one. */
function unlessUnavailable(error: unknown): undefined {
  if (isUnavailable(error)) throw error
}

const toId = (marks: ListMarks): string => LISTS.map((list) => marks[list]).join('.')

function parseMarks(text: string | undefined): ListMarks | undefined {
  const [all, tools = '', prompts = '', resources = ''] = MARKS.exec(text ?? '') ?? []
  return all === undefined ? undefined : { tools, prompts, resources }
}
