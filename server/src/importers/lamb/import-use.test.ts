import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { say } from '@bellwether/wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLti } from '../../modules/lti/index.ts'
import { loadSqlite } from '../../platform/db/sqlite/sqlite-module.ts'
import { describeWithNightlyPostgres, type TestDatabase } from '../../platform/db/testing.ts'
import { createDiskStorage } from '../../platform/storage/disk/disk-storage.ts'
import type { ImportReport } from './report.ts'
import { fillNewest } from './testing/fill-newest.ts'
import { fillUse } from './testing/fill-use.ts'
import { fillWebui } from './testing/fill-webui.ts'
import { BOX, importInto, newInstallation } from './testing/import-into.ts'
import { newLegacyDatabase, newWebuiDatabase, T } from './testing/legacy-database.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex')

describeWithNightlyPostgres('importing chats, usage, LTI and files', (open) => {
  let folder: string
  let target: TestDatabase
  let report: ImportReport
  const paths = () => ({
    lamb: join(folder, 'lamb.db'),
    webui: join(folder, 'webui.db'),
    static: join(folder, 'public'),
  })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-lamb-'))
    const legacy = await newLegacyDatabase(paths().lamb)
    fillNewest(legacy, '')
    fillUse(legacy)
    legacy.exec(
      `update LAMB_assistants set api_callback = '{"rag_processor":"single_file_rag","file_path":"30/notes.md"}' where id = 111`,
    )
    legacy.close()
    const webui = await newWebuiDatabase(paths().webui)
    fillWebui(webui)
    webui.close()
    mkdirSync(join(folder, 'public/30/img'), { recursive: true })
    mkdirSync(join(folder, 'public/77'))
    writeFileSync(join(folder, 'public/30/notes.md'), 'Notes')
    writeFileSync(join(folder, 'public/30/program.exe'), 'MZ')
    writeFileSync(join(folder, 'public/30/img/a.png'), PNG)
    writeFileSync(join(folder, 'public/77/lost.md'), 'x')
    writeFileSync(join(folder, 'secret.txt'), 'secret')
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'public/30/link.txt'))
    symlinkSync(folder, join(folder, 'public/31'))
    target = await newInstallation(open)
    const planned = await importInto(target, paths(), { dryRun: true })
    report = await importInto(target, paths())
    expect(report.totals).toEqual(planned.totals)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('imports chats in one line, in the branch that was shown last', async () => {
    const chats = await target.db.selectFrom('chats').selectAll().orderBy('id').execute()
    expect(chats.map(({ id, title, archived, updated_at }) => [id, title, archived, updated_at])).toEqual([
      ['chat-1', 'Linked', 1, T + 5],
      ['chat-2', 'Circle', 0, T + 5],
      ['chat-5', 'Image', 0, T + 5],
      ['w-1', 'Light', 0, T + 9],
    ])
    const messages = await target.db
      .selectFrom('chat_messages')
      .selectAll()
      .orderBy('chat_id')
      .orderBy('position')
      .execute()
    const textsOf = (id: string) =>
      messages.filter((one) => one.chat_id === id).map(({ role, content }) => `${role}: ${content}`)
    expect(textsOf('chat-1')).toEqual(['user: One', 'assistant: Two'])
    expect(textsOf('chat-2')).toEqual(['user: A', 'assistant: B'])
    expect(textsOf('w-1')).toEqual(['user: What is light?', 'assistant: First answer'])
    expect(textsOf('chat-5')[0]).toMatch(/https:\/\/bw\.example\.edu\/static\/public\/30\/img\/a\.png\?sig=/)
    expect(report.totals['chat']).toMatchObject({ imported: 3, skipped: 2 })
    expect(report.totals['student chat']).toMatchObject({ imported: 1, skipped: 2 })
    expect(report.entries.find(({ id }) => id === 'w-1')?.notes).toEqual([
      say('imports.messages_left_out', { count: 1 }),
    ])
  })

  it('imports usage with its cost, and totals beyond it', async () => {
    const rows = await target.db.selectFrom('usage_records').selectAll().orderBy('id').execute()
    expect(
      rows.map(({ kind, input_tokens, output_tokens, cost }) => [kind, input_tokens, output_tokens, cost]),
    ).toEqual([
      ['answer', 100, 50, 400],
      ['answer', 100, 50, 400],
      ['answer', 100, 50, 400],
      ['model', 700, 0, 8800],
    ])
    const { config } = await target.db
      .selectFrom('organizations')
      .select('config')
      .where('id', '=', 20)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(config).prices).toMatchObject({
      currency: 'USD',
      prices: [{ model: 'gpt-4o-mini', input: 2, output: 4 }],
    })
  })

  it('imports files, but follows no links', async () => {
    const files = await target.db
      .selectFrom('files')
      .select(['path', 'kind', 'owner_id'])
      .orderBy('path')
      .execute()
    expect(files).toEqual([
      { path: '30/img/a.png', kind: 'image', owner_id: 30 },
      { path: '30/notes.md', kind: 'upload', owner_id: 30 },
    ])
    const stored = await createDiskStorage(target.dataDir).open('files/30/notes.md')
    expect(stored && (await buffer(stored.content)).toString()).toBe('Notes')
    const { metadata } = await target.db
      .selectFrom('assistants')
      .select('metadata')
      .where('id', '=', 111)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(metadata).file_path).toBe('30/notes.md')
  })

  it('imports LTI: keys encrypted, activities, students and links that the first launch completes', async () => {
    const lti = createLti({
      db: target.db,
      box: BOX,
      environment: { consumerKey: 'x', secret: undefined },
      assistantSecret: undefined,
    })
    expect(await lti.keys.globalSecretOf('lamb')).toBe('global-secret')
    expect(await lti.keys.findCreatorKey('physics_key')).toMatchObject({
      organizationId: 20,
      secret: 'creator-secret',
    })
    const moodle = '1.1:moodle.uni.edu'
    const activity = await lti.activities.findByLink(moodle, 'link-1')
    expect(activity).toMatchObject({
      platform: moodle,
      name: 'Lab',
      organization_id: 20,
      owner_id: 30,
      chats_visible: 1,
    })
    expect(await lti.activities.findByLink('1.1:other.edu', 'link-1')).toBeUndefined()
    expect(await lti.activities.findByLink('lti13 platform', 'link-1')).toBeUndefined()
    const assistants = await lti.activities.assistantsOf(activity?.id ?? 0)
    expect(assistants.map(({ id }) => id)).toEqual([101])
    const person = { platform: moodle, name: 'S', role: 'student' as const }
    const student = await lti.accounts.enterActivity(
      { ...person, lmsUserId: 'lms-1' },
      activity ?? (undefined as never),
    )
    expect(student).toMatchObject({ email: 's1_link-1@lamb-lti.local', user_type: 'end_user' })
    const older = await lti.accounts.enterAssistant(
      { ...person, lmsUserId: '2', username: 's2' },
      { id: 101, organization_id: 20, consumerName: '30_plain' },
    )
    expect(older.email).toBe('s2-30_plain@lamb-project.org')
    const teacher = { platform: moodle, lmsUserId: '3' }
    expect(await lti.educators.find({ ...teacher, email: 'someone@lms.edu' })).toBeUndefined()
    expect((await lti.educators.find({ ...teacher, email: 'Ada@lms.edu' }))?.userId).toBe(30)
    expect((await lti.educators.find({ ...teacher, email: undefined }))?.userId).toBe(30)
    expect(report.totals['lti identity link']).toMatchObject({ imported: 1, skipped: 1 })
  })

  it('lets teachers read the chats of students who agreed in LAMB, and no others', async () => {
    const lti = createLti({
      db: target.db,
      box: BOX,
      environment: { consumerKey: 'x', secret: undefined },
      assistantSecret: undefined,
    })
    const activity = await lti.activities.findByLink('1.1:moodle.uni.edu', 'link-1')
    if (!activity) throw new Error('The activity is missing')
    // The consent was given after the chat; in LAMB it was for all chats of the activity.
    expect(await lti.dashboard.chats(activity)).toMatchObject([{ id: 'w-1', title: 'Light' }])
    const [student] = await lti.dashboard.students(activity)
    expect(student).toMatchObject({ consent_given: true, chat_count: 1 })
    const rows = await target.db.selectFrom('chats').select(['id', 'in_activity']).orderBy('id').execute()
    expect(rows.filter(({ in_activity }) => in_activity === 1).map(({ id }) => id)).toEqual(['w-1'])
    expect(report.notices).toContainEqual(say('imports.chats_readable', { readable: 1, private: 0 }))
  })

  it.each([
    ['the student did not agree', 'update LAMB_lti_activity_users set consent_given_at = null'],
    ['the teacher did not ask', 'update LAMB_lti_activities set chat_visibility_enabled = 0'],
    ['the activity does not use the assistant', 'delete from LAMB_lti_activity_assistants'],
  ])('keeps chats private if %s', async (_why, change) => {
    const copy = join(folder, `${_why.length}.db`)
    copyFileSync(paths().lamb, copy)
    const changed = (await loadSqlite())(copy, { readOnly: false })
    changed.exec(change)
    changed.close()
    const other = await newInstallation(open)
    const { notices } = await importInto(other, { lamb: copy, webui: paths().webui })
    expect(notices).toContainEqual(say('imports.chats_readable', { readable: 0, private: 1 }))
    const rows = await other.db.selectFrom('chats').select('id').where('in_activity', '=', 1).execute()
    expect(rows).toEqual([])
  })

  it('imports test scenarios as tests without checks', async () => {
    const tests = await target.db.selectFrom('assistant_tests').selectAll().execute()
    expect(tests).toEqual([
      {
        id: expect.any(Number),
        assistant_id: 101,
        title: 'Greets',
        description: 'Politely',
        kind: 'multi_turn',
        messages: JSON.stringify([
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello' },
          { role: 'user', content: 'Who are you?' },
        ]),
        expected: 'A greeting',
        tags: '["polite"]',
        checks: '[]',
        created_by: 30,
        created_at: 1_780_308_000,
        updated_at: 1_780_308_001,
      },
    ])
    expect(report.totals['test']).toMatchObject({ imported: 1, skipped: 3, failed: 0 })
  })

  it('imports test runs with their answers and verdicts, which don’t count for publishing', async () => {
    const runs = await target.db.selectFrom('test_runs').selectAll().orderBy('id').execute()
    expect(runs.map(({ state, complete, total }) => [state, complete, total])).toEqual([
      ['completed', 0, 1],
      ['completed', 0, 1],
      ['completed', 0, 1],
    ])
    const [test] = await target.db.selectFrom('assistant_tests').select('id').execute()
    const results = await target.db.selectFrom('test_results').selectAll().orderBy('id').execute()
    expect(results).toMatchObject([
      {
        run_id: runs[0]?.id,
        test_id: test?.id,
        title: 'Greets',
        answer: 'Good day',
        outcome: 'unchecked',
        error: null,
        model: 'gpt-4o-mini',
        input_tokens: 12,
        output_tokens: 3,
        milliseconds: 813,
      },
      { run_id: runs[1]?.id, test_id: null, title: 'Hi', answer: '', outcome: 'error', error: 'No quota' },
      { test_id: null, answer: '', outcome: 'unchecked', input_tokens: 2_000_000_000, output_tokens: 0 },
    ])
    const [, , hostile] = results
    expect(hostile?.messages.length).toBeLessThan(21_000)
    expect(JSON.parse(hostile?.snapshot ?? '')).toMatchObject({ system_prompt: 'ab', metadata: '{}' })
    expect(JSON.parse(results[0]?.snapshot ?? '')).toMatchObject({ system_prompt: 'Be kind.' })
    const verdicts = await target.db.selectFrom('test_verdicts').selectAll().execute()
    expect(verdicts).toMatchObject([
      {
        result_id: results[0]?.id,
        user_id: 30,
        verdict: 'good',
        notes: 'Fine',
        dimensions: '{"tone":5}',
      },
    ])
    expect(report.totals['test result']).toMatchObject({ imported: 3, skipped: 1 })
    expect(report.totals['test evaluation']).toMatchObject({ imported: 1, skipped: 2 })
  })

  it('keeps sessions of the agent that builds assistants', async () => {
    const sessions = await target.db.selectFrom('creation_sessions').selectAll().orderBy('title').execute()
    expect(sessions).toMatchObject([
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), assistant_id: null, title: 'Hello', turn_count: 1 },
      {
        id: 'session',
        assistant_id: 101,
        skill: 'improve-assistant',
        title: 'Kinder',
        turn_count: 1,
        created_at: Date.UTC(2026, 5, 1, 10, 0, 1) / 1000,
        updated_at: Date.UTC(2026, 5, 1, 10, 0, 5) / 1000,
      },
    ])
    const messages = await target.db
      .selectFrom('creation_messages')
      .select(['role', 'content'])
      .where('session_id', '=', 'session')
      .orderBy('id')
      .execute()
    expect(messages).toEqual([
      { role: 'user', content: 'Make it kinder' },
      { role: 'assistant', content: 'Done.' },
    ])
    expect(await target.db.selectFrom('creation_tool_calls').selectAll().execute()).toMatchObject([
      {
        session_id: 'session',
        tool: 'lamb assistant get 101',
        succeeded: 1,
        milliseconds: 13,
        summary: 'Read it',
        created_at: Date.UTC(2026, 5, 1, 10, 0, 4) / 1000,
      },
    ])
    expect(report.totals['creation session']).toMatchObject({ imported: 2, skipped: 2 })
  })

  it('adds nothing the second time', async () => {
    const again = await importInto(target, paths())
    expect(
      Object.values(again.totals).every(({ imported, linked, failed }) => imported + linked + failed === 0),
    ).toBe(true)
    expect((await target.db.selectFrom('usage_records').select('id').execute()).length).toBe(4)
    expect((await target.db.selectFrom('chats').select('id').execute()).length).toBe(4)
  })
})
