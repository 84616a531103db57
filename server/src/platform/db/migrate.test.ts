import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SettingsError } from '../config.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import { openDatabase } from './open-database.ts'
import type { Database } from './schema.ts'
import { describeOnEachDatabase } from './testing.ts'

const names = migrations.map((migration) => migration.name)

const addNotes = (interrupt: boolean): Migration => ({
  name: '9000-notes',
  async up(db) {
    await db.schema.createTable('notes').addColumn('text', 'text').execute()
    if (interrupt) throw new Error('interrupted')
    await db.schema.createTable('more_notes').addColumn('text', 'text').execute()
  },
})

describeOnEachDatabase('migrate', (open) => {
  it('creates every table of the schema, and does nothing the second time', async () => {
    const { db, migrate: run } = await open({ migrated: false })
    expect(await run()).toEqual(names)
    expect(await run()).toEqual([])
    const tables: Record<keyof Database, true> = {
      installation: true,
      storage_removals: true,
      chat_attachments: true,
      guest_uploads: true,
      topic_titles: true,
      creation_sessions: true,
      creation_messages: true,
      creation_proposals: true,
      creation_tool_calls: true,
      gradings: true,
      graded_works: true,
      chat_folders: true,
      message_feedback: true,
      answer_documents: true,
      rubric_results: true,
      activity_consents: true,
      lamb_imports: true,
      lamb_import_items: true,
      lti_global_config: true,
      lti_creator_keys: true,
      lti_activities: true,
      lti_activity_assistants: true,
      lti_activity_users: true,
      lti_assistant_users: true,
      lti_identity_links: true,
      lti_nonces: true,
      lti_launch_tokens: true,
      lti_platforms: true,
      lti_deployments: true,
      lti_signing_keys: true,
      lti_logins: true,
      lti_launches: true,
      lti_links: true,
      courses: true,
      course_members: true,
      course_activities: true,
      lti_grade_targets: true,
      lti_grades: true,
      instances: true,
      instance_locks: true,
      notifications: true,
      running_answers: true,
      running_answer_frames: true,
      organizations: true,
      users: true,
      organization_roles: true,
      api_keys: true,
      idempotency_keys: true,
      browser_sessions: true,
      refresh_tokens: true,
      external_identities: true,
      sign_in_providers: true,
      sign_in_settings: true,
      sign_in_flows: true,
      sign_in_failures: true,
      used_messages: true,
      outbox_written: true,
      assistants: true,
      assistant_versions: true,
      assistant_pictures: true,
      assistant_version_names: true,
      assistant_publications: true,
      assistant_shares: true,
      class_links: true,
      prompt_templates: true,
      files: true,
      chats: true,
      chat_messages: true,
      chat_pictures: true,
      usage_records: true,
      traces: true,
      bulk_import_logs: true,
      rate_limits: true,
      stored_contents: true,
      stored_chunks: true,
      sign_in_addresses: true,
      mails: true,
      account_tokens: true,
      invitations: true,
      knowledge_bases: true,
      knowledge_chunks: true,
      knowledge_files: true,
      knowledge_file_tags: true,
      knowledge_replacements: true,
      knowledge_segments: true,
      knowledge_parts: true,
      knowledge_term_blocks: true,
      retrieval_questions: true,
      retrieval_runs: true,
      knowledge_vectors: true,
      knowledge_nearest: true,
      knowledge_nearest_files: true,
      mcp_servers: true,
      mcp_tools: true,
      mcp_sessions: true,
      mcp_subscriptions: true,
      rubrics: true,
      tool_secrets: true,
      tool_templates: true,
      assistant_tests: true,
      test_runs: true,
      test_results: true,
      test_verdicts: true,
      test_gates: true,
      test_schedules: true,
      memories: true,
      workspaces: true,
      workspace_shares: true,
      workspace_edits: true,
      workspace_checkpoints: true,
      workspace_objects: true,
      dialogs: true,
      dialog_desks: true,
      dialog_sessions: true,
      dialog_messages: true,
      dialog_tool_results: true,
      dialog_checkpoints: true,
      dialog_summaries: true,
      budgets: true,
      budget_counters: true,
      budget_reservations: true,
      audit_log: true,
      approvals: true,
    }
    for (const table of Object.keys(tables)) await sql`select * from ${sql.table(table)}`.execute(db)
  })

  it('rolls back an interrupted migration, and runs it again', async () => {
    const { db, kind } = await open()
    await expect(migrate(db, kind, [...migrations, addNotes(true)])).rejects.toThrow('interrupted')
    await expect(sql`select * from notes`.execute(db)).rejects.toThrow()
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
    expect(rows.map((row) => row.name)).toEqual(names)
    expect(await migrate(db, kind, [...migrations, addNotes(false)])).toEqual(['9000-notes'])
    await sql`select * from more_notes`.execute(db)
  })

  it('takes over the tables of the last version before the baseline', async () => {
    const { db, migrate: run } = await open()
    await sql`delete from schema_migrations`.execute(db)
    for (const name of ['0001-first-tables', '0075-budget-refusals'])
      await sql`insert into schema_migrations (name, applied_at) values (${name}, 1)`.execute(db)
    expect(await run()).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
    expect(rows.map((row) => row.name)).toEqual(names)
  })

  it('refuses tables that a newer version changed after the last one before the baseline', async () => {
    const { db, migrate: run } = await open()
    await sql`delete from schema_migrations`.execute(db)
    for (const name of ['0075-budget-refusals', '9000-newer'])
      await sql`insert into schema_migrations (name, applied_at) values (${name}, 1)`.execute(db)
    await expect(run()).rejects.toThrow('9000-newer')
  })

  it('refuses an older database, and names the commit to go through', async () => {
    const { db, migrate: run } = await open()
    await sql`update schema_migrations set name = '0074-approval-facts'`.execute(db)
    const failure = await run().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SettingsError)
    expect(String(failure)).toMatch(/older than version 0\.2\.0.*commit [0-9a-f]{10}/)
  })

  it('runs each migration once when several processes start together', async () => {
    const first = await open({ migrated: false })
    const others = await Promise.all(
      [1, 2, 3].map(() => openDatabase({ url: first.url, dataDir: first.dataDir })),
    )
    try {
      const ran = await Promise.all([first, ...others].map((database) => database.migrate()))
      expect(ran.flat().sort()).toEqual(names)
    } finally {
      await Promise.all(others.map((database) => database.close()))
    }
  })

  it('refuses a database that was migrated by a newer version', async () => {
    const { db, kind, migrate: run } = await open()
    await migrate(db, kind, [...migrations, addNotes(false)])
    const failure = await run().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SettingsError)
    expect(String(failure)).toContain('9000-notes')
  })
})
