import { say, type TraceRecord, toMessageFields } from '@bellwether/wire'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { createTestOutbox, describeOnEachDatabase } from '../../platform/db/testing.ts'
import { createWorld, shareWith } from '../assistants/testing.ts'
import { organizationRepository } from '../organizations/index.ts'
import { membershipRepository } from '../users/memberships/membership.repository.ts'
import { createRedactor } from './redact.ts'
import { createTraceRetention } from './retention.ts'
import { createTraceService, firstIdAt, isTraceId, newTraceId, type TraceService } from './trace.service.ts'
import type { ToolStepNote, TraceNote } from './trace-note.ts'
import { createTraceRecorder } from './trace-recorder.ts'

const DAY = 86_400_000

describe('ids', () => {
  it('sort by time and are unique', () => {
    const [early, late] = [newTraceId(1_700_000_000_000), newTraceId(1_700_000_000_001)]
    expect(isTraceId(early)).toBe(true)
    expect(early < late).toBe(true)
    expect(early < firstIdAt(1_700_000_000_001)).toBe(true)
    expect(late > firstIdAt(1_700_000_000_001)).toBe(true)
    expect(new Set(Array.from({ length: 1000 }, () => newTraceId(5))).size).toBe(1000)
    for (const bad of ['', 'x', '12', `${early}0`, early.toUpperCase().replace('-7', '-4')])
      expect(isTraceId(bad)).toBe(false)
  })
})

describeOnEachDatabase('traces', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let tutor: number
  let recorder: ReturnType<typeof createTraceRecorder>
  let traces: TraceService
  const errors: unknown[] = []

  const addAssistant = async (owner: UserCaller) => {
    const times = { created_at: 7, updated_at: 7, deleted_at: null }
    const row = {
      organization_id: owner.organizationId,
      owner_id: owner.userId,
      name: `t${Math.random()}`,
      ...times,
    }
    return (await db.insertInto('assistants').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    tutor = await addAssistant(world.ana)
    await shareWith(db, tutor, world.ben)
    recorder = createTraceRecorder({
      outbox: createTestOutbox(db),
      onError: (error) => errors.push(error),
    })
    traces = createTraceService({
      db,
      flush: recorder.flush,
      currencyOf: async () => 'EUR',
      showsTexts: async () => true,
    })
  })

  const injected = (change: Partial<ToolStepNote> = {}): ToolStepNote => ({
    kind: 'tool',
    tool: 'single_file_rag',
    use: 'inject',
    name: 'file',
    iteration: 0,
    input: { file_path: 'docs/guide.md', api_key: 'hidden' },
    outputLength: 12,
    cut: false,
    sources: 1,
    begun: 0,
    milliseconds: 3.4,
    outcome: 'failed',
    reason: 'moodle.internal said the-provider-key is wrong',
    ...change,
  })
  const note = (change: Partial<TraceNote> = {}): TraceNote => {
    const startedAt = change.startedAt ?? Date.now()
    return {
      id: newTraceId(startedAt),
      organizationId: world.north,
      assistantId: tutor,
      userId: world.ben.userId,
      endUser: null,
      door: '/v1/chat/completions',
      requestModel: 'lamb_assistant.1',
      provider: 'openai',
      model: 'm\u0000',
      inputTokens: 1,
      outputTokens: 2,
      iterations: 1,
      capped: false,
      outcome: 'ok',
      startedAt,
      milliseconds: 12.6,
      steps: [injected(), injected({ use: 'call', name: 'read', iteration: 1, input: { city: 'Lleida' } })],
      prompt: [{ role: 'user', content: 'a question with the-provider-key' }],
      redact: createRedactor(['the-provider-key']),
      ...change,
    }
  }
  const record = (change?: Partial<TraceNote>): string => {
    const made = note(change)
    recorder.record(made)
    return made.id
  }
  const read = async (who: UserCaller, id: string): Promise<TraceRecord> => {
    const trace = await traces.get(who, id)
    if ('prompt' in trace) return trace
    throw new Error('a trace for students')
  }
  const findTrace = (who: UserCaller, id: string) =>
    traces.get(who, id).then(
      (trace) => trace,
      (error: { code?: string }) => error.code,
    )

  it('are available immediately, without secrets, and complete for people who may edit', async () => {
    const id = record()
    const { ana, nora, root } = world
    for (const editor of [ana, nora, root]) {
      const trace = await read(editor, id)
      expect(trace).toMatchObject({
        id,
        model: 'm',
        duration_ms: 13,
        cost: null,
        capped: false,
        iterations: 1,
      })
      expect(trace.steps[0]).toMatchObject({
        input: expect.stringContaining('docs/guide.md'),
        reason: 'moodle.internal said [redacted] is wrong',
        milliseconds: 3,
      })
      expect(trace.prompt).toEqual([{ role: 'user', content: 'a question with [redacted]' }])
      expect(JSON.stringify(trace)).not.toMatch(/api_key|hidden|the-provider-key/)
    }
  })

  it('keep the codes of messages, unless they contained a secret', async () => {
    const leaking = say('reasons.not_offered', { reason: 'the-provider-key is wrong' })
    const steps = [injected({ reason: say('reasons.timeout') }), injected({ reason: leaking })]
    const fallback = say('answer_notes.model_failed', { model: 'a', fallback: 'b' })
    const id = record({ steps, notes: [fallback, 'from an older version', leaking] })
    const trace = await read(world.ana, id)
    expect(trace.steps).toMatchObject([
      { reason: 'it took too long', message_code: 'reasons.timeout', message_params: {} },
      { reason: 'not offered to the model: [redacted] is wrong' },
    ])
    expect(trace.steps[1]).not.toHaveProperty('message_code')
    expect(trace.notes).toEqual([
      'The model a failed; b answered instead',
      'from an older version',
      'not offered to the model: [redacted] is wrong',
    ])
    expect(trace.note_messages).toEqual([
      { message: trace.notes[0], ...toMessageFields(fallback) },
      { message: trace.notes[1] },
      { message: trace.notes[2] },
    ])
    expect((await read(world.ben, id)).steps[0]).toMatchObject({ message_code: 'outcomes.failed' })
  })

  it('keep the last messages of a long prompt, and no images', async () => {
    const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(50_000)}` } }
    const long = Array.from({ length: 10 }, () => ({ role: 'user', content: 'x'.repeat(90_000) }))
    const last = { role: 'user', content: [{ type: 'text', text: 'What is this?' }, picture] }
    const { prompt } = await read(world.ana, record({ prompt: [...long, last] }))
    expect(prompt).toHaveLength(5)
    expect(prompt?.at(-1)).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'What is this?' }, { type: 'image_url' }],
    })
  })

  it('show the asking person the steps, but neither the author’s settings nor the prompt nor server names', async () => {
    const trace = await read(world.ben, record())
    expect(trace.prompt).toBeNull()
    expect(trace.steps).toMatchObject([
      { use: 'inject', input: null, reason: 'No result' },
      { use: 'call', input: '{"city":"Lleida"}', reason: 'No result' },
    ])
    expect(JSON.stringify(trace)).not.toMatch(/guide|moodle\.internal/)
  })

  it('show students neither costs nor models', async () => {
    const student: UserCaller = { ...world.ben, userType: 'end_user' }
    const own = { userId: world.ben.userId, model: 'secret-model', notes: ['secret-model failed'] }
    const trace = await traces.get(student, record(own))
    expect(Object.keys(trace).sort()).toEqual([
      'assistant_id',
      'duration_ms',
      'id',
      'outcome',
      'started_at',
      'steps',
    ])
    expect(trace.steps.map((step) => step.kind)).toEqual(['tool', 'tool'])
    const list = await traces.list(student, tutor, { limit: 50 })
    expect(list.traces.length).toBeGreaterThan(0)
    for (const shown of [trace, list])
      expect(JSON.stringify(shown)).not.toMatch(/cost|model|token|provider|secret|Lleida/)
  })

  it('of a draft are complete for its author, and hidden from everyone else', async () => {
    const { ana, ben, eve, nora } = world
    const draft = record({ assistantId: 0 })
    const trace = await read(ben, draft)
    expect(trace.prompt).toEqual([{ role: 'user', content: 'a question with [redacted]' }])
    expect(trace.steps[0]).toMatchObject({ input: expect.stringContaining('docs/guide.md') })
    expect(JSON.stringify(trace)).not.toMatch(/hidden|the-provider-key/)
    for (const other of [ana, eve, nora]) expect(await findTrace(other, draft)).toBe('not_found')
    // Asked with Ben's key for someone else, or read after Ben has moved.
    expect(await findTrace(ben, record({ assistantId: 0, endUser: 'pupil@example.edu' }))).toBe('not_found')
    expect(await findTrace({ ...ben, organizationId: world.south }, draft)).toBe('not_found')
  })

  it('are hidden from everyone else', async () => {
    const { ben, eve, sven } = world
    const [bens, anas, forwarded] = [
      record(),
      record({ userId: world.ana.userId }),
      record({ endUser: 'pupil@example.edu' }),
    ]
    expect(await findTrace(ben, anas)).toBe('not_found')
    // Asked with Ben's key, but not by Ben.
    expect(await findTrace(ben, forwarded)).toBe('not_found')
    for (const stranger of [eve, sven]) expect(await findTrace(stranger, bens)).toBe('not_found')
    for (const id of ['1', newTraceId(Date.now()), "'; drop table traces; --"])
      expect(await findTrace(world.root, id)).toBe('not_found')
    const away = { ...ben, organizationId: world.south }
    expect(await findTrace(away, bens)).toBe('not_found')
  })

  it('are listed in pages, newest first: all for people who may edit, their own for others', async () => {
    const assistant = await addAssistant(world.ana)
    await shareWith(db, assistant, world.ben)
    const base = Date.now() - 1000
    const ids = [0, 1, 2, 3, 4].map((at) =>
      record({
        assistantId: assistant,
        startedAt: base + at,
        userId: at % 2 === 0 ? world.ben.userId : world.ana.userId,
      }),
    )
    const newest = ids.toReversed()
    const first = await traces.list(world.ana, assistant, { limit: 2 })
    expect(first.traces.map((trace) => trace.id)).toEqual(newest.slice(0, 2))
    expect(first.traces[0]).not.toHaveProperty('steps')
    expect(first.traces[0]).not.toHaveProperty('prompt')
    const rest = await traces.list(world.ana, assistant, { limit: 50, before: first.next ?? '' })
    expect(rest.traces.map((trace) => trace.id)).toEqual(newest.slice(2))
    expect(rest.next).toBeNull()
    const own = await traces.list(world.ben, assistant, { limit: 50 })
    expect(own.traces.map((trace) => trace.id)).toEqual([newest[0], newest[2], newest[4]])
    await expect(traces.list(world.eve, assistant, { limit: 50 })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(traces.list(world.ana, assistant, { limit: 5, before: 'x' })).rejects.toMatchObject({
      code: 'bad_request',
    })
  })

  it('that can’t be written do not prevent the rest of their batch', async () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const odd = { toJSON: () => { throw new Error('no') } } // biome-ignore format: one line
    const broken = () => {
      throw new Error('broken')
    }
    record({ redact: { text: broken, value: broken, settings: broken } })
    const trace = record({
      steps: [injected({ input: circle }), injected({ input: odd }), injected({ input: 1n })],
    })
    expect(await traces.get(world.ana, trace)).toMatchObject({ id: trace })
    expect(errors.splice(0)).toHaveLength(1)
  })

  it('in the queue are written when the server stops', async () => {
    const last = createTraceRecorder({
      outbox: createTestOutbox(db),
      onError: (error) => errors.push(error),
    })
    const many = Array.from({ length: 300 }, () => note())
    for (const one of many) last.record(one)
    await last.close()
    expect(errors).toEqual([])
    const ids = many.map((one) => one.id)
    const rows = await db.selectFrom('traces').select('id').where('id', 'in', ids).execute()
    expect(rows).toHaveLength(300)
  })

  it('are deleted in batches after their organization’s retention period', async () => {
    const now = Date.now()
    const setDays = (organization: number, config: object) =>
      organizationRepository.update(db, organization, { config: JSON.stringify(config), updated_at: 1 })
    await db.deleteFrom('traces').execute()
    await setDays(world.north, { trace_days: 2 })
    await setDays(world.south, {})
    const old = Array.from({ length: 25 }, () => record({ startedAt: now - 2 * DAY - 1000 }))
    const young = record({ startedAt: now - 2 * DAY + 60_000 })
    const south = { organizationId: world.south }
    const [souths, souths31] = [
      record({ ...south, startedAt: now - 29 * DAY }),
      record({ ...south, startedAt: now - 31 * DAY }),
    ]
    await recorder.flush()
    const retention = createTraceRetention({
      db,
      defaultDays: 30,
      onError: (error) => errors.push(error),
      batchSize: 10,
    })
    expect(await retention.removeOld(now)).toBe(26)
    const left = async () =>
      (await db.selectFrom('traces').select('id').execute()).map((row) => row.id).sort()
    expect(await left()).toEqual([souths, young].sort())
    expect([...old, souths31].some((id) => id === young)).toBe(false)
    await setDays(world.north, { trace_days: 0 })
    retention.start()
    await retention.stop()
    await retention.stop()
    expect(errors).toEqual([])
    const again = createTraceRetention({ db, defaultDays: 30, onError: (error) => errors.push(error) })
    expect(await again.removeOld(now)).toBe(1)
    expect(await left()).toEqual([souths])
  })

  it('of other people do not move to another organization with the assistant’s owner', async () => {
    await db.deleteFrom('traces').execute()
    const assistant = await addAssistant(world.ana)
    const own = record({ assistantId: assistant, userId: world.ana.userId })
    record({ assistantId: assistant, userId: world.ben.userId })
    record({ assistantId: assistant, userId: null })
    const bens = record({ assistantId: await addAssistant(world.ben), userId: world.ana.userId })
    await recorder.flush()
    await db
      .transaction()
      .execute((tx) => membershipRepository.moveUser(tx, world.ana.userId, world.south, 9))
    const rows = await db.selectFrom('traces').select(['id', 'organization_id']).orderBy('id').execute()
    expect(rows).toEqual(
      [
        { id: own, organization_id: world.south },
        { id: bens, organization_id: world.north },
      ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
  })
})
