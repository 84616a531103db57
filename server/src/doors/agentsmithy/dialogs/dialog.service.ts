import type { DialogListQuery } from '@bellwether/wire'
import { requireMay, type Verb } from '../../../modules/access/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Outbox } from '../../../platform/db/outbox/outbox.ts'
import { notFound } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import { type DialogRow, type DialogScope, dialogRepository } from './dialog.repository.ts'
import { type DialogMessage, toMessage } from './dialog-message.ts'
import { messageRepository } from './message.repository.ts'
import { createTurns } from './turns.ts'

const THING = 'Dialog'
const MAX_CHECKPOINTS = 500
const MAX_RESULTS = 500
const MAX_SUMMARY = 8000

export interface NewDialog {
  title: string | null
  workspaceId: string | null
  /** The files as they were at the start of the dialog. */
  checkpoint: string | undefined
  setCurrent: boolean
}

/** A dialog belongs to one person and one agent. No one else can read it or learn that it exists, whatever their role. */
export function createDialogService(deps: { db: Db; outbox: Outbox }) {
  return {
    ...createLookup(deps),
    ...contentMethods(deps),
    ...dialogMethods(deps),
  }
}

function createLookup({ db }: { db: Db; outbox: Outbox }) {
  /** Rejects malformed ids: ours are hexadecimal. */
  async function get(caller: UserCaller, verb: Verb, assistantId: number, id: string): Promise<DialogRow> {
    const row = /^[0-9a-f]{32}$/.test(id)
      ? await dialogRepository.find(db, toScope(caller, assistantId), id)
      : undefined
    if (!row) throw notFound(THING)
    const facts = { kind: 'dialog', organizationId: caller.organizationId, ownerId: row.user_id } as const
    requireMay(caller, verb, { ...facts, assistantId }, THING)
    return row
  }

  return {
    get,
  }
}

const dialogMethods = ({ db }: { db: Db; outbox: Outbox }) => ({
  list: (caller: UserCaller, assistantId: number, query: DialogListQuery): Promise<DialogRow[]> =>
    dialogRepository.list(db, toScope(caller, assistantId), query),

  create: (caller: UserCaller, assistantId: number, draft: NewDialog): Promise<DialogRow> =>
    db.transaction().execute(async (tx) => {
      const id = newUuid().replaceAll('-', '')
      const now = nowSeconds()
      const row = await dialogRepository.insert(tx, {
        id,
        user_id: caller.userId,
        assistant_id: assistantId,
        workspace_id: draft.workspaceId,
        title: draft.title || null,
        session: 1,
        created_at: now,
        updated_at: now,
      })
      await dialogRepository.beginSession(tx, id, 1, now)
      if (draft.checkpoint !== undefined)
        await dialogRepository.addCheckpoint(tx, {
          dialog_id: id,
          checkpoint: draft.checkpoint,
          label: 'Start of the dialog',
          created_at: now,
        })
      if (draft.setCurrent)
        await dialogRepository.saveSettings(tx, toScope(caller, assistantId), { dialog_id: id })
      return row
    }),

  /** `updated_at` stays unchanged: it is the time of the last message, which lists are sorted by. */
  async rename({ id }: DialogRow, title: string): Promise<DialogRow> {
    const row = await dialogRepository.update(db, id, { title })
    if (!row) throw notFound(THING)
    return row
  },

  remove: ({ id }: DialogRow): Promise<void> => dialogRepository.delete(db, id),

  async current(caller: UserCaller, assistantId: number): Promise<DialogRow | undefined> {
    const scope = toScope(caller, assistantId)
    const id = (await dialogRepository.findSettings(db, scope))?.dialog_id
    return id ? dialogRepository.find(db, scope, id) : undefined
  },

  setCurrent: (caller: UserCaller, { id, assistant_id }: DialogRow): Promise<void> =>
    dialogRepository.saveSettings(db, toScope(caller, assistant_id), { dialog_id: id }),

  /** Ends the session and starts the next one. */
  endSession: (dialog: DialogRow, status: 'merged' | 'abandoned') =>
    db.transaction().execute(async (tx) => {
      const now = nowSeconds()
      const updated = await dialogRepository.update(tx, dialog.id, { updated_at: now })
      if (!updated) throw notFound(THING)
      const questions = await messageRepository.countQuestions(tx, dialog.id, updated.session)
      const next = updated.session + 1
      await dialogRepository.endSession(tx, dialog.id, updated.session, status, now)
      await dialogRepository.beginSession(tx, dialog.id, next, now)
      await dialogRepository.update(tx, dialog.id, { session: next })
      return { next, questions }
    }),
})

const contentMethods = ({ db, outbox }: { db: Db; outbox: Outbox }) => ({
  turns: createTurns(db, outbox),

  settingsOf: (caller: UserCaller, assistantId: number) =>
    dialogRepository.findSettings(db, toScope(caller, assistantId)),

  saveSettings: (
    caller: UserCaller,
    assistantId: number,
    change: { workload?: string | null; names?: string },
  ): Promise<void> => dialogRepository.saveSettings(db, toScope(caller, assistantId), change),

  async history({ id }: DialogRow, page: { limit: number; before?: number | undefined }) {
    const messages = (await messageRepository.page(db, id, page)).map(toMessage)
    const numbers = messages.flatMap(({ number }) => (number === null ? [] : [number]))
    return {
      messages,
      totalEvents: await messageRepository.countEvents(db, id),
      firstNumber: numbers.at(0) ?? null,
      lastNumber: numbers.at(-1) ?? null,
    }
  },

  /** The part of the dialog that is sent to a model: the latest summary and all later messages. */
  async recall({ id }: DialogRow): Promise<{ summary: string; messages: DialogMessage[] }> {
    const summary = await messageRepository.latestSummary(db, id)
    const rows = await messageRepository.after(db, id, summary?.through ?? 0)
    return { summary: summary?.content ?? '', messages: rows.map(toMessage) }
  },

  keepSummary: ({ id }: DialogRow, content: string, through: number): Promise<void> =>
    messageRepository.addSummary(db, {
      dialog_id: id,
      content: content.replaceAll('\u0000', '').slice(0, MAX_SUMMARY),
      through,
      created_at: nowSeconds(),
    }),

  toolResults: ({ id }: DialogRow, limit = MAX_RESULTS) => messageRepository.listResults(db, id, limit),

  toolResult: ({ id }: DialogRow, callId: string) =>
    callId.includes('\u0000') ? Promise.resolve(undefined) : messageRepository.findResult(db, id, callId),

  checkpoints: ({ id }: DialogRow) => dialogRepository.checkpointsOf(db, id, MAX_CHECKPOINTS),

  noteCheckpoint: ({ id }: DialogRow, checkpoint: string, label: string): Promise<void> =>
    dialogRepository.addCheckpoint(db, { dialog_id: id, checkpoint, label, created_at: nowSeconds() }),
})

export type DialogService = ReturnType<typeof createDialogService>

const toScope = ({ userId }: UserCaller, assistantId: number): DialogScope => ({ userId, assistantId })
