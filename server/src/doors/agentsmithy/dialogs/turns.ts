import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Outbox } from '../../../platform/db/outbox/outbox.ts'
import { notFound } from '../../../platform/errors.ts'
import { type DialogRow, dialogRepository } from './dialog.repository.ts'
import { countEvents, type StoredCall, type StoredEdit, storable } from './dialog-message.ts'
import { messageRepository } from './message.repository.ts'

const MAX_TITLE = 50

export interface NewQuestion {
  text: string
  workspaceId: string | null
  checkpoint: string | undefined
  /** The checkpoint's label in lists. */
  label: string
}

/** One round of the model: its text, its tool calls and their results. */
export interface Round {
  text: string
  reasoning: string
  calls: readonly { id: string; name: string; args: string }[]
  edits: readonly StoredEdit[]
  results: readonly { id: string; content: string; ok: boolean }[]
}

/** A round on its way to the database. */
interface KeptRound {
  dialog: Pick<DialogRow, 'id' | 'session'>
  round: Round
  complete: boolean
}

export function createTurns(db: Db, outbox: Outbox) {
  const rounds = outbox.writer<KeptRound>('rounds', keepRound)
  return {
    /** The question is stored before its answer starts. */
    ask: (dialog: DialogRow, question: NewQuestion): Promise<DialogRow> =>
      db.transaction().execute(async (tx) => {
        const now = nowSeconds()
        const updated = await dialogRepository.update(tx, dialog.id, {
          updated_at: now,
          workspace_id: question.workspaceId,
        })
        if (!updated) throw notFound('Dialog')
        if (updated.title === null)
          await dialogRepository.update(tx, dialog.id, { title: toTitle(question.text) })
        await messageRepository.insert(tx, {
          dialog_id: dialog.id,
          number: await messageRepository.nextNumber(tx, dialog.id),
          role: 'user',
          content: storable(question.text),
          reasoning: '',
          calls: '[]',
          edits: '[]',
          events: 1,
          checkpoint: question.checkpoint ?? null,
          session: updated.session,
          complete: 1,
          created_at: now,
        })
        if (question.checkpoint !== undefined)
          await dialogRepository.addCheckpoint(tx, {
            dialog_id: dialog.id,
            checkpoint: question.checkpoint,
            label: storable(question.label),
            created_at: now,
          })
        return updated
      }),

    async keepRound({ id, session }: DialogRow, round: Round, complete: boolean): Promise<void> {
      if (round.text === '' && round.reasoning === '' && round.calls.length === 0) return
      await rounds.write({ dialog: { id, session }, round, complete })
    },
  }
}

/** Nothing is stored if the dialog has been deleted in the meantime. */
async function keepRound(tx: Db, { dialog, round, complete }: KeptRound): Promise<void> {
  const now = nowSeconds()
  if (!(await dialogRepository.update(tx, dialog.id, { updated_at: now }))) return
  const names = await nameCalls(tx, dialog.id, round)
  const calls = round.calls.map((call, at) => toKept(call, names[at] ?? call.id, round))
  const content = storable(round.text)
  const reasoning = storable(round.reasoning)
  const edits = [...round.edits]
  await messageRepository.insert(tx, {
    dialog_id: dialog.id,
    number: content === '' ? null : await messageRepository.nextNumber(tx, dialog.id),
    role: 'assistant',
    content,
    reasoning,
    calls: storable(JSON.stringify(calls)),
    edits: storable(JSON.stringify(edits)),
    events: countEvents({ content, reasoning, calls, edits }),
    checkpoint: null,
    session: dialog.session,
    complete: complete ? 1 : 0,
    created_at: now,
  })
  await messageRepository.addResults(tx, toResults(dialog.id, round, names, now))
}

/** Used until the user renames the dialog. */
const toTitle = (text: string): string =>
  storable(text).slice(0, 500).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE)

export type Turns = ReturnType<typeof createTurns>

/** Some providers give all of their calls the same id; here each gets its own. */
async function nameCalls(tx: Db, dialogId: string, { calls }: Round): Promise<string[]> {
  const callIds = calls.map(({ id }) => storable(id).slice(0, 100) || 'call')
  const takenIds = await messageRepository.takenCallIds(tx, dialogId, callIds)
  const clash = takenIds.size > 0 || new Set(callIds).size < callIds.length
  if (!clash) return callIds
  const number = await messageRepository.nextNumber(tx, dialogId)
  const start = Date.now().toString(36)
  return callIds.map((id, at) => `${id}-${number}-${start}-${at}`)
}

function toKept(
  { id, name, args }: Round['calls'][number],
  keptAs: string,
  { results }: Pick<Round, 'results'>,
): StoredCall {
  const result = results.find((candidate) => candidate.id === id)
  return {
    id: keptAs,
    name,
    args,
    ...(result ? { ok: result.ok, size: Buffer.byteLength(result.content) } : {}),
  }
}

function toResults(dialogId: string, { calls, results }: Round, names: readonly string[], now: number) {
  return calls.flatMap(({ id, name, args }, at) => {
    const result = results.find((candidate) => candidate.id === id)
    if (!result) return []
    return [
      {
        dialog_id: dialogId,
        call_id: names[at] ?? id,
        tool_name: storable(name),
        args: storable(args),
        result: storable(result.content),
        ok: result.ok ? (1 as const) : (0 as const),
        created_at: now,
      },
    ]
  })
}
