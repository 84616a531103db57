import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ZipArchive } from '../../src/platform/zip/zip-archive.ts'
import { makePerson } from '../class-links/class-links.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const LIMITS = {
  entries: 1000,
  partBytes: 1e7,
  expandedBytes: 1e8,
  ratio: 1000,
  ratioFromBytes: 1e7,
  milliseconds: 10_000,
}

/** Columns that name a person, and the part of the export with their rows. */
const EXPORTED: Record<string, string> = {
  'activity_consents.user_id': 'consents',
  'api_keys.user_id': 'api_keys',
  'assistant_shares.user_id': 'shared_with_you',
  'assistant_tests.created_by': 'assistant_tests',
  'assistant_versions.saved_by': 'assistant_versions',
  'assistants.owner_id': 'assistants',
  'browser_sessions.user_id': 'sessions',
  'budgets.user_id': 'budgets',
  'chat_folders.user_id': 'chat_folders',
  'chats.user_id': 'chats/',
  'class_links.created_by': 'class_links',
  'course_members.user_id': 'lms_courses',
  'guest_uploads.user_id': 'uploads',
  'creation_sessions.user_id': 'creation_sessions',
  'dialogs.user_id': 'dialogs',
  'external_identities.user_id': 'sign_in_accounts',
  'files.owner_id': 'files',
  'gradings.owner_id': 'gradings',
  'knowledge_bases.owner_id': 'knowledge_bases',
  'knowledge_files.owner_id': 'documents',
  'lamb_imports.started_by': 'imports',
  'lti_activity_users.user_id': 'lms_activities',
  'lti_assistant_users.user_id': 'lms_assistants',
  'lti_grades.user_id': 'lms_grades',
  'lti_identity_links.user_id': 'lms_accounts',
  'memories.user_id': 'memories',
  'organization_roles.user_id': 'roles',
  'prompt_templates.owner_id': 'prompt_templates',
  'retrieval_questions.created_by': 'test_questions',
  'rubrics.owner_id': 'rubrics',
  'sign_in_addresses.user_id': 'sign_ins',
  'test_runs.created_by': 'test_runs',
  'test_schedules.user_id': 'test_schedules',
  'test_verdicts.user_id': 'test_reviews',
  'tool_secrets.user_id': 'tool_secrets',
  'workspace_shares.user_id': 'workspaces_shared_with_you',
  'workspaces.owner_id': 'workspaces',
}

/** Who did something for the organization: the audit log of the person tells it. */
const OF_THE_ORGANIZATION = [
  'assistant_shares.shared_by',
  'budgets.created_by',
  'bulk_import_logs.admin_id',
  'graded_works.accepted_by',
  'invitations.created_by',
  'lti_activities.owner_id',
  'lti_global_config.updated_by',
  'lti_links.created_by',
  'lti_grades.accepted_by',
  'mcp_servers.created_by',
  'retrieval_runs.created_by',
  'sign_in_providers.created_by',
  'tool_templates.created_by',
  'workspace_checkpoints.created_by',
  'workspace_edits.user_id',
  'workspace_shares.shared_by',
]

/** Only hashes, or where a person is in a program. */
const NOT_DATA = ['account_tokens.user_id', 'dialog_desks.user_id']

onEachDatabase('data of educators on $name', ({ name: database, env }) => {
  let app: TestApp
  let admin: string
  let ana: string
  let anaId: number
  let assistant: number
  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    ana = await makePerson(app, admin, 'ana')
    anaId = (await app.app.services.users.findByEmail('ana@example.edu'))?.id ?? 0
    assistant = await app.makeAssistant(admin)
    await app.call('PUT', `/assistants/sharing/${assistant}`, admin, { user_ids: [anaId] })
    await addRows()
  })
  afterAll(() => app.stop())

  /** As the endpoints would write them, without a model. */
  async function addRows() {
    const { db } = app.app.services
    const { id: test } = await db
      .insertInto('assistant_tests')
      .values({
        assistant_id: assistant,
        title: 'Light',
        kind: 'single_turn',
        messages: '[]',
        created_by: anaId,
        created_at: 1,
        updated_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: run } = await db
      .insertInto('test_runs')
      .values({
        assistant_id: assistant,
        state: 'completed',
        total: 1,
        complete: 1,
        fingerprint: 'x',
        model: null,
        version: 1,
        created_by: anaId,
        created_at: 1,
        active_at: 1,
        finished_at: 2,
        reason: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: result } = await db
      .insertInto('test_results')
      .values({
        run_id: run,
        assistant_id: assistant,
        test_id: test,
        title: 'Light',
        messages: '[]',
        answer: 'An answer',
        details: '{}',
        outcome: 'passed',
        error: null,
        model: 'm',
        version: 1,
        input_tokens: 1,
        output_tokens: 1,
        cost: null,
        milliseconds: 1,
        snapshot: '{}',
        prompt: null,
        prompt_hash: null,
        created_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('test_verdicts')
      .values({ result_id: result, user_id: anaId, verdict: 'bad', notes: 'Too short', created_at: 1 })
      .execute()
    await db
      .insertInto('test_schedules')
      .values({
        assistant_id: assistant,
        user_id: anaId,
        every: 'daily',
        weekday: null,
        time: '06:00',
        time_zone: 'UTC',
        next_at: 4_000_000_000,
        stopped: null,
        run_id: null,
        leased_by: null,
        notice: JSON.stringify({ tests: [{ id: test, title: 'Light' }] }),
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    await addSession()
    await addImport()
  }

  async function addSession() {
    const { db } = app.app.services
    const { organization_id } = await db
      .selectFrom('users')
      .select('organization_id')
      .where('id', '=', anaId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('creation_sessions')
      .values({
        id: 'session-of-ana',
        organization_id,
        user_id: anaId,
        assistant_id: assistant,
        skill: null,
        title: 'Biology',
        busy_by: null,
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    await db
      .insertInto('creation_proposals')
      .values({
        session_id: 'session-of-ana',
        summary: 'A kinder greeting',
        fields: '{"name":"Kind"}',
        changes: '[]',
        warnings: '[]',
        base_version: 1,
        created_at: 1,
        decided_at: null,
      })
      .execute()
    await db
      .insertInto('creation_tool_calls')
      .values({
        session_id: 'session-of-ana',
        tool: 'try_question',
        succeeded: 1,
        milliseconds: 5,
        summary: 'What absorbs light?',
        proposal_id: null,
        created_at: 1,
      })
      .execute()
  }

  async function addImport() {
    const { db } = app.app.services
    const entry = { kind: 'user', id: '7', name: 'ana@example.edu', outcome: 'imported', notes: [] }
    await db
      .insertInto('lamb_imports')
      .values({
        id: 'import-1',
        state: 'done',
        options: '{}',
        report: JSON.stringify({ entries: [entry, { ...entry, name: 'diana@example.edu' }] }),
        error: null,
        started_by: anaId,
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    await db
      .insertInto('lamb_import_items')
      .values({
        source: 's',
        kind: 'user',
        legacy_id: '7',
        our_id: String(anaId),
        notes: JSON.stringify(['ana@example.edu was renamed']),
        created_at: 1,
      })
      .execute()
  }

  async function exported() {
    const response = await fetch(`${app.url}/account/export`, { headers: { authorization: `Bearer ${ana}` } })
    expect(response.status).toBe(200)
    const zip = ZipArchive.open(new Uint8Array(await response.arrayBuffer()), LIMITS)
    const parts = new Map<string, Buffer>()
    for (const name of zip.names()) parts.set(name, await buffer(zip.read(name)))
    return (name: string) => JSON.parse(parts.get(`${name}.json`)?.toString() ?? 'null')
  }

  it('is exported wherever a table names the person', async () => {
    const { db } = app.app.services
    const { rows } =
      database === 'PostgreSQL'
        ? await sql<{ name: string }>`
            select c.conrelid::regclass::text || '.' || a.attname as name
            from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
            where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(db)
        : await sql<{ name: string }>`
            select m.name || '.' || f."from" as name
            from sqlite_master m join pragma_foreign_key_list(m.name) f
            where m.type = 'table' and f."table" = 'users'`.execute(db)
    const tables = [...Object.keys(EXPORTED), ...OF_THE_ORGANIZATION, ...NOT_DATA]
    expect(rows.map(({ name }) => name).sort()).toEqual(tables.sort())
    const json = await exported()
    const missing = Object.values(EXPORTED).filter((name) => name !== 'chats/' && json(name) === null)
    expect(missing).toEqual([])
  })

  it('includes tests, schedules, reviews, and what was proposed in “Build it with me”', async () => {
    const json = await exported()
    expect(json('assistant_tests')).toMatchObject([{ title: 'Light' }])
    expect(json('test_runs')).toMatchObject([{ state: 'completed', assistant_id: assistant }])
    expect(json('test_reviews')).toMatchObject([{ verdict: 'bad', notes: 'Too short' }])
    expect(json('test_schedules')).toMatchObject([{ every: 'daily', time: '06:00' }])
    expect(json('creation_sessions')).toMatchObject([{ title: 'Biology' }])
    expect(json('creation_proposals')).toMatchObject([
      { session_id: 'session-of-ana', summary: 'A kinder greeting', fields: '{"name":"Kind"}' },
    ])
    expect(json('creation_tool_calls')).toMatchObject([{ summary: 'What absorbs light?' }])
    expect(json('imports')).toMatchObject([{ id: 'import-1' }])
  })

  it('is deleted with the account', async () => {
    const { db } = app.app.services
    const deleted = await app.call('DELETE', `/creator/admin/users/${anaId}`, admin)
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(200)
    expect(await db.selectFrom('creation_proposals').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('creation_tool_calls').selectAll().execute()).toEqual([])
    const schedule = await db.selectFrom('test_schedules').selectAll().executeTakeFirstOrThrow()
    expect(schedule).toMatchObject({ user_id: null, notice: null })
    expect(await db.selectFrom('test_verdicts').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      user_id: null,
      verdict: 'bad',
      notes: '',
    })
    const { report } = await db.selectFrom('lamb_imports').select('report').executeTakeFirstOrThrow()
    expect(report).not.toContain('"ana@example.edu"')
    expect(report).toContain('diana@example.edu')
    const items = await db.selectFrom('lamb_import_items').select('notes').execute()
    expect(JSON.stringify(items)).not.toContain('ana@example.edu')
  })
})
