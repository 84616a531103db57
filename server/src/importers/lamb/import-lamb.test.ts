import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@bellwether/wire'
import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { verifyPassword } from '../../modules/users/index.ts'
import { describeWithNightlyPostgres, type TestDatabase } from '../../platform/db/testing.ts'
import { AppError } from '../../platform/errors.ts'
import type { ImportPaths } from './import-lamb.ts'
import type { ImportOptions } from './import-run.ts'
import { itemRepository } from './items.repository.ts'
import type { ImportReport } from './report.ts'
import { fillNewest } from './testing/fill-newest.ts'
import { BOX, importInto, newInstallation } from './testing/import-into.ts'
import { newLegacyDatabase, newWebuiDatabase } from './testing/legacy-database.ts'

const PASSWORD = 'legacy password'
const HASH = hashSync(PASSWORD, 4)

describeWithNightlyPostgres('importing a LAMB installation', (open) => {
  let folder: string
  let database: TestDatabase
  let file: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-lamb-'))
    file = join(folder, 'lamb_v4.db')
    const legacy = await newLegacyDatabase(file)
    fillNewest(legacy, HASH)
    legacy.close()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = (
    target: TestDatabase,
    options: Partial<ImportOptions> = {},
    paths: Partial<ImportPaths> = {},
  ): Promise<ImportReport> => importInto(target, { lamb: file, ...paths }, options)
  const entry = (report: ImportReport, kind: string, id: string | number) =>
    report.entries.find((one) => one.kind === kind && one.id === String(id))
  const assistant = (target: TestDatabase, id: number) =>
    target.db.selectFrom('assistants').selectAll().where('id', '=', id).executeTakeFirst()

  it('changes nothing in a dry run, and reports the same as the import', async () => {
    database = await newInstallation(open)
    const before = readFileSync(file)
    const planned = await run(database, { dryRun: true })
    expect(await database.db.selectFrom('users').select('id').execute()).toEqual([])
    expect(await database.db.selectFrom('lamb_import_items').select('kind').execute()).toEqual([])
    const report = await run(database)
    expect(report.totals).toEqual(planned.totals)
    expect(report.entries.map(({ kind, id, outcome }) => ({ kind, id, outcome }))).toEqual(
      planned.entries.map(({ kind, id, outcome }) => ({ kind, id, outcome })),
    )
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(existsSync(`${file}-wal`) || existsSync(`${file}-shm`)).toBe(false)
  })

  it('ends if the database is away, without calling anything failed; the next import continues', async () => {
    const target = await newInstallation(open)
    const away = new AppError('unavailable', 'away', { retryAfter: 5 })
    const failing = vi.spyOn(itemRepository, 'insertMany')
    onTestFinished(() => failing.mockRestore())
    failing.mockRejectedValueOnce(away)
    await expect(run(target)).rejects.toBe(away)
    failing.mockRestore()
    const { totals } = await run(target)
    const counts = Object.values(totals) as { failed?: number }[]
    expect(counts.map(({ failed = 0 }) => failed)).toEqual(counts.map(() => 0))
    const ids = (await target.db.selectFrom('users').select('id').execute()).length
    expect(ids).toBe((await database.db.selectFrom('users').select('id').execute()).length)
  })

  it('keeps people with their ids, passwords and roles', async () => {
    const { db } = database
    const users = await db.selectFrom('users').selectAll().orderBy('id').execute()
    expect(
      users.map(({ id, email, role, user_type, enabled }) => [id, email, role, user_type, enabled]),
    ).toEqual([
      [1, 'boss@uni.edu', 'admin', 'creator', 1],
      [30, 'ada@uni.edu', 'user', 'creator', 1],
      [31, 'bo@uni.edu', 'user', 'creator', 1],
      [32, 'pupil@uni.edu', 'user', 'end_user', 0],
    ])
    expect(await verifyPassword(users[1]?.password_hash ?? null, PASSWORD)).toBe(true)
    expect(users[1]?.email_confirmed_at).toBeNull()
    const roles = await db.selectFrom('organization_roles').select(['user_id', 'role']).execute()
    expect(roles).toEqual([{ user_id: 31, role: 'admin' }])
  })

  it('keeps organizations, with their secrets encrypted and without the knowledge-base server', async () => {
    const rows = await database.db.selectFrom('organizations').selectAll().orderBy('id').execute()
    expect(rows.map(({ id, slug }) => [id, slug])).toEqual([
      [1, 'system'],
      [20, 'physics'],
    ])
    for (const { config } of rows) {
      expect(config).not.toMatch(/sk-|kb-secret|kb:9090|admin_user/)
      expect(JSON.parse(config).features.signup_role).toBe('educator')
    }
    const key = JSON.parse(rows[1]?.config ?? '').setups.default.providers.openai.api_key
    expect(BOX.open(key)).toBe('sk-physics-key')
  })

  it('keeps assistants with their ids and names, and whether they are published', async () => {
    const rows = await database.db.selectFrom('assistants').selectAll().orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual([101, 102, 103, 104, 105, 106, 107, 110, 111])
    expect(rows[0]).toMatchObject({
      organization_id: 20,
      owner_id: 30,
      name: 'Plain',
      lamb_name: '30_plain',
      system_prompt: 'You help',
      prompt_template: '{context} {user_input}',
      rag_top_k: 4,
    })
    const publications = await database.db
      .selectFrom('assistant_publications')
      .selectAll()
      .orderBy('assistant_id')
      .execute()
    expect(publications.map((row) => [row.assistant_id, row.oauth_consumer_name])).toEqual([
      [101, '30_plain'],
      [102, null],
    ])
  })

  it('shares only within the organization', async () => {
    const shares = await database.db
      .selectFrom('assistant_shares')
      .select(['assistant_id', 'user_id', 'shared_by'])
      .execute()
    expect(shares).toEqual([{ assistant_id: 101, user_id: 31, shared_by: 30 }])
  })

  it('maps knowledge bases and rubrics, and removes what it can’t map', async () => {
    expect(await assistant(database, 102)).toMatchObject({ rag_collections: '5' })
    expect(JSON.parse((await assistant(database, 103))?.metadata ?? '')).toMatchObject({
      rubric_id: '84b52499-b67c-4ff5-a327-2343984e147d',
    })
    expect(JSON.parse((await assistant(database, 104))?.metadata ?? '')).toMatchObject({ rubric_id: '' })
    expect(JSON.parse((await assistant(database, 105))?.metadata ?? '')).toMatchObject({
      connector: 'openai',
    })
    expect((await assistant(database, 106))?.metadata).toBe('{not json')
    expect(JSON.parse((await assistant(database, 107))?.metadata ?? '').tools).toEqual([
      { plugin: 'simple_rag', placeholder: 'a', config: { collections: ['5'], top_k: 3 } },
      { type: 'assistant' },
    ])
    expect(await assistant(database, 110)).toMatchObject({ rag_collections: '' })
    expect(JSON.parse((await assistant(database, 111))?.metadata ?? '')).toMatchObject({ file_path: '' })
  })

  it('does not add anything when it runs again, and repeats the notes', async () => {
    const report = await run(database)
    expect(report.totals).toMatchObject({
      organization: { unchanged: 2, imported: 0, linked: 0 },
      user: { unchanged: 4, imported: 0 },
      assistant: { unchanged: 9, imported: 0, skipped: 2 },
      share: { unchanged: 1, imported: 0 },
    })
    expect(entry(report, 'assistant', 105)?.notes).toContainEqual(
      say('imports.connector_unknown', { name: 'llm' }),
    )
    expect((await database.db.selectFrom('rubrics').select('id').execute()).length).toBe(1)
    expect((await database.db.selectFrom('prompt_templates').select('id').execute()).length).toBe(1)
    expect((await database.db.selectFrom('knowledge_bases').select('id').execute()).length).toBe(1)
  })

  it('repeats notes of an earlier version, which have no codes', async () => {
    const notes = (text: string) =>
      database.db
        .updateTable('lamb_import_items')
        .set({ notes: text })
        .where('kind', '=', 'assistant')
        .where('legacy_id', '=', '105')
        .execute()
    await notes(JSON.stringify(['Check its model.']))
    expect(entry(await run(database), 'assistant', 105)?.notes).toEqual(['Check its model.'])
  })

  it('does not import again what was deleted here', async () => {
    await database.db.deleteFrom('assistants').where('id', '=', 111).execute()
    const report = await run(database)
    expect(entry(report, 'assistant', 111)).toMatchObject({
      outcome: 'unchanged',
      notes: [say('imports.deleted_here')],
    })
    expect(await assistant(database, 111)).toBeUndefined()
  })

  it('gives no id of a deleted assistant to a new one', async () => {
    const row = { organization_id: 20, owner_id: 30, name: 'New', created_at: 1, updated_at: 1 }
    const { id } = await database.db
      .insertInto('assistants')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(id).toBeGreaterThan(111)
  })

  it('refuses before it changes anything if ids or names are taken, and does what was chosen', async () => {
    const target = await newInstallation(open)
    const { db } = target
    const at = { created_at: 1, updated_at: 1 }
    const local = await db
      .insertInto('organizations')
      .values({ id: 500, slug: 'physics', name: 'Ours', config: '{}', ...at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('users')
      .values({
        id: 600,
        organization_id: local.id,
        email: 'ada@uni.edu',
        name: 'Our Ada',
        password_hash: 'ours',
        ...at,
      })
      .execute()
    await db
      .insertInto('assistants')
      .values({ id: 101, organization_id: local.id, owner_id: 600, name: 'Ours', ...at })
      .execute()
    const refused = await run(target)
    expect(refused.state).toBe('refused')
    expect(refused.entries.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'organization 20',
      'user 30',
      'assistant 101',
    ])
    expect((await db.selectFrom('users').select('id').execute()).length).toBe(1)
    const preview = await run(target, { dryRun: true })
    expect(preview.state).toBe('refused')
    expect(preview.entries.filter(({ kind, id }) => `${kind} ${id}` === 'user 30')).toHaveLength(1)
    expect(preview.entries.filter(({ kind, id }) => `${kind} ${id}` === 'organization 20')).toHaveLength(1)

    const skipped = await run(target, { existing: 'skip', onConflict: 'skip', source: 'skipping' })
    expect(skipped.totals).toMatchObject({
      organization: { skipped: 1 },
      user: { imported: 1, skipped: 3 },
      assistant: { imported: 0 },
    })

    const linked = await run(target, { existing: 'link', onConflict: 'new-id', source: 'linking' })
    expect(linked.totals).toMatchObject({ organization: { linked: 2 }, user: { linked: 2, imported: 2 } })
    const ada = await db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', 'ada@uni.edu')
      .executeTakeFirstOrThrow()
    expect(ada).toMatchObject({ id: 600, name: 'Our Ada', password_hash: 'ours', organization_id: 500 })
    const moved = entry(linked, 'assistant', 101)
    expect(Number(moved?.to)).toBeGreaterThan(111)
    expect(await assistant(target, Number(moved?.to))).toMatchObject({
      lamb_name: '30_plain',
      owner_id: 600,
      organization_id: 500,
    })
    expect(await assistant(target, 101)).toMatchObject({ name: 'Ours' })
  })

  it('reads the oldest databases, without organizations, with another prefix and passwords of Open WebUI', async () => {
    const target = await newInstallation(open)
    const [lamb, webui] = [join(folder, `old-${target.kind}.db`), join(folder, `webui-${target.kind}.db`)]
    const legacy = await newLegacyDatabase(lamb, { prefix: '', age: 'oldest' })
    legacy.add('Creator_users', {
      id: 3,
      user_email: 'Old@Uni.edu',
      user_name: 'Old',
      user_config: null,
      created_at: 5,
      updated_at: 5,
    })
    legacy.add('assistants', {
      id: 9,
      name: '3_first',
      owner: 'old@uni.edu',
      api_callback: '',
      prompt_template: null,
      RAG_Top_k: null,
      created_at: 5,
      updated_at: 5,
    })
    legacy.close()
    const passwords = await newWebuiDatabase(webui)
    passwords.add('user', { id: 'u1', email: 'old@uni.edu', role: 'admin', name: 'Old' })
    passwords.add('auth', { id: 'u1', email: 'old@uni.edu', password: HASH, active: 1 })
    passwords.close()
    const report = await run(target, {}, { lamb, webui })
    expect(report.state).toBe('done')
    expect(await target.db.selectFrom('users').selectAll().executeTakeFirst()).toMatchObject({
      id: 3,
      email: 'old@uni.edu',
      role: 'admin',
      user_type: 'creator',
      password_hash: HASH,
      enabled: 1,
    })
    expect(await assistant(target, 9)).toMatchObject({
      lamb_name: '3_first',
      name: 'First',
      rag_top_k: 3,
      prompt_template: '',
    })
  })
})
