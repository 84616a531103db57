import { setTimeout as pause } from 'node:timers/promises'
import type { SessionNotes } from '../../../modules/mcp-sessions/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { type EventStream, openEventStream } from '../../../platform/http/event-stream.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { ListMarks, McpOffer } from '../offer/mcp-offer.ts'
import { createRunningRequests } from '../session/running-requests.ts'
import type { McpAuthentication } from './authentication.ts'

export interface ListeningDeps {
  offer: McpOffer
  notes: SessionNotes
  reauthenticate: McpAuthentication['reauthenticate']
  times?: ListeningTimes | undefined
}

export interface ListeningTimes {
  lookMs: number
  /** How often: then the client comes again. No stream stays open for ever, nor keeps the server from ending. */
  looks: number
  retryMs: number
}

export interface Listener {
  exchange: Exchange
  caller: UserCaller
  session: string | undefined
}

const TIMES: ListeningTimes = { lookMs: 10_000, looks: 1, retryMs: 2000 }
const MAX_PER_USER = 8
const LISTS = ['tools', 'prompts', 'resources'] as const
const MARKS = /^([\w-]{12})\.([\w-]{12})\.([\w-]{12})$/
/** Clients of older versions can't read an event without a message. */
const READS_EMPTY_EVENTS = '2025-11-25'

/**
 * The stream on which a client hears that lists or watched resources have changed. What was told is written in the event's id, so that a
 * client that comes again, at whichever instance, hears of what it missed. Things are looked up, not pushed: that works with any number of
 * instances, and nothing has to be told to this door.
 */
export function createListening({ offer, notes, reauthenticate, times = TIMES }: ListeningDeps) {
  const open = createRunningRequests(MAX_PER_USER)

  async function listen(
    { exchange, caller, session }: Listener,
    stream: EventStream,
    over: AbortSignal,
  ): Promise<void> {
    let told =
      parseMarks(exchange.header('last-event-id')) ??
      (session === undefined ? undefined : parseMarks(await notes.toldOf(session)))
    const say = (method: string, params?: object): void => {
      const id = told ? `id: ${toId(told)}\n` : ''
      void stream.write(
        `event: message\n${id}data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`,
      )
    }
    const look = async (who: UserCaller): Promise<void> => {
      const now = await offer.look(who)
      const isFirst = told === undefined
      const changed = told ? LISTS.filter((list) => told?.[list] !== now[list]) : []
      told = now
      if (session !== undefined && (changed.length > 0 || isFirst)) await notes.setTold(session, toId(now))
      for (const list of changed) say(`notifications/${list}/list_changed`)
      for (const uri of await changedResources(who, session)) say('notifications/resources/updated', { uri })
    }

    await look(caller)
    if (told && exchange.header('mcp-protocol-version') === READS_EMPTY_EVENTS)
      void stream.write(`id: ${toId(told)}\nretry: ${times.retryMs}\ndata: \n\n`)
    for (let turn = 0; turn < times.looks; turn++) {
      await pause(times.lookMs, undefined, { signal: over })
      const who = await reauthenticate(exchange)
      if (who?.userId !== caller.userId) return
      void stream.write(': still here\n\n')
      await look(who)
    }
  }

  /** Those that the session has not been told of. A resource that can no longer be read has changed, too; its subscription ends. */
  async function changedResources(caller: UserCaller, session: string | undefined): Promise<string[]> {
    if (session === undefined) return []
    const changed: string[] = []
    for (const watched of await notes.watched(session)) {
      const now = await offer.markOf(caller, watched.uri).catch(() => undefined)
      if (now !== watched.mark && (await notes.changeMark(session, watched, now))) changed.push(watched.uri)
    }
    return changed
  }

  return {
    async serve(listener: Listener): Promise<void> {
      const { exchange, caller, session } = listener
      const { signal } = exchange
      const stopped = new AbortController()
      // A client that comes again has lost its former stream, whether or not we know.
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
        // The head is sent: a client that finds its stream ended comes again.
        if (!signal.aborted && !stopped.signal.aborted) exchange.log.warn({ err: error }, 'MCP stream ended')
      } finally {
        end()
        stream.end()
      }
    },

    end: (session: string): void => open.cancelAll(session),
  }
}

const toId = (marks: ListMarks): string => LISTS.map((list) => marks[list]).join('.')

function parseMarks(text: string | undefined): ListMarks | undefined {
  const [all, tools = '', prompts = '', resources = ''] = MARKS.exec(text ?? '') ?? []
  return all === undefined ? undefined : { tools, prompts, resources }
}
