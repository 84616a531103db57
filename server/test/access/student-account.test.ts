import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter } from '../../src/doors/lti/lti.testing.ts'
import { enter as enterLink, makeLink, makePublished, QUESTION } from '../class-links/class-links.testing.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

describe('student account', () => {
  let app: TestApp
  let student: string
  let assistant: number

  beforeAll(async () => {
    // No one listens there: the models are only named.
    app = await startTestApp({
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_MODELS: 'zebra-4',
      OPENAI_MODEL: 'zebra-4',
    })
    const admin = await app.signIn()
    assistant = await app.makeAssistant(admin, { metadata: { connector: 'bypass' } })
    await app.call('POST', `/assistants/${assistant}/publish`, admin, { publish_status: true })
    const person = { email: 'stu@example.edu', name: 'Stu', password: 'a third horse', user_type: 'end_user' }
    await app.call('POST', '/creator/admin/users/create', admin, person)
    student = await app.signIn(person.email, person.password)
  })
  afterAll(() => app.stop())

  it.each([
    ['POST', '/assistants'],
    ['POST', '/assistants/import'],
    ['POST', '/assistants/1/duplicate'],
    ['POST', '/assistant-drafts/answer'],
    ['POST', '/assistant-drafts/preview'],
    ['POST', '/assistant-drafts/starters'],
    ['POST', '/creator/assistant/create_assistant'],
    ['POST', '/creator/assistant/generate_assistant_description'],
    ['POST', '/rubrics'],
    ['POST', '/rubrics/proposals'],
    ['POST', '/files'],
    ['POST', '/creator/rubrics'],
    ['POST', '/creator/rubrics/import'],
    ['POST', '/creator/rubrics/ai-generate'],
    ['POST', '/rubrics/1/evaluate'],
    ['POST', '/knowledge-bases'],
    ['POST', '/creator/knowledgebases'],
    ['POST', '/creator/files/upload'],
    ['POST', '/creator/prompt-templates/import'],
    ['POST', '/workspaces'],
    ['PUT', '/tool-secrets/key'],
  ] as const)('can’t create anything or call a model directly: %s %s', async (method, path) => {
    const { status, body } = await app.call(method, path, student, {})
    expect([status, JSON.stringify(body)]).toEqual([403, expect.stringContaining('Your account can')])
  })

  it('can’t open knowledge bases, their files or their tests on any endpoint', async () => {
    const { paths } = (await app.call('GET', '/openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>
    }
    const admitted: string[] = []
    let refused = 0
    for (const [path, methods] of Object.entries(paths)) {
      if (!/^\/(knowledge-bases|kb-server|creator\/knowledgebases)/.test(path)) continue
      for (const method of Object.keys(methods)) {
        const filled = path.replace(/\{\w+\+?\}/g, '1')
        const { status, body } = await app.call(method.toUpperCase(), filled, student)
        if (status === 403 && JSON.stringify(body).includes('Your account can')) refused++
        else admitted.push(`${method} ${path}`)
      }
    }
    expect(admitted).toEqual(['get /kb-server/health'])
    expect(refused).toBeGreaterThan(70)
  })

  it('enters from LAMB’s sign-in page without a second sign-in', async () => {
    const { body } = await app.call('POST', '/creator/login', undefined, {
      email: 'stu@example.edu',
      password: 'a third horse',
    })
    expect(body.data).toMatchObject({ user_type: 'end_user', organization_role: 'member' })
    const code = new URL(body.data.launch_url).searchParams.get('code') ?? ''
    const entered = await enter(app, code)
    expect(entered.body.user).toMatchObject({ email: 'stu@example.edu', user_type: 'end_user' })
    expect((await app.call('GET', '/creator/chats', entered.body.access_token)).status).toBe(200)
    expect((await enter(app, code)).status).toBe(403)
  })

  it('can chat with published assistants', async () => {
    const messages = [{ role: 'user', content: 'Hello' }]
    const model = `lamb_assistant.${assistant}`
    expect((await app.call('POST', '/v1/chat/completions', student, { model, messages })).status).toBe(200)
    expect(
      (await app.call('POST', '/creator/chats', student, { assistant_id: assistant })).status,
    ).toBeLessThan(300)
  })

  it('sees no models, prices and costs on any endpoint, and neither do guests', async () => {
    const admin = await app.signIn()
    const tutor = await makePublished(app, admin, { metadata: { connector: 'openai', llm: 'zebra-4' } })
    const { code } = await makeLink(app, admin, tutor)
    const guest = await enterLink(app, code)
    await app.call('POST', `/creator/assistant/${assistant}/chat/completions`, student, QUESTION)
    await app.call('POST', `/creator/assistant/${tutor}/chat/completions`, student, QUESTION)
    const list = (await app.call('GET', '/creator/chats', student)).body.chats
    const chat = list.find(({ assistant_id }: { assistant_id: number }) => assistant_id === assistant).id
    const { paths } = (await app.call('GET', '/openapi.json')).body as {
      paths: Record<string, { get?: unknown }>
    }
    const today = new Date().toISOString().slice(0, 10)
    const leaks: string[] = []
    for (const [path, { get }] of Object.entries(paths)) {
      if (!get || path.endsWith('/events') || path === '/openapi.json') continue
      for (const id of [String(tutor), chat])
        for (const token of [student, guest]) {
          const filled = path.replace(/\{(\w+)\+?\}/g, (_all, name: string) =>
            name === 'slug' ? 'lamb' : id,
          )
          const { body } = await app.call('GET', `${filled}?from=${today}&to=${today}`, token)
          if (/zebra|"(cost|price|prices|unpriced)"/.test(JSON.stringify(body))) leaks.push(filled)
        }
    }
    expect(leaks).toEqual([])
  })

  it('reads no settings of what educators build with on any endpoint, and neither do guests', async () => {
    const admin = await app.signIn()
    const made = async (path: string, body: unknown) => {
      const answer = await app.call('POST', path, admin, body)
      expect([path, answer.status < 300]).toEqual([path, true])
      return answer.body
    }
    const url = 'https://builders-only.example/path?key=literal'
    const tools = [{ type: 'http_request', config: { name: 'look', description: 'Looks it up', url } }]
    const settings = { system_prompt: 'For builders-only.', metadata: { connector: 'bypass', tools } }
    const tutor = await makePublished(app, admin, settings)
    const template = await made('/tool-templates', { name: 'Lookup', tools })
    const base = await made('/knowledge-bases', {
      name: 'Shared',
      description: 'builders-only',
      is_shared: true,
    })
    const { rubric } = await made('/creator/rubrics', {
      title: 'builders-only',
      is_public: true,
      description: 'Aims',
      scoringType: 'points',
      maxScore: 10,
      criteria: [
        {
          name: 'Aim',
          description: 'Aims',
          weight: 100,
          levels: ['Good', 'Poor'].map((label, at) => ({ label, description: label, score: 2 - at })),
        },
      ],
    })
    const server = await made('/mcp-servers', {
      name: 'builders-only',
      url: 'https://mcp.example/builders-only',
    })
    const { db } = app.app.services
    const now = Math.floor(Date.now() / 1000)
    await db
      .insertInto('mcp_tools')
      .values({
        server_id: Number(server.id),
        organization_id: 1,
        name: 'find',
        function_name: 'find',
        definition: JSON.stringify({ name: 'find', description: 'builders-only', inputSchema: {} }),
        fingerprint: 'x',
        enabled: 1,
        created_at: now,
        updated_at: now,
      } as never)
      .execute()
    const { code } = await makeLink(app, admin, tutor)
    const guest = await enterLink(app, code)
    const { paths } = (await app.call('GET', '/openapi.json')).body as {
      paths: Record<string, { get?: unknown }>
    }
    const ids = [tutor, template.id, base.id, rubric.rubric_id, server.id].map(String)
    const readBy = async (token: string) => {
      const found: string[] = []
      for (const [path, { get }] of Object.entries(paths)) {
        if (!get || path.endsWith('/events') || path === '/openapi.json') continue
        for (const id of path.includes('{') ? ids : ['']) {
          const filled = path.replace(/\{(\w+)\+?\}/g, (_all, name: string) =>
            name === 'slug' ? 'lamb' : id,
          )
          const { body } = await app.call('GET', filled, token)
          if (/builders-only/.test(JSON.stringify(body))) found.push(filled)
        }
      }
      return found
    }
    expect(await readBy(student)).toEqual([])
    expect(await readBy(guest)).toEqual([])
    expect((await readBy(admin)).length).toBeGreaterThan(5)
  })

  it('chats with an assistant that is shared by name, and reads its settings on no endpoint', async () => {
    const admin = await app.signIn()
    const settings = { connector: 'bypass', remark: 'builders-only' }
    const shared = await app.makeAssistant(admin, { system_prompt: 'For builders-only.', metadata: settings })
    const emails = { user_emails: ['stu@example.edu'] }
    expect((await app.call('PUT', `/assistants/${shared}/shares`, admin, emails)).status).toBe(200)
    const model = `lamb_assistant.${shared}`
    const answer = await app.call('POST', '/v1/chat/completions', student, { model, ...QUESTION })
    expect(answer.status).toBe(200)
    const { paths } = (await app.call('GET', '/openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>
    }
    const found: string[] = []
    for (const [path, methods] of Object.entries(paths)) {
      if (!methods['get'] || path.endsWith('/events') || path === '/openapi.json') continue
      const filled = path.replace('{name}', `assistant_${shared}`).replace(/\{\w+\+?\}/g, String(shared))
      const { body } = await app.call('GET', `${filled}?uri=lamb://assistant/${shared}`, student)
      if (/builders-only/.test(JSON.stringify(body))) found.push(path)
    }
    expect(found).toEqual([])
    for (const [path, body] of [
      [`/assistants/${shared}/preview`, QUESTION],
      [`/creator/assistant/${shared}/chat/completions`, { ...QUESTION, debug_bypass: true }],
      [`/lamb/v1/mcp/prompts/get/assistant_${shared}`, { user_input: 'Hello' }],
    ] as const)
      expect(JSON.stringify((await app.call('POST', path, student, body)).body)).not.toContain(
        'builders-only',
      )
  })

  it('of a former educator builds nothing more', async () => {
    const admin = await app.signIn()
    const former = { email: 'former@example.edu', name: 'Former', password: 'a fourth horse' }
    await app.call('POST', '/creator/admin/users/create', admin, former)
    const token = await app.signIn(former.email, former.password)
    const own = await app.makeAssistant(token, { metadata: { connector: 'bypass' } })
    await app.app.services.db
      .updateTable('users')
      .set({ user_type: 'end_user' })
      .where('email', '=', former.email)
      .execute()
    for (const [method, path, body] of [
      ['PUT', `/assistants/${own}`, { system_prompt: 'Changed' }],
      ['PUT', `/creator/assistant/update_assistant/${own}`, { name: 'changed' }],
      ['POST', '/lamb/v1/mcp/tools/call/update_assistant', { assistant_id: own, system_prompt: 'Changed' }],
      ['POST', `/assistants/${own}/convert`, {}],
      ['POST', `/assistants/${own}/publish`, { publish_status: true }],
      ['POST', `/assistants/${own}/links`, { kind: 'anyone' }],
      ['PUT', `/assistants/${own}/shares`, { user_emails: ['stu@example.edu'] }],
    ] as const) {
      const { status } = await app.call(method, path, token, body)
      expect([path, status]).toEqual([path, 403])
    }
    expect((await app.call('GET', `/assistants/${own}/export`, token)).status).toBe(200)
    expect((await app.call('DELETE', `/assistants/${own}`, token)).status).toBe(200)
  })

  it('sees no names or e-mail addresses of the organization on any endpoint', async () => {
    const admin = await app.signIn()
    const carla = { email: 'colleague@example.edu', name: 'Carla Colleague', password: 'long enough' }
    await app.call('POST', '/creator/admin/users/create', admin, carla)
    const author = await app.signIn(carla.email, carla.password)
    const made = async (method: string, path: string, body: unknown) => {
      const answer = await app.call(method, path, author, body)
      expect([path, answer.status < 300]).toEqual([path, true])
      return answer.body
    }
    const own = await app.makeAssistant(author, { metadata: { connector: 'bypass' } })
    await made('POST', `/assistants/${own}/publish`, { publish_status: true })
    await made('PUT', `/creator/lamb/assistant-sharing/shares/${own}`, { user_emails: ['stu@example.edu'] })
    const base = await made('POST', '/knowledge-bases', { name: 'Open', is_shared: true })
    await made('POST', '/creator/prompt-templates/create', {
      name: 'Open',
      system_prompt: '',
      prompt_template: '{user_input}',
      is_shared: true,
    })
    const ids: Record<string, string> = {
      slug: 'lamb',
      assistant_id: String(own),
      id: String(own),
    }
    const { paths } = (await app.call('GET', '/openapi.json')).body as {
      paths: Record<string, { get?: unknown }>
    }
    const leaks: string[] = []
    for (const [path, { get }] of Object.entries(paths)) {
      if (!get || path.endsWith('/events')) continue
      const targets = /knowledge/.test(path) ? { ...ids, id: String(base.id) } : ids
      const filled = path.replace(/\{(\w+)\+?\}/g, (_all, name: string) => targets[name] ?? '1')
      const { body } = await app.call('GET', filled, student)
      if (/admin@example|Admin User|colleague@example|Carla/.test(JSON.stringify(body))) leaks.push(filled)
    }
    expect(leaks).toEqual([])
  })
})
