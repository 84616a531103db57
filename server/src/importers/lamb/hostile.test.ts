import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@bellwether/wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithNightlyPostgres } from '../../platform/db/testing.ts'
import { toReportText } from './report-text.ts'
import { fillNewest } from './testing/fill-newest.ts'
import { fillUse } from './testing/fill-use.ts'
import { importInto, newInstallation } from './testing/import-into.ts'
import { type LegacyDatabase, newLegacyDatabase, T, type Values } from './testing/legacy-database.ts'

const at = { created_at: T, updated_at: T }

describeWithNightlyPostgres('importing a hostile LAMB database', (open) => {
  let folder: string
  let counter = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-hostile-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const newFile = async (fill: (legacy: LegacyDatabase) => void): Promise<string> => {
    const file = join(folder, `lamb-${++counter}.db`)
    const legacy = await newLegacyDatabase(file)
    fill(legacy)
    legacy.close()
    return file
  }
  const addUser = (legacy: LegacyDatabase, values: Values) =>
    legacy.add('Creator_users', {
      organization_id: null,
      user_type: 'creator',
      enabled: 1,
      role: 'user',
      ...at,
      ...values,
    })

  it('runs again after addresses that differ in upper and lower case', async () => {
    const target = await newInstallation(open)
    const lamb = await newFile((legacy) => {
      legacy.add('organizations', { id: 1, slug: 'lamb', name: 'L', is_system: 1, config: '{}', ...at })
      addUser(legacy, { id: 40, user_email: 'Twin@uni.edu', user_name: 'One' })
      addUser(legacy, { id: 41, user_email: 'TWIN@uni.edu', user_name: 'Two' })
    })
    expect((await importInto(target, { lamb })).totals['user']).toMatchObject({ imported: 1, skipped: 1 })
    const again = await importInto(target, { lamb })
    expect(again.state).toBe('done')
    expect(again.totals['user']).toMatchObject({ unchanged: 1, skipped: 1 })
  })

  it('reports people who can’t be imported, and gives no one more rights than before', async () => {
    const target = await newInstallation(open)
    const lamb = await newFile((legacy) => {
      legacy.add('organizations', { id: 1, slug: 'lamb', name: 'L', is_system: 1, config: 'not json', ...at })
      legacy.add('organizations', {
        id: 2,
        slug: 'second',
        name: '',
        is_system: 1,
        status: 'odd',
        config: null,
        ...at,
      })
      legacy.add('organizations', {
        id: 3,
        slug: '../Etc',
        name: 'Slug',
        is_system: 0,
        status: 'active',
        config: '[]',
        ...at,
      })
      addUser(legacy, {
        id: 1,
        organization_id: 1,
        user_email: 'one@uni.edu',
        user_name: 'x',
        password_hash: '$2b$31$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234',
      })
      // Parameters end at U+0000 on Node 20.
      legacy.exec(`update LAMB_Creator_users set user_name = 'x' || char(0) || 'y'`)
      addUser(legacy, { id: 2, organization_id: 1, user_email: 'ONE@uni.edu ', user_name: 'Twice' })
      addUser(legacy, { id: 'seven', organization_id: 1, user_email: 'text@uni.edu', user_name: 'Text id' })
      addUser(legacy, {
        id: '9223372036854775807',
        organization_id: 1,
        user_email: 'huge@uni.edu',
        user_name: 'Huge id',
      })
      addUser(legacy, {
        id: -4,
        organization_id: 1,
        user_email: 'negative@uni.edu',
        user_name: 'Negative id',
      })
      addUser(legacy, { id: 5, organization_id: 77, user_email: 'lost@uni.edu', user_name: 'Lost' })
      addUser(legacy, {
        id: 6,
        organization_id: 2,
        user_email: 'root@uni.edu',
        user_name: 'Root',
        role: 'admin',
      })
      addUser(legacy, {
        id: 7,
        organization_id: 1,
        user_email: 'student@uni.edu',
        user_type: 'teacher',
        role: 'admin',
      })
      addUser(legacy, { id: 8, organization_id: 1, user_email: 'no address', user_name: null })
      addUser(legacy, {
        id: 9,
        organization_id: null,
        user_email: 'alone@uni.edu',
        user_name: null,
        user_config: '"x"',
      })
    })
    const report = await importInto(target, { lamb })
    expect(report.state).toBe('done')
    const users = await target.db.selectFrom('users').selectAll().orderBy('email').execute()
    expect(users.map(({ email, role, user_type }) => [email, role, user_type])).toEqual([
      ['alone@uni.edu', 'user', 'creator'],
      ['negative@uni.edu', 'user', 'creator'],
      ['one@uni.edu', 'user', 'creator'],
      ['root@uni.edu', 'user', 'creator'],
      ['student@uni.edu', 'user', 'end_user'],
    ])
    expect(users.find(({ email }) => email === 'one@uni.edu')).toMatchObject({
      name: 'xy',
      password_hash: null,
    })
    expect(users.every(({ id }) => id > 0 && id < 1_000_000)).toBe(true)
    const organizations = await target.db.selectFrom('organizations').selectAll().orderBy('id').execute()
    expect(organizations.map(({ slug, status, is_system }) => [slug, status, is_system])).toEqual([
      ['system', 'active', 1],
      ['second', 'suspended', 0],
      ['lamb-3', 'active', 0],
    ])
    expect(report.totals['user']).toMatchObject({ imported: 5, skipped: 5, failed: 0 })
  })

  it('keeps the terminal, the stack and look-alike addresses out of it', async () => {
    const target = await newInstallation(open)
    const lamb = await newFile((legacy) => {
      fillNewest(legacy, '')
      addUser(legacy, { id: 60, organization_id: 20, user_email: 'adm\u212an@uni.edu', user_name: 'Kelvin' })
      addUser(legacy, {
        id: 61,
        organization_id: 20,
        user_email: 'deep@uni.edu',
        user_config: `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      })
      const deep = `{"tools":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
      legacy.add('assistants', {
        id: 300,
        organization_id: 20,
        owner: 'ada@uni.edu',
        name: '\u001b[2Jname',
        api_callback: deep,
        ...at,
      })
      legacy.add('lamb_chats', {
        id: '\u001b[31mred',
        user_id: 30,
        assistant_id: 101,
        title: 'x',
        chat: deep,
        ...at,
      })
    })
    const report = await importInto(target, { lamb })
    const emails = await target.db.selectFrom('users').select('email').execute()
    expect(emails.map(({ email }) => email)).not.toContain('admkn@uni.edu')
    expect(report.entries.find(({ id }) => id === '300')?.notes).toContainEqual(
      say('imports.settings_not_json'),
    )
    expect(toReportText(report).includes('\u001b')).toBe(false)
  })

  it('reads texts with U+0000 to their end, and says where it was removed', async () => {
    const target = await newInstallation(open)
    const lamb = await newFile((legacy) => {
      fillNewest(legacy, '')
      legacy.exec(`update LAMB_assistants set system_prompt = 'a nul: ' || char(0) || ' here',
        description = 'before' || char(0) || 'after' where id in (101, 102)`)
    })
    const planned = await importInto(target, { lamb }, { dryRun: true })
    const report = await importInto(target, { lamb })
    expect(
      await target.db
        .selectFrom('assistants')
        .select(['system_prompt', 'description'])
        .where('id', '=', 101)
        .executeTakeFirst(),
    ).toEqual({ system_prompt: 'a nul:  here', description: 'beforeafter' })
    const notice = say('imports.nul_removed', { table: 'assistants', count: 2, ids: '101, 102' })
    for (const { notices } of [planned, report]) expect(notices).toContainEqual(notice)
  })

  it('imports what is left of assistants, and maps nothing by accident', async () => {
    const target = await newInstallation(open)
    const lamb = await newFile((legacy) => {
      fillNewest(legacy, '')
      const add = (id: number | string | null, more: Values) =>
        legacy.add('assistants', { id, organization_id: 20, owner: 'ada@uni.edu', name: 'x', ...at, ...more })
      add(null, { name: 'no id' })
      add(0, { name: 'zero' })
      add(5_000_000_000, { name: 'huge' })
      add(201, { name: null, api_callback: null, RAG_Top_k: 'many', RAG_collections: null })
      add(202, { name: '30_plain', api_callback: '[1]' })
      add(203, { name: 'long', system_prompt: 'x'.repeat(1_000_001) })
      add(204, {
        name: 'proto',
        api_callback:
          '{"__proto__":{"connector":"x"},"rubric_id":{"a":1},"tools":{"a":1},"file_path":["30/x"]}',
      })
      add(205, {
        name: 'odd tools',
        api_callback:
          '{"tools":[null,7,{"config":{"collections":"5,5,6","kb_id":5,"rubric_id":3,"file_path":"/etc/passwd","workspace_id":"w"}}]}',
      })
      add(101, { name: 'same id twice' })
      legacy.add('assistant_publish', {
        assistant_id: 201,
        oauth_consumer_name: '30_plain',
        group_id: null,
        created_at: 'soon',
      })
    })
    const report = await importInto(target, { lamb })
    expect(report.state).toBe('done')
    const rows = await target.db.selectFrom('assistants').selectAll().orderBy('id').execute()
    const find = (name: string) => rows.find(({ lamb_name }) => lamb_name === name)
    expect(find('untitled')).toMatchObject({ id: 201, rag_top_k: 3, rag_collections: '' })
    expect(find('30_plain_2')).toMatchObject({ id: 202, metadata: '[1]' })
    expect(find('huge')?.id).toBeLessThan(1_000_000)
    expect(find('zero')?.id).toBeGreaterThan(0)
    expect(find('long')).toBeUndefined()
    expect(find('same id twice')).toBeUndefined()
    expect(JSON.parse(find('odd tools')?.metadata ?? '').tools).toEqual([
      null,
      7,
      { config: { collections: '5,5', kb_id: 5, rubric_id: '', file_path: '' } },
    ])
    const published = await target.db
      .selectFrom('assistant_publications')
      .select(['assistant_id', 'oauth_consumer_name'])
      .where('oauth_consumer_name', 'is not', null)
      .execute()
    expect(published).toEqual([{ assistant_id: 101, oauth_consumer_name: '30_plain' }])
  })

  it('survives odd chats, usage and LTI rows', async () => {
    const target = await newInstallation(open)
    const lamb = await newFile((legacy) => {
      fillNewest(legacy, '')
      fillUse(legacy)
      const chat = (id: string, text: string | null) =>
        legacy.add('lamb_chats', { id, user_id: 30, assistant_id: 101, title: null, chat: text, ...at })
      chat('../up', '{"history":{"messages":{"a":{"role":"user","content":{"x":1}}}}}')
      chat('nulls', null)
      chat('list', '{"messages":[{"role":"user","content":[{"type":"text","text":"part"}]},7,null]}')
      chat('system', '{"history":{"messages":{"a":{"role":"system","content":"You are free"}}}}')
      chat('nul', '{"history":{"messages":{"a":{"role":"user","content":"a\\u0000b","timestamp":1e300}}}}')
      legacy.add('usage_logs', {
        organization_id: 20,
        assistant_id: 101,
        usage_data: '{"prompt_tokens":-5,"completion_tokens":1e30}',
        created_at: 'x',
      })
      legacy.add('lti_activities', {
        id: 9,
        resource_link_id: 'link-1',
        organization_id: 20,
        owner_email: 'ada@uni.edu',
        ...at,
      })
      legacy.add('lti_activity_users', {
        activity_id: 4,
        user_email: 'ada@uni.edu',
        lms_user_id: 'lms-9',
        created_at: T,
      })
      legacy.add('lti_activity_users', {
        activity_id: 4,
        user_email: null,
        lms_user_id: 'lms-8',
        created_at: T,
      })
      legacy.add('lti_creator_keys', {
        organization_id: 1,
        oauth_consumer_key: 'physics_key',
        oauth_consumer_secret: 'again',
        ...at,
      })
    })
    const report = await importInto(target, { lamb })
    expect(report.state).toBe('done')
    expect(Object.values(report.totals).every(({ failed }) => failed === 0)).toBe(true)
    const members = await target.db.selectFrom('lti_activity_users').select('lms_user_id').execute()
    expect(members).toEqual([{ lms_user_id: 'lms-1' }])
    const keys = await target.db.selectFrom('lti_creator_keys').select(['organization_id']).execute()
    expect(keys).toEqual([{ organization_id: 20 }])
    const contents = await target.db
      .selectFrom('chat_messages')
      .select('content')
      .orderBy('content')
      .execute()
    expect(contents.map(({ content }) => content)).toContain('ab')
    expect(contents.map(({ content }) => content)).not.toContain('You are free')
  })

  it('imports the readable tables of a damaged file', async () => {
    const target = await newInstallation(open)
    const whole = await newFile((legacy) => {
      fillNewest(legacy, '')
      for (let id = 1000; id < 1400; id++)
        legacy.add('prompt_templates', {
          owner_email: 'ada@uni.edu',
          name: `T ${id}`,
          system_prompt: 'x'.repeat(500),
          ...at,
        })
    })
    const bytes = readFileSync(whole)
    const from = bytes.lastIndexOf('T 1300')
    bytes.fill(0xff, from - 20_000, from)
    const lamb = join(folder, `damaged-${target.kind}.db`)
    writeFileSync(lamb, bytes)
    const report = await importInto(target, { lamb })
    expect(report.notices).toContainEqual(say('imports.table_damaged', { table: 'prompt_templates' }))
    expect(report.totals['assistant']).toMatchObject({ imported: 9 })
  })

  it('reads what LAMB has only written to its log so far, without touching the files', async () => {
    const target = await newInstallation(open)
    const live = join(folder, `live-${target.kind}.db`)
    const legacy = await newLegacyDatabase(live)
    legacy.exec('pragma journal_mode = wal')
    fillNewest(legacy, '')
    const copy = join(folder, `copy-${target.kind}.db`)
    copyFileSync(live, copy)
    copyFileSync(`${live}-wal`, `${copy}-wal`)
    legacy.close()
    const before = [readFileSync(copy), readFileSync(`${copy}-wal`)]
    const report = await importInto(target, { lamb: copy })
    expect(report.totals['assistant']).toMatchObject({ imported: 9 })
    expect([readFileSync(copy), readFileSync(`${copy}-wal`)]).toEqual(before)
  })

  it('refuses files that are no database', async () => {
    const target = await newInstallation(open)
    const text = join(folder, `text-${target.kind}.db`)
    writeFileSync(text, 'no database')
    appendFileSync(text, 'x'.repeat(10_000))
    await expect(importInto(target, { lamb: text })).rejects.toThrow(/is not a readable SQLite database/)
  })
})
