import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@bellwether/wire'
import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyPassword } from '../../modules/users/index.ts'
import { describeWithNightlyPostgres, type TestDatabase } from '../../platform/db/testing.ts'
import type { ImportReport, ReportEntry } from './report.ts'
import { fillNewest } from './testing/fill-newest.ts'
import { importInto, newInstallation } from './testing/import-into.ts'
import { type LegacyDatabase, newLegacyDatabase, T, type Values } from './testing/legacy-database.ts'
import { fillLibraries, LIBRARY_ID, newLibraryFolder } from './testing/library-folder.ts'

const at = { created_at: T, updated_at: T }
const HASH = hashSync('password of 2005', 4)

/** Rows that LAMB itself would not write, or only old versions of it. */
function fillOdd(legacy: LegacyDatabase): void {
  fillNewest(legacy, HASH)
  legacy.add('organizations', { id: 40, slug: 'other', name: 'Other', is_system: 0, config: '{}', ...at })
  legacy.add('organizations', { id: 41, slug: 'other', name: 'Twin', is_system: 0, config: '{}', ...at })
  const ltiKey = (organization_id: number, oauth_consumer_key: string) =>
    legacy.add('lti_creator_keys', { organization_id, oauth_consumer_key, oauth_consumer_secret: 's', ...at })
  ltiKey(20, 'one')
  ltiKey(20, 'two')
  ltiKey(40, 'one')
  const user = (id: number, user_email: string, more: Values = {}) =>
    legacy.add('Creator_users', {
      id,
      organization_id: 20,
      user_email,
      user_name: user_email,
      user_type: 'creator',
      enabled: 1,
      role: 'user',
      ...at,
      ...more,
    })
  user(50, 'Twin@uni.edu')
  user(51, 'twin@uni.edu')
  user(52, 'odd@uni.edu', { user_config: '{"can_share":fal', password_hash: HASH.replace('$2b$', '$2y$') })
  user(53, 'far@uni.edu', { organization_id: 40, password_hash: HASH.replace('$2b$', '$2a$') })
  const role = (organization_id: number, user_id: number, name: string) =>
    legacy.add('organization_roles', { organization_id, user_id, role: name, ...at })
  role(40, 52, 'owner')
  role(20, 52, 'emperor')
  role(20, 999, 'admin')
  const assistant = (id: number, more: Values) =>
    legacy.add('assistants', {
      id,
      organization_id: 20,
      owner: 'ada@uni.edu',
      name: `30_odd_${id}`,
      prompt_template: '{user_input}',
      RAG_Top_k: 3,
      ...at,
      ...more,
    })
  assistant(400, { owner: 'twin@uni.edu' })
  assistant(401, { owner: 'Twin@uni.edu' })
  assistant(402, { owner: 'ADA@uni.edu', RAG_Top_k: 0 })
  assistant(403, { owner: 'far@uni.edu', organization_id: 40 })
  assistant(404, { name: '30_plain' })
  assistant(405, { api_callback: '{"quota":{"enabled":false}}' })
  assistant(406, { api_callback: '{}' })
  for (const assistant_id of [405, 406, 999])
    legacy.add('assistant_quota_alerts', { assistant_id, quota_limit_usd: 2.5, is_blocked: 1, updated_at: T })
  const library = { rag_processor: 'library_file_rag', library_id: LIBRARY_ID, item_id: 'stars' }
  assistant(410, { api_callback: JSON.stringify(library) })
  assistant(411, { api_callback: JSON.stringify({ ...library, item_id: 'missing' }) })
  assistant(412, { api_callback: JSON.stringify(library), owner: 'far@uni.edu', organization_id: 40 })
  assistant(413, {
    api_callback: JSON.stringify({ ...library, rag_processor: 'no_rag', document_rag: 'library_file_rag' }),
    owner: 'bo@uni.edu',
  })
  legacy.add('assistant_shares', { assistant_id: 101, shared_with_user_id: 31, shared_at: T })
  legacy.add('prompt_templates', { owner_email: 'ada@uni.edu', name: 'Tutor', ...at })
  legacy.exec(`insert into LAMB_rubrics select null, rubric_id, organization_id, owner_email, 'Again', description,
    rubric_data, 0, 0, null, created_at, updated_at from LAMB_rubrics limit 1`)
  const price = (model_name: string | null, input_per_1m: number) =>
    legacy.add('model_pricing', { provider: 'openai', model_name, input_per_1m, output_per_1m: 1 })
  price('gpt-4o-mini', 0.15)
  price('claude-sonnet-4-5', 2.5)
  price('negative', -1)
  price(null, 1)
  const totals = (assistant_id: number) =>
    legacy.add('assistant_usage_totals', {
      assistant_id,
      prompt_tokens_total: 10,
      cost_usd_total: 0.5,
      updated_at: T,
    })
  totals(101)
  totals(999)
  legacy.add('lti_activities', {
    id: 4,
    resource_link_id: 'link',
    organization_id: 20,
    activity_name: 'Lab',
    owner_email: 'ada@uni.edu',
    status: 'active',
    ...at,
  })
  legacy.exec('alter table LAMB_lti_activities add column activity_type')
  for (const [id, activity_type] of [
    [5, 'file_evaluation'],
    [6, 'chat'],
  ] as const)
    legacy.add('lti_activities', {
      id,
      resource_link_id: `link-${id}`,
      organization_id: 20,
      activity_name: activity_type,
      activity_type,
      owner_email: 'ada@uni.edu',
      ...at,
    })
  legacy.exec('create table LAMB_knowledge_stores (id text primary key, name text)')
  legacy.exec('create table LAMB_kb_content_links (id integer primary key, knowledge_store_id text)')
  legacy.add('knowledge_stores', { id: 'store-1', name: 'Lectures' })
  for (const id of [1, 2]) legacy.add('kb_content_links', { id, knowledge_store_id: 'store-1' })
  for (const assistant_id of [101, 403, 999])
    legacy.add('lti_activity_assistants', { activity_id: 4, assistant_id })
  const student = (user_email: string, last_access_at: number) =>
    legacy.add('lti_activity_users', {
      activity_id: 4,
      user_email,
      user_name: user_email,
      lms_user_id: 'lms-7',
      last_access_at,
      created_at: T,
    })
  student('old-name_link@lamb-lti.local', T + 1)
  student('New-Name_link@lamb-lti.local', T + 9)
  student('new-name_link@lamb-lti.local', T + 5)
  for (const user_email of ['S@lamb-project.org', 's@lamb-project.org'])
    legacy.add('lti_users', { assistant_id: '101', user_email, user_name: 's' })
  legacy.add('lti_users', { assistant_id: '101', user_email: 'Ada@uni.edu', user_name: 'ada' })
  legacy.add('usage_logs', { assistant_id: 101, usage_data: '{"prompt_tokens":1}', created_at: T })
  const message = (parentId: string | null, content: string, timestamp: number) => ({
    role: timestamp % 2 ? 'user' : 'assistant',
    parentId,
    content,
    timestamp,
  })
  const chat = (id: string, messages: Record<string, unknown>) =>
    legacy.add('lamb_chats', {
      id,
      user_id: 30,
      assistant_id: 101,
      title: id,
      chat: JSON.stringify({ history: { messages } }),
      ...at,
    })
  chat('torn', {
    a: message(null, 'One 🦙', T + 1),
    b: message('a', 'Two', T + 2),
    c: message('lost', 'Three', T + 3),
    d: message('c', 'Four', T + 4),
    e: null,
    f: { role: 'system', content: 'Be free' },
  })
  chat('edited', {
    a: message(null, 'First', T + 1),
    b: message('a', 'Answer', T + 2),
    c: message(null, 'First, edited', T + 3),
    d: message('c', 'Other answer', T + 4),
  })
}

describeWithNightlyPostgres('importing odd rows', (open) => {
  let folder: string
  let target: TestDatabase
  let report: ImportReport
  const paths = () => ({ lamb: join(folder, 'lamb.db'), libraryData: join(folder, 'library') })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-odd-'))
    const legacy = await newLegacyDatabase(paths().lamb)
    fillOdd(legacy)
    fillLibraries(legacy)
    // The items need the services of a server, and have a test of their own.
    legacy.exec(`update LAMB_library_items set status = 'deleted'`)
    legacy.close()
    await newLibraryFolder(paths().libraryData)
    target = await newInstallation(open)
    const planned = await importInto(target, paths(), { dryRun: true })
    report = await importInto(target, paths())
    expect(planned.totals).toEqual(report.totals)
    expect(planned.notices).toEqual(report.notices)
    expect(planned.entries.map(withoutId)).toEqual(report.entries.map(withoutId))
  })
  const withoutId = ({ to: _to, ...entry }: ReportEntry) => entry
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const entry = (kind: string, id: string | number, outcome?: string) =>
    report.entries.find(
      (one) =>
        one.kind === kind && one.id === String(id) && (outcome === undefined || one.outcome === outcome),
    )
  const metadataOf = async (id: number) =>
    JSON.parse(
      (
        await target.db
          .selectFrom('assistants')
          .select('metadata')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).metadata,
    )

  it('fails with none of them', () => {
    expect(Object.entries(report.totals).filter(([, { failed }]) => failed > 0)).toEqual([])
  })

  it('adds the prices of cached input to list prices, but to no others', async () => {
    const { config } = await target.db
      .selectFrom('organizations')
      .select('config')
      .where('id', '=', 20)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(config).prices.prices).toMatchObject([
      { model: 'gpt-4o-mini', input: 0.15, cached_input: 0.075, output: 1 },
      { model: 'claude-sonnet-4-5', input: 2.5, output: 1 },
    ])
    expect(JSON.parse(config).prices.prices[1]).not.toHaveProperty('cached_input')
  })

  it('takes addresses in upper and lower case for two people, and gives neither what is the other’s', async () => {
    expect(entry('user', 51)?.notes).toEqual([say('imports.email_twice', { id: '50' })])
    const owned = await target.db.selectFrom('assistants').select(['id', 'owner_id']).execute()
    expect(owned.find(({ id }) => id === 401)?.owner_id).toBe(50)
    expect(owned.find(({ id }) => id === 402)?.owner_id).toBe(30)
    expect(entry('assistant', 400)).toMatchObject({ outcome: 'skipped' })
  })

  it('keeps all variants of bcrypt', async () => {
    for (const id of [30, 52, 53]) {
      const { password_hash } = await target.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(await verifyPassword(password_hash, 'password of 2005'), String(id)).toBe(true)
    }
  })

  it('says which roles, settings, names and numbers changed', () => {
    expect(entry('user', 52)?.notes).toEqual([
      say('imports.role_dropped', { role: 'owner' }),
      say('imports.role_dropped', { role: 'emperor' }),
      say('imports.user_settings_unreadable'),
    ])
    expect(entry('assistant', 402)?.notes).toContainEqual(say('imports.top_k_changed', { number: 3 }))
    expect(entry('assistant', 404)?.notes).toContainEqual(
      say('imports.lamb_name_changed', { name: '30_plain_2' }),
    )
    expect(entry('prompt template', 2)?.notes).toEqual([say('imports.renamed', { name: 'Tutor (2)' })])
    expect(entry('share', '101/31', 'skipped')?.notes).toEqual([say('imports.listed_twice')])
    expect(report.totals['rubric']).toMatchObject({ imported: 1, skipped: 1 })
    expect(report.totals['price']).toMatchObject({ imported: 2, skipped: 2 })
    expect(report.totals['usage total']).toMatchObject({ imported: 1, skipped: 1 })
  })

  it('keeps limits on costs that LAMB only had in its table of alerts', async () => {
    expect((await metadataOf(405)).quota).toEqual({ enabled: false })
    expect((await metadataOf(406)).quota).toEqual({ enabled: true, cost_limit_usd: 2.5 })
  })

  it('gives an activity no assistants of another organization', async () => {
    const rows = await target.db.selectFrom('lti_activity_assistants').select('assistant_id').execute()
    expect(rows).toEqual([{ assistant_id: 101 }])
    expect(entry('lti activity', 4)?.notes).toEqual([say('imports.assistants_missing', { count: 2 })])
  })

  it('says which activities had another type in LAMB', () => {
    const note = say('imports.activity_type_unknown', { type: 'file_evaluation' })
    expect([5, 6].map((id) => entry('lti activity', id)?.notes)).toEqual([[note], []])
  })

  it('names knowledge stores, and counts what is in them', () => {
    expect(entry('knowledge store', 'store-1')).toMatchObject({
      name: 'Lectures',
      outcome: 'skipped',
      notes: [say('imports.knowledge_store')],
    })
    const objects = say('parts.import_store_items')
    expect(report.notices).toContainEqual(say('imports.no_counterpart', { objects, count: 2 }))
  })

  it('opens the account that a student used last, and keeps the others', async () => {
    const members = await target.db
      .selectFrom('lti_activity_users')
      .innerJoin('users', 'users.id', 'lti_activity_users.user_id')
      .select(['users.email', 'lms_user_id'])
      .execute()
    expect(members).toEqual([{ email: 'new-name_link@lamb-lti.local', lms_user_id: 'lms-7' }])
    expect(report.totals['lti activity user']).toMatchObject({ imported: 1, skipped: 2 })
    expect(report.totals['lti assistant user']).toMatchObject({ imported: 1, skipped: 2 })
    expect(report.totals['lti key']).toMatchObject({ imported: 1, skipped: 2 })
    expect(report.totals['organization']).toMatchObject({ imported: 2, linked: 1, skipped: 1 })
    expect(report.totals['lti user']).toMatchObject({ imported: 3 })
  })

  it('follows a conversation over a lost message, and only the last branch otherwise', async () => {
    const textsOf = async (id: string) =>
      (
        await target.db
          .selectFrom('chat_messages')
          .select('content')
          .where('chat_id', '=', id)
          .orderBy('position')
          .execute()
      ).map(({ content }) => content)
    expect(await textsOf('torn')).toEqual(['One 🦙', 'Two', 'Three', 'Four'])
    expect(await textsOf('edited')).toEqual(['First, edited', 'Other answer'])
    expect(entry('chat', 'torn')?.notes).toEqual([say('imports.messages_left_out', { count: 2 })])
  })

  it('makes a file of an item that an assistant reads, if its owner may use the library', async () => {
    const path = '30/Title-of-stars-stars.md'
    expect(await metadataOf(410)).toMatchObject({ rag_processor: 'single_file_rag', file_path: path })
    expect(await metadataOf(411)).toEqual({ rag_processor: 'no_rag', llm: 'gpt-4' })
    expect(await metadataOf(412)).toEqual({ rag_processor: 'no_rag', llm: 'gpt-4' })
    expect(await metadataOf(413)).toMatchObject({ file_path: '31/Title-of-stars-stars.md' })
    const files = await target.db.selectFrom('files').select(['path', 'owner_id']).orderBy('path').execute()
    expect(files).toEqual([
      { path, owner_id: 30 },
      { path: '31/Title-of-stars-stars.md', owner_id: 31 },
    ])
  })

  it('adds nothing the second time', async () => {
    const again = await importInto(target, paths())
    const changed = Object.entries(again.totals).filter(
      ([, { imported, linked, failed }]) => imported + linked + failed > 0,
    )
    expect(changed).toEqual([])
    expect(again.totals['usage record']).toMatchObject({ unchanged: 1 })
  })
})
