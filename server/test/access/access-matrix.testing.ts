import { expect, vi } from 'vitest'
import { addCreationSession } from '../creation/creation.testing.ts'
import type { TestApp } from '../harness/test-app.ts'

/** Part of everything that belongs to the victim: a response that contains it has leaked something. */
export const MARK = 'zebra-crossing-secret'

export interface Victim {
  organization: { id: number; slug: string }
  user: { id: number; email: string; token: string }
  assistant: number
  template: number
  rubric: string
  /** Works that are graded with the rubric. */
  grading: { id: number; work: number }
  file: string
  chat: string
  chatFolder: string
  attachment: string
  /** A chat of a student with the assistant. */
  conversation: string
  question: string
  picture: string
  key: number
  invitation: number
  toolTemplate: string
  mcp: { server: number; tool: number }
  /** Disabled, because the names of enabled ones are public. */
  signInProvider: string
  trace: string
  memory: number
  budget: number
  approval: string
  import: string
  link: { id: number; code: string }
  test: { id: number; result: number; run: number }
  creation: { id: string; proposal: number }
  knowledge: { id: string; file: string; question: string; run: string }
  workspace: { id: string; path: string; edit: string; checkpoint: string }
  dialog: { id: string; call: string }
  activity: number
  platform: number
  course: number
}

/** Creates an organization with one object of each kind, and strangers with their credentials. */
export async function makeVictim(
  app: TestApp,
): Promise<{ victim: Victim; strangers: Record<string, string | undefined> }> {
  const admin = await app.signIn()
  const makeOrganization = async (slug: string) => {
    const created = await app.call('POST', '/creator/admin/organizations/enhanced', admin, {
      slug,
      name: slug === 'north' ? MARK : slug,
    })
    expect(created.status, JSON.stringify(created.body)).toBe(200)
    return created.body as { id: number; slug: string }
  }
  const makeUser = async (organization: { id: number }, name: string, role?: string) => {
    const email = `${name}@example.edu`
    const password = `password of ${name}`
    const created = await app.call('POST', '/creator/admin/users/create', admin, {
      email,
      name: name === 'victim' ? MARK : name,
      password,
      role: 'user',
      organization_id: organization.id,
      user_type: 'creator',
    })
    expect(created.body.success, JSON.stringify(created.body)).toBe(true)
    const row = (await app.app.services.users.findByEmail(email)) ?? { id: 0 }
    if (role) {
      const slug = organization.id === north.id ? north.slug : south.slug
      const set = await app.call(
        'PUT',
        `/creator/admin/organizations/${slug}/members/${row.id}/role`,
        admin,
        { role },
      )
      expect(set.status, JSON.stringify(set.body)).toBe(200)
    }
    return { id: row.id, email, token: await app.signIn(email, password) }
  }
  const makeKnowledge = async (token: string) => {
    const { id } = (await app.call('POST', '/knowledge-bases', token, { name: MARK, description: MARK })).body
    const form = new FormData()
    form.set('files', new File([MARK], `${MARK}.txt`))
    const file = (await app.call('POST', `/knowledge-bases/${id}/files`, token, form)).body.files[0].id
    // Wait until the file is processed, because its state must not change between snapshots.
    const read = async () => (await app.call('GET', `/knowledge-bases/${id}/files/${file}`, token)).body
    await vi.waitFor(async () => expect((await read()).status).toBe('completed'), 20_000)
    const expected = [{ file_id: file, quote: MARK }]
    const draft = { question: `What is ${MARK}?`, expected, note: MARK }
    const question = (await app.call('POST', `/knowledge-bases/${id}/questions`, token, draft)).body.id
    const run = (await app.call('POST', `/knowledge-bases/${id}/evaluations`, token, { settings: {} })).body
      .id
    return { id, file, question, run }
  }
  const makeTest = async (token: string, assistantId: number) => {
    const draft = { title: MARK, messages: [{ role: 'user', content: MARK }], expected: MARK }
    const { id } = (await app.call('POST', `/assistants/${assistantId}/tests`, token, draft)).body
    const at = `/creator/assistant/${assistantId}/tests/run`
    const result = (await app.call('POST', at, token, { scenario_id: id })).body.id
    const [run] = (await app.call('GET', `/assistants/${assistantId}/tests/runs`, token)).body.runs
    await app.call('PUT', `/assistants/${assistantId}/tests/schedule`, token, { every: 'weekly' })
    return { id, result, run: run.id }
  }
  const makeWorkspace = async (token: string) => {
    const { id } = (await app.call('POST', '/workspaces', token, { name: MARK })).body
    const path = `${MARK}.txt`
    const written = await app.call('PUT', `/workspaces/${id}/files/${path}`, token, MARK)
    return { id, path, edit: written.body.edit, checkpoint: written.body.checkpoint }
  }
  const makeMcp = async (token: string, organization_id: number) => {
    const draft = { name: MARK, url: `https://${MARK}.example.org/mcp`, secret: MARK }
    const server: number = (await app.call('POST', '/mcp-servers', token, draft)).body.id
    const definition = { title: MARK, description: MARK, input_schema: {}, read_only_hint: true }
    const at = { created_at: 1, updated_at: 1 }
    const { id: tool } = await app.app.services.db
      .insertInto('mcp_tools')
      .values({
        server_id: server,
        organization_id,
        name: MARK,
        function_name: MARK,
        definition: JSON.stringify(definition),
        fingerprint: MARK,
        enabled: 1,
        ...at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { server, tool }
  }
  const makeSignInProvider = async (token: string, slug: string): Promise<string> => {
    const draft = { name: MARK, issuer: `https://${MARK}.example.org`, client_id: MARK, client_secret: MARK }
    const path = `/organizations/${slug}/sign-in-providers`
    return (await app.call('POST', path, token, { ...draft, enabled: false })).body.id
  }
  const makeDialog = async (token: string, assistantId: number) => {
    const at = `/agentsmithy/${assistantId}/api`
    const { id } = (await app.call('POST', `${at}/dialogs`, token, { title: MARK })).body
    const body = { messages: [{ role: 'user', content: MARK }], stream: false, dialog_id: id }
    expect((await app.call('POST', `${at}/chat`, token, body)).status).toBe(200)
    const toolCall = { tool_name: MARK, args: JSON.stringify({ query: MARK }), result: MARK, ok: 1 as const }
    await app.app.services.db
      .insertInto('dialog_tool_results')
      .values({ dialog_id: id, call_id: 'call-of-the-victim', ...toolCall, created_at: 1 })
      .execute()
    return { id, call: 'call-of-the-victim' }
  }
  const addMemory = async (userId: number, assistantId: number) => {
    const ids = { assistant_id: assistantId, subject: `user:${userId}`, user_id: userId }
    const { id } = await app.app.services.db
      .insertInto('memories')
      .values({ ...ids, fact: MARK, created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const addApproval = async (userId: number, organizationId: number, assistantId: number) => {
    const toolCall = {
      trace_id: MARK,
      tool: MARK,
      function_name: MARK,
      input: JSON.stringify({ query: MARK }),
    }
    const ids = { organization_id: organizationId, assistant_id: assistantId, user_id: userId }
    const at = { created_at: 1, expires_at: 4_000_000_000 }
    const row = {
      id: 'approval-of-the-victim',
      ...ids,
      end_user: null,
      ...toolCall,
      approved_input: null,
      reason: null,
      ...at,
    }
    await app.app.services.db.insertInto('approvals').values(row).execute()
    return row.id
  }

  async function addImport(userId: number): Promise<string> {
    const row = {
      id: 'import-of-the-victim',
      state: 'done' as const,
      options: JSON.stringify({ mark: MARK }),
    }
    await app.app.services.db
      .insertInto('lamb_imports')
      .values({ ...row, report: null, error: MARK, started_by: userId, created_at: 1, updated_at: 1 })
      .execute()
    return row.id
  }
  const addLink = async (assistantId: number) => {
    const link = { assistant_id: assistantId, code: 'victimcode', kind: 'anyone' as const }
    const { id } = await app.app.services.db
      .insertInto('class_links')
      .values({ ...link, sites: JSON.stringify([`https://${MARK}.example`]), created_at: 1, updated_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, code: link.code }
  }
  const addActivity = async (userId: number, organizationId: number, assistantId: number) => {
    const { db } = app.app.services
    const at = { created_at: 1, updated_at: 1 }
    const link = { platform: '1.1:', resource_link_id: MARK, name: MARK, context_title: MARK }
    const { id } = await db
      .insertInto('lti_activities')
      .values({ organization_id: organizationId, owner_id: userId, ...link, ...at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('lti_activity_assistants')
      .values({ activity_id: id, assistant_id: assistantId, added_at: 1 })
      .execute()
    const member = { lms_user_id: MARK, role: 'student' as const, consent_at: null }
    await db
      .insertInto('lti_activity_users')
      .values({ activity_id: id, user_id: userId, ...member, last_access_at: 1, created_at: 1 })
      .execute()
    return id
  }
  const addPlatform = async (token: string): Promise<number> => {
    const issuer = `https://${MARK}.example.org`
    const urls = { issuer, auth_login_url: issuer, auth_token_url: issuer, jwks_url: issuer }
    const draft = { ...urls, name: MARK, client_id: MARK, deployment_ids: [MARK] }
    return (await app.call('POST', '/organizations/north/lti-platforms', token, draft)).body.id
  }
  const addCourse = async (organizationId: number, platformId: number): Promise<number> => {
    const { db } = app.app.services
    const key = {
      source_key: MARK,
      platform_id: platformId,
      provider_id: null,
      deployment_id: MARK,
      context_id: MARK,
      title: MARK,
    }
    const never = { checked_at: null, problem: null, refresh_at: null }
    const { id } = await db
      .insertInto('courses')
      .values({ organization_id: organizationId, ...key, ...never, created_at: 1, updated_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = { lms_user_id: MARK, name: MARK, role: 'student' as const, launch_role: null }
    await db
      .insertInto('course_members')
      .values({ course_id: id, ...member, user_id: null, last_launch_at: null, updated_at: 1 })
      .execute()
    return id
  }
  const north = await makeOrganization('north')
  const south = await makeOrganization('south')
  const user = await makeUser(north, 'victim', 'admin')
  const eve = await makeUser(south, 'eve')
  const sven = await makeUser(south, 'sven', 'admin')

  const assistant = await app.makeAssistant(user.token, {
    name: MARK,
    system_prompt: MARK,
    description: MARK,
  })
  const portrait = new FormData()
  portrait.set('file', new File([pngOf(MARK)], 'portrait.png'))
  const pictured = await app.call('PUT', `/assistants/${assistant}/picture`, user.token, portrait)
  expect(pictured.status, JSON.stringify(pictured.body)).toBe(200)
  await app.call('PUT', `/assistants/${assistant}`, user.token, { description: `${MARK} again` })
  const template = (
    await app.call('POST', '/creator/prompt-templates/create', user.token, {
      name: MARK,
      system_prompt: MARK,
    })
  ).body.id
  const levels = ['Good', 'Poor'].map((label, at) => ({ label, description: MARK, score: 2 - at }))
  const rubric = (
    await app.call('POST', '/creator/rubrics', user.token, {
      title: MARK,
      description: MARK,
      scoringType: 'points',
      maxScore: 10,
      criteria: [{ name: MARK, description: MARK, weight: 100, levels }],
    })
  ).body.rubric.rubric_id
  const form = new FormData()
  form.set('file', new File([MARK], `${MARK}.md`))
  const file = (await app.call('POST', '/creator/files/upload', user.token, form)).body.path
  const answer = await app.call('POST', `/creator/assistant/${assistant}/chat/completions`, user.token, {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: MARK },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
    ],
  })
  const chat = await app.call('GET', `/creator/chats/${answer.body.chat_id}`, user.token)
  const key = (await app.call('POST', '/api-keys', user.token, { name: MARK })).body
  const invited = await app.call('POST', `/organizations/${north.slug}/invitations`, user.token, {
    emails: [`${MARK}@example.edu`],
  })
  await app.call('PUT', '/tool-secrets/LIBRARY_KEY', user.token, {
    value: MARK,
    host: `${MARK}.example.org`,
  })
  const tools = ['rubric_rag']
  const toolTemplate = (await app.call('POST', '/tool-templates', user.token, { name: MARK, tools })).body.id
  const knowledge = await makeKnowledge(user.token)
  const workspace = await makeWorkspace(user.token)
  const limit = { scope: 'organization', period: 'day', max_requests: 1_000_000 }
  const budget = (await app.call('POST', `/organizations/${north.slug}/budgets`, user.token, limit)).body.id
  const platform = await addPlatform(user.token)
  const victim: Victim = {
    organization: north,
    user,
    assistant,
    template,
    rubric,
    grading: await addGrading(app, user.id, rubric),
    file,
    chat: answer.body.chat_id,
    attachment: await addAttachment(app, answer.body.chat_id),
    chatFolder: (await app.call('POST', '/chats/folders', user.token, { name: MARK })).body.id,
    conversation: await addConversation(app, north.id, assistant),
    question: chat.body.messages[0].id,
    picture: chat.body.messages[0].pictures[0],
    key: key.id,
    invitation: invited.body.invitations[0].id,
    toolTemplate,
    mcp: await makeMcp(user.token, north.id),
    test: await makeTest(user.token, assistant),
    creation: await addCreationSession(app, user.token, assistant),
    signInProvider: await makeSignInProvider(user.token, north.slug),
    trace: answer.headers.get('x-trace-id') ?? '',
    memory: await addMemory(user.id, assistant),
    budget,
    approval: await addApproval(user.id, north.id, assistant),
    import: await addImport(user.id),
    link: await addLink(assistant),
    knowledge,
    workspace,
    dialog: await makeDialog(user.token, assistant),
    activity: await addActivity(user.id, north.id, assistant),
    platform,
    course: await addCourse(north.id, platform),
  }
  await app.app.services.traceRecorder.flush()
  for (const [name, value] of Object.entries(victim)) expect(value, name).toBeTruthy()

  const eveKey = (await app.call('POST', '/api-keys', eve.token, { name: 'all' })).body.key
  const eveAssistant = await app.makeAssistant(eve.token)
  const limited = (
    await app.call('POST', '/api-keys', eve.token, { name: 'one', assistant_ids: [eveAssistant] })
  ).body.key
  const strangers = {
    'an anonymous caller': undefined,
    'a member elsewhere': eve.token,
    'an admin elsewhere': sven.token,
    'a key elsewhere': eveKey,
    'a limited key elsewhere': limited,
    'the system key': 'system-key-of-the-operator',
  }
  return { victim, strangers }
}

async function addAttachment(app: TestApp, chat_id: string): Promise<string> {
  const id = crypto.randomUUID()
  const file = { name: `${MARK}.txt`, size: 1, text: MARK, is_cut: 0 as const, created_at: 1 }
  await app.app.services.db
    .insertInto('chat_attachments')
    .values({ id, chat_id, ...file })
    .execute()
  return id
}

async function addGrading(app: TestApp, owner_id: number, rubric_uuid: string) {
  const { db } = app.app.services
  const { id: rubric_id } = await db
    .selectFrom('rubrics')
    .select('id')
    .where('rubric_id', '=', rubric_uuid)
    .executeTakeFirstOrThrow()
  const level = { label: 'Good', score: 1, description: MARK }
  const sheet = { criteria: [{ id: 'c1', name: MARK, weight: 100, levels: [level] }] }
  const rubric = JSON.stringify({ rubricId: rubric_uuid, title: MARK, description: '', sheet })
  const { id } = await db
    .insertInto('gradings')
    .values({ rubric_id, owner_id, kind: 'calibration', name: MARK, rubric, created_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: work } = await db
    .insertInto('graded_works')
    .values({ grading_id: id, name: MARK, text: MARK, created_at: 1, updated_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, work }
}

async function addConversation(app: TestApp, organization_id: number, assistant_id: number) {
  const { db } = app.app.services
  const at = { created_at: 1_700_000_000, updated_at: 1_700_000_000 }
  const learner = {
    organization_id,
    email: `learner-${MARK}@example.edu`,
    name: MARK,
    user_type: 'end_user' as const,
  }
  const { id: user_id } = await db
    .insertInto('users')
    .values({ ...learner, ...at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  await db
    .insertInto('chats')
    .values({ id, user_id, assistant_id, title: MARK, in_activity: 1, ...at })
    .execute()
  await db
    .insertInto('chat_messages')
    .values({
      id: crypto.randomUUID(),
      chat_id: id,
      parent_id: null,
      position: 0,
      role: 'user',
      content: MARK,
      created_at: at.created_at,
    })
    .execute()
  return id
}

/** The start of a PNG file, as far as the server reads it, followed by a text. */
function pngOf(text: string): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(24)
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  head[19] = 1
  head[23] = 1
  return new Uint8Array([...head, ...new TextEncoder().encode(text)])
}
