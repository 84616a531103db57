import { beforeAll, expect, it } from 'vitest'
import { createWorld } from '../../../modules/assistants/testing.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createTestOutbox, describeWithNightlyPostgres } from '../../../platform/db/testing.ts'
import { createDialogService, type DialogService } from './dialog.service.ts'

const DRAFT = { title: null, workspaceId: null, checkpoint: '7', setCurrent: true }
const QUESTION = { text: 'Hi\u0000', workspaceId: null, checkpoint: '8', label: 'Before' }
const round = (text: string, ids: string[] = []) => ({
  text,
  reasoning: '',
  calls: ids.map((id) => ({ id, name: 'read_file', args: '{}' })),
  edits: [],
  results: ids.map((id) => ({ id, content: `öf ${id}\u0000`, ok: true })),
})

describeWithNightlyPostgres('dialogs', (open) => {
  let db: Db
  let dialogs: DialogService
  let ana: UserCaller
  let nora: UserCaller
  let agent: number
  beforeAll(async () => {
    db = (await open()).db
    const world = await createWorld(db)
    ana = world.ana
    nora = world.nora
    dialogs = createDialogService({ db, outbox: createTestOutbox(db) })
    const row = {
      organization_id: world.north,
      owner_id: ana.userId,
      name: 'Agent',
      created_at: 1,
      updated_at: 1,
    }
    agent = (await db.insertInto('assistants').values(row).returning('id').executeTakeFirstOrThrow()).id
  })

  it('belong to one person; a key gives access to those of its own assistants', async () => {
    const { id } = await dialogs.create(ana, agent, DRAFT)
    expect((await dialogs.get(ana, 'manage', agent, id)).id).toBe(id)
    expect((await dialogs.get({ ...ana, onlyAssistants: [agent] }, 'edit', agent, id)).id).toBe(id)
    for (const caller of [nora, { ...nora, systemAdmin: true }, { ...ana, onlyAssistants: [agent + 1] }])
      await expect(dialogs.get(caller, 'see', agent, id)).rejects.toThrow('Dialog not found')
    await expect(dialogs.get(ana, 'see', agent + 1, id)).rejects.toThrow('Dialog not found')
  })

  it('store each call under its own id, and its result separately', async () => {
    const dialog = await dialogs.create(ana, agent, DRAFT)
    const held = await dialogs.turns.ask(dialog, QUESTION)
    await dialogs.turns.keepRound(held, round('', ['call_1', 'call_1']), true)
    await dialogs.turns.keepRound(held, round('words', ['call_1']), true)
    await dialogs.turns.keepRound(held, round('', ['call_1']), true)
    const { messages, totalEvents } = await dialogs.history(dialog, { limit: 20 })
    expect(messages.map(({ number, content }) => [number, content])).toEqual([
      [0, 'Hi'],
      [null, ''],
      [1, 'words'],
      [null, ''],
    ])
    expect(totalEvents).toBe(6)
    const ids = messages.flatMap(({ calls }) => calls.map(({ id }) => id))
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect((await dialogs.toolResult(dialog, id))?.result).toBe('öf call_1')
    expect(JSON.stringify(messages)).not.toContain('öf call_1')
    expect((await dialogs.toolResults(dialog))[0]).toMatchObject({ start: 'öf call_1', size: 10, ok: 1 })
    expect(await dialogs.toolResult(dialog, 'call_1\u0000')).toBeUndefined()
  })

  it('store nothing after they have been deleted', async () => {
    const dialog = await dialogs.create(ana, agent, DRAFT)
    const held = await dialogs.turns.ask(dialog, QUESTION)
    await dialogs.remove(dialog)
    await dialogs.turns.keepRound(held, round('late', ['x']), true)
    await expect(dialogs.turns.ask(dialog, QUESTION)).rejects.toThrow('Dialog not found')
    expect(await dialogs.current(ana, agent)).toBeUndefined()
    for (const table of ['dialog_messages', 'dialog_tool_results', 'dialog_checkpoints'] as const)
      expect(await db.selectFrom(table).selectAll().where('dialog_id', '=', dialog.id).execute()).toEqual([])
  })

  it('continue over several sessions, and record how each ended', async () => {
    const dialog = await dialogs.create(ana, agent, DRAFT)
    await dialogs.turns.ask(dialog, QUESTION)
    expect(await dialogs.endSession(dialog, 'merged')).toEqual({ next: 2, questions: 1 })
    expect(await dialogs.endSession(dialog, 'abandoned')).toEqual({ next: 3, questions: 0 })
    const sessions = db.selectFrom('dialog_sessions').select(['number', 'status'])
    expect(await sessions.where('dialog_id', '=', dialog.id).orderBy('number').execute()).toEqual([
      { number: 1, status: 'merged' },
      { number: 2, status: 'abandoned' },
      { number: 3, status: 'active' },
    ])
  })

  it('are recalled from the latest summary onwards', async () => {
    const dialog = await dialogs.create(ana, agent, DRAFT)
    const held = await dialogs.turns.ask(dialog, QUESTION)
    await dialogs.turns.keepRound(held, round('first'), true)
    const { messages } = await dialogs.recall(dialog)
    await dialogs.keepSummary(dialog, 'in short', messages.at(-1)?.id ?? 0)
    await dialogs.turns.ask(dialog, { ...QUESTION, text: 'next' })
    const recalled = await dialogs.recall(dialog)
    expect(recalled.summary).toBe('in short')
    expect(recalled.messages.map(({ content }) => content)).toEqual(['next'])
  })
})
