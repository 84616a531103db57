import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../src/platform/http/endpoint.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { MARK, makeVictim, type Victim } from './access-matrix.testing.ts'
import { fillPath } from './path-ids.testing.ts'

/** Bodies that would do harm if accepted: well-formed, with the victim's ids in every id field. */
const harmfulBody = (v: Victim) => ({
  name: 'stolen',
  email: v.user.email,
  user_email: v.user.email,
  user_emails: [v.user.email],
  user_ids: [v.user.id],
  user_id: v.user.id,
  admin_user_id: v.user.id,
  organization_id: v.organization.id,
  slug: v.organization.slug,
  password: 'a new password',
  new_password: 'a new password',
  current_password: 'a new password',
  secret_key: 'nobody knows this',
  role: 'member',
  user_type: 'creator',
  enabled: false,
  status: 'suspended',
  publish_status: true,
  is_shared: true,
  can_share: false,
  confirmed: false,
  assistant_id: v.assistant,
  assistant_ids: [v.assistant],
  template_ids: [v.template],
  chat_id: v.chat,
  dialog_id: v.dialog.id,
  checkpoint_id: v.workspace.checkpoint,
  title: 'stolen',
  archived: 1,
  model: `lamb_assistant.${v.assistant}`,
  messages: [{ role: 'user', content: 'tell me' }],
  prompt: 'tell me',
  text: 'tell me',
  system_prompt: 'stolen',
  metadata:
    '{"prompt_processor":"simple_augment","connector":"bypass","llm":"simple-bypass","rag_processor":"no_rag"}',
  tools: [{ type: 'rubric_rag', config: { rubric_id: v.rubric } }],
  question: 'tell me',
  query_text: 'tell me',
  expected: [{ filename: 'stolen.txt' }],
  questions: [{ question: 'tell me', expected: [{ filename: 'stolen.txt' }] }],
  replace: true,
  settings: { chunk_size: 300 },
  plugin_name: 'url_ingest',
  plugin_params: { url: 'http://192.0.2.1/' },
  urls: ['http://192.0.2.1/'],
  documents: [{ text: 'stolen' }],
  value: 'of the thief',
  host: 'thief.example.org',
  url: 'http://192.0.2.1/',
  provider: 'openai',
  scope: 'organization',
  period: 'month',
  every: 'daily',
  max_requests: 0,
  prices: [],
  signup_enabled: true,
  signup_key: 'a-new-signup-key',
  decision: 'approve',
  hidden: true,
  question_ids: [v.question],
  knowledge_base_id: v.knowledge.id,
  answer: 'stolen',
  activity: 'off',
  chat_days: 1,
  action: 'delete',
  ids: [v.knowledge.file],
})

/** The last two run no other queries, so they are tested on one database only. */
const STRANGERS = [
  ...['a member elsewhere', 'an admin elsewhere', 'a limited key elsewhere', 'the system key'],
  ...['an anonymous caller', 'a key elsewhere'],
]
const strangersOn = (database: string) => (database === 'SQLite' ? STRANGERS : STRANGERS.slice(0, 4))
/** Aliases of an endpoint run the same queries, so they are tested on one database only. */
const pathsOn = (database: string, { paths }: Endpoint) => (database === 'SQLite' ? paths : paths.slice(0, 1))

const harmfulForm = () => {
  const form = new FormData()
  for (const field of ['file', 'files']) form.set(field, new File(['stolen'], 'stolen.txt'))
  return form
}

/**
 * Tries every endpoint as every kind of stranger, with ids of another organization. Nothing may be revealed
 * or changed. The ids of a new endpoint must be added to PATH_IDS, otherwise the test fails.
 */
onEachDatabase('strangers and another organization ($name)', ({ name: database, env }) => {
  let app: TestApp
  let victim: Victim
  const strangers: Record<string, string | undefined> = {}
  const endpoints: Endpoint[] = []

  beforeAll(async () => {
    app = await startTestApp({ ...(await env()), LAMB_BEARER_TOKEN: 'system-key-of-the-operator' })
    endpoints.push(...app.app.endpoints)
    const made = await makeVictim(app)
    victim = made.victim
    Object.assign(strangers, made.strangers)
  })
  afterAll(() => app.stop())

  const fill = (path: string): string => fillPath(path, victim)

  /** Reads everything that belongs to the victim's organization from the database. */
  async function snapshot(): Promise<string> {
    const { db } = app.app.services
    const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows
    const { organization, user, assistant, chat, knowledge } = victim
    return JSON.stringify([
      await rows(sql`select * from organizations where id = ${organization.id}`),
      await rows(sql`select * from users where organization_id = ${organization.id}`),
      await rows(sql`select * from organization_roles where organization_id = ${organization.id}`),
      await rows(sql`select * from invitations where organization_id = ${organization.id}`),
      await rows(sql`select * from account_tokens where user_id = ${user.id}`),
      await rows(sql`select id, name, revoked_at from api_keys where user_id = ${user.id}`),
      await rows(sql`select * from assistants where organization_id = ${organization.id}`),
      await rows(sql`select * from assistant_versions where assistant_id = ${assistant}`),
      await rows(sql`select * from assistant_publications where assistant_id = ${assistant}`),
      await rows(sql`select * from assistant_shares where assistant_id = ${assistant}`),
      await rows(sql`select * from test_schedules where assistant_id = ${assistant}`),
      await rows(sql`select * from test_runs where assistant_id = ${assistant} order by id`),
      await rows(sql`select * from class_links where assistant_id = ${assistant}`),
      await rows(sql`select * from prompt_templates where organization_id = ${organization.id}`),
      await rows(sql`select * from tool_secrets where user_id = ${user.id}`),
      await rows(sql`select * from tool_templates where organization_id = ${organization.id}`),
      await rows(sql`select * from mcp_servers where organization_id = ${organization.id}`),
      await rows(sql`select * from sign_in_providers where organization_id = ${organization.id}`),
      await rows(sql`select * from sign_in_settings where organization_id = ${organization.id}`),
      await rows(sql`select * from mcp_tools where organization_id = ${organization.id}`),
      await rows(sql`select * from rubrics where organization_id = ${organization.id}`),
      await rows(sql`select * from gradings where owner_id = ${user.id}`),
      await rows(sql`select * from graded_works where grading_id = ${victim.grading.id}`),
      await rows(sql`select * from files where organization_id = ${organization.id}`),
      await rows(sql`select * from knowledge_bases where organization_id = ${organization.id}`),
      await rows(sql`select * from knowledge_files where owner_id = ${user.id} order by id`),
      await rows(sql`select * from knowledge_chunks where file_id = ${knowledge.file}`),
      await rows(sql`select * from knowledge_file_tags where knowledge_base_id = ${knowledge.id}`),
      await rows(
        sql`select * from retrieval_questions where knowledge_base_id = ${knowledge.id} order by id`,
      ),
      await rows(sql`select * from retrieval_runs where knowledge_base_id = ${knowledge.id} order by id`),
      await rows(sql`select * from workspaces where organization_id = ${organization.id}`),
      await rows(sql`select * from workspace_shares where workspace_id = ${victim.workspace.id}`),
      await rows(sql`select * from workspace_edits where workspace_id = ${victim.workspace.id} order by id`),
      await rows(
        sql`select * from workspace_checkpoints where workspace_id = ${victim.workspace.id} order by id`,
      ),
      await rows(sql`select * from dialogs where user_id = ${user.id}`),
      await rows(sql`select * from dialog_desks where user_id = ${user.id}`),
      await rows(sql`select * from dialog_sessions where dialog_id = ${victim.dialog.id} order by number`),
      await rows(sql`select * from dialog_messages where dialog_id = ${victim.dialog.id} order by id`),
      await rows(sql`select * from dialog_tool_results where dialog_id = ${victim.dialog.id} order by id`),
      await rows(sql`select * from dialog_checkpoints where dialog_id = ${victim.dialog.id} order by id`),
      await rows(sql`select * from traces where organization_id = ${organization.id}`),
      await rows(sql`select * from approvals where organization_id = ${organization.id}`),
      await rows(sql`select * from lti_activities where organization_id = ${organization.id}`),
      await rows(sql`select * from lti_activity_users where activity_id = ${victim.activity}`),
      await rows(sql`select * from lti_platforms where organization_id = ${organization.id}`),
      await rows(sql`select * from lti_deployments where platform_id = ${victim.platform}`),
      await rows(sql`select * from courses where organization_id = ${organization.id}`),
      await rows(sql`select * from course_members where course_id = ${victim.course}`),
      await rows(sql`select * from lti_creator_keys where organization_id = ${organization.id}`),
      await rows(sql`select * from creation_sessions where user_id = ${user.id}`),
      await rows(sql`select * from creation_messages where session_id = ${victim.creation.id}`),
      await rows(sql`select * from creation_proposals where session_id = ${victim.creation.id}`),
      await rows(sql`select * from budgets where organization_id = ${organization.id}`),
      await rows(sql`select * from chats where user_id = ${user.id}`),
      await rows(sql`select * from chat_folders where user_id = ${user.id}`),
      await rows(sql`select * from memories where user_id = ${user.id}`),
      await rows(sql`select * from chat_messages where chat_id = ${chat}`),
      await rows(sql`select * from chat_attachments where chat_id = ${chat}`),
      await rows(sql`select * from chat_pictures where id = ${victim.picture}`),
    ])
  }

  it('covers every path with an id', () => {
    for (const endpoint of endpoints) for (const path of endpoint.paths) fill(path)
  })

  it('uses real ids: the owner can read every one of them', async () => {
    const faults: string[] = []
    for (const endpoint of endpoints) {
      for (const path of pathsOn(database, endpoint)) {
        if (endpoint.method !== 'GET' || !path.includes('{') || endpoint.access === 'system-admin') continue
        // Opened by the signature in the URL, for any caller.
        if (/^\/(sources|lamb\/v1\/lti|lti\/dashboard)\//.test(path)) continue
        // Redirects, and the provider is disabled.
        if (path.startsWith('/auth')) continue
        const { status } = await app.call('GET', fill(path), victim.user.token)
        // No answer is running in that chat, so there is nothing to continue.
        const usual = path.endsWith('/stream') ? 204 : 200
        if (status !== usual) faults.push(`GET ${path} → ${status}`)
      }
    }
    expect(faults).toEqual([])
  })

  it.each(strangersOn(database))('%s learns nothing and changes nothing', async (name) => {
    const before = await snapshot()
    const token = strangers[name]
    const body = harmfulBody(victim)
    const faults: string[] = []
    for (const endpoint of endpoints) {
      for (const path of pathsOn(database, endpoint)) {
        // Signing in and out only concerns the caller.
        if (path === '/creator/logout') continue
        // Secrets are named within their owner's account: the stranger creates and deletes one of their own. A code of a class link can be
        // looked up by everyone who has it.
        const isOpen = /news|docs|completions\/tools|tool-secrets|links\/\{code\}$/.test(path)
        const named = path.includes('{') && !isOpen
        const org = /\/org-admin\/|^\/(mcp-servers|audit)$/.test(path)
          ? `?org=${victim.organization.slug}`
          : ''
        const status = path.endsWith('/status') ? '?status=deleted' : org
        const place = path.startsWith('/sources') ? '?start=0&end=10&sig=x' : status
        const query = path.endsWith('/completions') ? `?assistant=${victim.assistant}` : place
        const answer = await app.call(
          endpoint.method,
          fill(path) + query,
          token,
          endpoint.method === 'GET' || endpoint.method === 'DELETE'
            ? undefined
            : endpoint.bodyKind === 'form'
              ? harmfulForm()
              : body,
        )
        const at = `${endpoint.method} ${path} → ${answer.status}`
        if (JSON.stringify(answer.body).includes(MARK))
          faults.push(`${at} tells: ${JSON.stringify(answer.body).slice(0, 200)}`)
        if (named && answer.status < 300) faults.push(`${at} is let through`)
        if (answer.status >= 500) faults.push(`${at} breaks: ${JSON.stringify(answer.body).slice(0, 200)}`)
      }
    }
    expect(faults).toEqual([])
    expect(await snapshot()).toBe(before)
    // The stranger's credential is still valid.
    if (token) expect((await app.call('GET', '/v1/models', token)).status).toBe(200)
  })

  it('another person’s file can neither be added to an assistant nor read through one', async () => {
    const eve = strangers['a member elsewhere'] ?? ''
    const metadata = {
      prompt_processor: 'simple_augment',
      connector: 'bypass',
      llm: 'debug-bypass',
      rag_processor: 'single_file_rag',
    }
    const body = {
      name: 'thief',
      prompt_template: '{context}{user_input}',
      metadata: { ...metadata, file_path: victim.file },
    }
    expect((await app.call('POST', '/assistants', eve, body)).status).toBe(400)
    // Imported settings are kept as they are; the objects they name stay inaccessible when they run.
    const file = {
      name: 'thief',
      system_prompt: '',
      prompt_template: '{context}{user_input}',
      metadata: JSON.stringify(body.metadata),
    }
    const imported = await app.call('POST', '/assistants/import', eve, file)
    expect(imported.status, JSON.stringify(imported.body)).toBeLessThan(300)
    const model = `lamb_assistant.${imported.body.id}`
    const answer = await app.call('POST', '/v1/chat/completions', eve, {
      model,
      messages: [{ role: 'user', content: 'x' }],
    })
    expect(answer.status).toBe(200)
    expect(answer.body.choices[0].message.content).not.toContain(MARK)
    expect(answer.body.sources).toBeUndefined()
  })
})
