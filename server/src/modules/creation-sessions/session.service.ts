import { CREATION_LIMITS, type CreationSessionDetail, say } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { DatabaseKind, Db } from '../../platform/db/db.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import type { AssistantService } from '../assistants/index.ts'
import { messageRepository } from './message.repository.ts'
import { proposalRepository } from './proposal.repository.ts'
import { toMessage, toProposal, toSession } from './records.ts'
import { type SessionPage, type SessionRow, sessionRepository } from './session.repository.ts'

export interface SessionDeps {
  db: Db
  databaseKind: DatabaseKind
  assistants: Pick<AssistantService, 'getRow'>
}

export interface NewSession {
  assistantId?: number | null | undefined
  title?: string | undefined
  skill?: string | null | undefined
}

/** A crashed server frees the session after this time. */
const LEASE_SECONDS = 60
const RENEW_MS = 20_000
const TITLE_LENGTH = 80

/** Chats in which a model helps a person to build an assistant. Each belongs to one person. */
export function createSessionService(deps: SessionDeps) {
  const { db, assistants } = deps

  async function getRow(caller: UserCaller, id: string): Promise<SessionRow> {
    const row = /^[\w-]{1,100}$/.test(id) ? await sessionRepository.find(db, caller, id) : undefined
    if (!row) throw notFound('Session')
    return row
  }

  return {
    getRow,

    async create(caller: UserCaller, { assistantId = null, title, skill = null }: NewSession) {
      const assistant =
        assistantId === null ? undefined : await assistants.getRow(caller, 'edit', assistantId)
      const now = nowSeconds()
      const row = await sessionRepository.insert(db, {
        id: newUuid(),
        organization_id: caller.organizationId,
        user_id: caller.userId,
        assistant_id: assistant?.id ?? null,
        skill,
        title: title ?? assistant?.name ?? '',
        busy_by: null,
        created_at: now,
        updated_at: now,
      })
      await sessionRepository.deleteOldest(db, caller, CREATION_LIMITS.sessions)
      return toSession(row)
    },

    async list(caller: UserCaller, page: SessionPage) {
      const rows = await sessionRepository.list(db, caller, page)
      const total = await sessionRepository.count(db, caller, page.assistantId)
      return { sessions: rows.map(toSession), total_count: total }
    },

    async get(caller: UserCaller, id: string): Promise<CreationSessionDetail> {
      const row = await getRow(caller, id)
      return {
        ...toSession(row),
        messages: (await messageRepository.list(db, id)).map(toMessage),
        proposals: (await proposalRepository.list(db, id)).map(toProposal),
      }
    },

    /** Renames it, or connects it with the assistant that was saved from it. */
    async change(caller: UserCaller, id: string, change: { title?: string; assistant_id?: number }) {
      await getRow(caller, id)
      if (change.assistant_id !== undefined) await assistants.getRow(caller, 'edit', change.assistant_id)
      if (Object.keys(change).length > 0) await sessionRepository.update(db, id, change)
      return toSession(await getRow(caller, id))
    },

    async remove(caller: UserCaller, id: string): Promise<void> {
      await getRow(caller, id)
      await sessionRepository.delete(db, id)
    },

    ...createTurns(deps),
  }
}

export type SessionService = ReturnType<typeof createSessionService>

/** Reserving the session for one message at a time, and keeping the messages. */
function createTurns({ db, databaseKind }: SessionDeps) {
  return {
    /** Throws a conflict while another message is being answered. Returns the function that ends the reservation. */
    async reserve({ id, turn_count }: SessionRow): Promise<() => Promise<void>> {
      if (turn_count * 2 >= CREATION_LIMITS.messages)
        throw conflict(say('creation.session_full', { limit: CREATION_LIMITS.messages }))
      const by = newUuid()
      if (!(await sessionRepository.claim(db, databaseKind, id, by, LEASE_SECONDS)))
        throw conflict(say('creation.busy'))
      const timer = setInterval(() => {
        sessionRepository.renew(db, databaseKind, id, by, LEASE_SECONDS).catch(() => undefined)
      }, RENEW_MS)
      timer.unref()
      return async () => {
        clearInterval(timer)
        await sessionRepository.release(db, id, by)
      }
    },

    messages: (id: string) => messageRepository.list(db, id),

    async addQuestion({ id, title }: SessionRow, content: string): Promise<void> {
      const now = nowSeconds()
      await messageRepository.insert(db, {
        session_id: id,
        role: 'user',
        content,
        trace_id: null,
        created_at: now,
      })
      await sessionRepository.countTurn(db, id, title === '' ? toTitle(content) : undefined, now)
    },

    async addAnswer(id: string, text: string, traceId: string | null): Promise<void> {
      const content = withoutNul(text)
      if (content.trim() === '') return
      const row = { session_id: id, role: 'assistant', content, trace_id: traceId } as const
      await messageRepository.insert(db, { ...row, created_at: nowSeconds() })
    },

    noteCall: (call: ToolCallNote): Promise<void> =>
      messageRepository.insertCall(db, {
        session_id: call.sessionId,
        tool: call.tool,
        succeeded: call.succeeded ? 1 : 0,
        milliseconds: call.milliseconds,
        summary: withoutNul(call.summary),
        proposal_id: call.proposalId ?? null,
        created_at: nowSeconds(),
      }),

    calls: (id: string) => messageRepository.listCalls(db, id),
    countCalls: (ids: readonly string[]) => messageRepository.countCalls(db, ids),
  }
}

export interface ToolCallNote {
  sessionId: string
  tool: string
  succeeded: boolean
  milliseconds: number
  summary: string
  proposalId?: number | undefined
}

/** A model may write it, but no database can store it. */
const withoutNul = (text: string): string => text.replaceAll('\u0000', '')

const toTitle = (message: string): string => {
  const [line = ''] = message.trim().split('\n')
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line
}
