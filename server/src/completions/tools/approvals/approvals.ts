import { type ApprovalDecision, type ApprovalRecord, say } from '@bellwether/wire'
import * as z from 'zod'
import { askingPerson, comparable, type PersonRecord } from '../../../platform/asking-person.ts'
import type { Caller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { badRequest, conflict, isUnavailable, notFound } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import { waitForMessage } from '../../../platform/instances/wait-for-message.ts'
import type { Channel, Notifications } from '../../../platform/notifications/notifications.ts'
import { type ApprovalRow, approvalRepository } from './approval.repository.ts'

export interface WantedApproval extends PersonRecord {
  organizationId: number
  assistantId: number
  traceId: string
  tool: string
  name: string
  input: unknown
  /** What the person is told about it. */
  explanation: { description?: string | undefined; sentTo?: string | undefined }
}

export type Decided =
  /** Without an input, it was approved unchanged. */
  { state: 'approved'; input?: unknown } | { state: 'rejected'; reason: string | null } | { state: 'expired' }

export interface ApprovalDeps {
  db: Db
  notifications: Pick<Notifications, 'publish' | 'subscribe'>
  /** How long a person has to decide. */
  waitSeconds: number
}

const decided: Channel<{ id: string }> = { name: 'approval-decided', schema: z.object({ id: z.string() }) }
/** Approvals expire, and a decision can be saved by an instance that is killed before it tells the others. */
const LOOK_MS = 5000
const MAX_INPUT = 50_000
const KEPT_SECONDS = 86_400

/** Tool calls that wait for a person. The decision may be made on another instance than the one that waits. */
export function createApprovals(deps: ApprovalDeps) {
  const { db } = deps
  const waiting = createWaiting(deps)

  return {
    ...createAsking(deps, waiting),
    ...createDecisions(deps),

    removeOld(signal: AbortSignal): Promise<number> {
      const until = nowSeconds() - KEPT_SECONDS
      return inBatches((limit) => approvalRepository.removeBefore(db, until, limit), signal)
    },
  }
}

function createWaiting({ notifications }: ApprovalDeps) {
  /** The calls that wait on this instance. */
  const waiting = new Map<string, () => void>()
  notifications.subscribe(decided, {
    receive: ({ id }) => waiting.get(id)?.(),
    lookAgain() {
      for (const tell of waiting.values()) tell()
    },
  })
  return {
    next: (id: string): Promise<void> => new Promise((resolve) => void waiting.set(id, resolve)),
    end: (id: string): void => void waiting.delete(id),
  }
}

type Waiting = ReturnType<typeof createWaiting>

function createAsking({ db, waitSeconds }: ApprovalDeps, waiting: Waiting) {
  async function ask(
    request: WantedApproval,
    onWaiting: (approval: ApprovalRecord) => void,
    signal: AbortSignal,
  ): Promise<Decided> {
    const row = await insert(request)
    let nextChange = waiting.next(row.id)
    onWaiting(toRecord(row))
    try {
      for (;;) {
        await waitForMessage(nextChange, untilLook(row), signal)
        signal.throwIfAborted()
        nextChange = waiting.next(row.id)
        const now = await look(row)
        if (now === 'unknown') continue
        if (!now) return { state: 'expired' }
        if (now.state === 'approved') return toApproved(now)
        if (now.state === 'rejected') return { state: 'rejected', reason: now.reason }
        if (now.state === 'expired' || now.expires_at <= nowSeconds()) return await expire(row.id)
      }
    } catch (error) {
      await expire(row.id)
      throw error
    } finally {
      waiting.end(row.id)
    }
  }

  /** An outage of the database does not end the wait. */
  async function look({ id, expires_at }: ApprovalRow): Promise<ApprovalRow | 'unknown' | undefined> {
    try {
      return await approvalRepository.find(db, id)
    } catch (error) {
      if (!isUnavailable(error) || expires_at <= nowSeconds()) throw error
      return 'unknown'
    }
  }

  async function insert(request: WantedApproval): Promise<ApprovalRow> {
    const input = toInputText(request.input ?? {})
    const now = nowSeconds()
    const person = comparable(request)
    return approvalRepository.insert(db, {
      id: newUuid(),
      organization_id: request.organizationId,
      assistant_id: request.assistantId,
      user_id: person.userId,
      end_user: person.endUser,
      trace_id: request.traceId,
      tool: request.tool,
      function_name: request.name,
      description: request.explanation.description ?? null,
      sent_to: request.explanation.sentTo ?? null,
      input,
      approved_input: null,
      reason: null,
      expires_at: now + waitSeconds,
      created_at: now,
    })
  }

  /** A decision that came at the last moment counts. */
  async function expire(id: string): Promise<Decided> {
    const none = { state: 'expired', approved_input: null, reason: null } as const
    if (await approvalRepository.decide(db, id, none)) return { state: 'expired' }
    const row = await approvalRepository.find(db, id)
    return row?.state === 'approved' ? toApproved(row) : { state: 'rejected', reason: row?.reason ?? null }
  }

  return {
    ask,
  }
}

function createDecisions({ db, notifications }: ApprovalDeps) {
  async function getFor(caller: Caller, endUser: string | undefined, id: string): Promise<ApprovalRow> {
    const row = /^[\w-]{1,100}$/.test(id) ? await approvalRepository.find(db, id) : undefined
    const { userId, endUser: name } = recordOf(caller, endUser)
    if (!row || row.user_id !== userId || row.end_user !== name || !isOpenTo(caller, row))
      throw notFound('Approval')
    return row
  }

  return {
    async list(caller: Caller, endUser: string | undefined): Promise<ApprovalRecord[]> {
      const rows = await approvalRepository.listWaiting(db, recordOf(caller, endUser), nowSeconds())
      return rows.filter((row) => isOpenTo(caller, row)).map(toRecord)
    },

    async get(caller: Caller, endUser: string | undefined, id: string): Promise<ApprovalRecord> {
      return toRecord(await getFor(caller, endUser, id))
    },

    async decide(
      caller: Caller,
      endUser: string | undefined,
      id: string,
      { decision, input, reason }: ApprovalDecision,
    ): Promise<ApprovalRecord> {
      const row = await getFor(caller, endUser, id)
      if (decision === 'reject' && input) throw badRequest(say('approvals.input_only_with_approval'))
      if (row.state === 'waiting' && row.expires_at <= nowSeconds()) throw conflict(say('approvals.expired'))
      const isDecided = await approvalRepository.decide(db, id, {
        state: decision === 'approve' ? 'approved' : 'rejected',
        approved_input: input ? toInputText(input) : null,
        reason: decision === 'reject' ? (reason ?? null) : null,
      })
      if (!isDecided) throw conflict(say('approvals.already_decided'))
      // The decision is saved: without the message, the call that waits finds it a few seconds later.
      await notifications.publish(decided, { id }).catch(() => undefined)
      return toRecord(await getFor(caller, endUser, id))
    },
  }
}

const untilLook = ({ expires_at }: ApprovalRow): number =>
  Math.max(0, Math.min(LOOK_MS, expires_at * 1000 - Date.now()))

export type Approvals = ReturnType<typeof createApprovals>

/** Only the person who asks decides: neither another person of the same client, nor the owner of its key. */
const recordOf = (caller: Caller, endUser: string | undefined) =>
  comparable(askingPerson({ caller, endUser }).record)

/** A key for some assistants decides nothing about others. */
const isOpenTo = (caller: Caller, { assistant_id: id }: ApprovalRow): boolean =>
  caller.kind === 'system' || caller.onlyAssistants === null || caller.onlyAssistants.includes(id)

const toApproved = ({ approved_input: input }: ApprovalRow): Decided =>
  input === null ? { state: 'approved' } : { state: 'approved', input: JSON.parse(input) }

function toInputText(input: unknown): string {
  const text = JSON.stringify(input).replaceAll('\\u0000', '')
  if (text.length > MAX_INPUT) throw badRequest(say('approvals.input_too_long'))
  return text
}

const toRecord = (row: ApprovalRow): ApprovalRecord => ({
  id: row.id,
  assistant_id: row.assistant_id,
  trace_id: row.trace_id,
  tool: row.tool,
  function: row.function_name,
  ...(row.description === null ? {} : { description: row.description }),
  ...(row.sent_to === null ? {} : { sent_to: row.sent_to }),
  input: JSON.parse(row.input),
  state: row.state,
  created_at: row.created_at,
  expires_at: row.expires_at,
})
