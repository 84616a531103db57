import { beforeAll, expect, it } from 'vitest'
import { createWorld } from '../../../modules/assistants/testing.ts'
import { createRubricProposals, createRubricService } from '../../../modules/rubrics/index.ts'
import { CRITERIA } from '../../../modules/rubrics/testing.ts'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { serve } from '../../../platform/http/loopback.testing.ts'
import { createAnswerSlots } from '../../../platform/rate-limit/answer-slots.ts'
import { createLambRubricRoutes } from './rubrics.routes.ts'

const BASE = '/creator/rubrics'

function form(fields: Record<string, string | File>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
const essay = {
  title: 'Essay',
  description: 'Arguing',
  subject: 'History',
  gradeLevel: '9',
  scoringType: 'points',
}
const asForm = (fields: Record<string, string> = {}) =>
  form({ ...essay, maxScore: '10', criteria: JSON.stringify(CRITERIA), ...fields })
const file = (text: string) => form({ file: new File([text], 'rubric.json', { type: 'application/json' }) })

describeOnSqlite('rubric routes', (open) => {
  let call: Awaited<ReturnType<typeof serve>>['call']
  let url: string

  beforeAll(async () => {
    const { db } = await open()
    const { ana, ben, nora, eve } = await createWorld(db)
    const rubrics = createRubricService({
      db,
      maySharePeople: async (caller) => caller.userId !== ben.userId,
    })
    // rubrics-ai.routes.test.ts covers the parts that need a model.
    const askForJson = async () => Promise.reject(new Error('no model here'))
    const models = {
      rubricProposals: createRubricProposals({ askForJson }),
      slots: createAnswerSlots({ perPerson: 5, perKey: 5 }),
    }
    const server = await serve(createLambRubricRoutes({ rubrics, ...models }), { ana, ben, nora, eve })
    call = server.call
    url = server.url
  })

  const make = async (who: string, fields: Record<string, string> = {}) =>
    (await call(who, 'POST', BASE, asForm(fields))).body.rubric

  it('creates a rubric from a form and from JSON, reads and changes it', async () => {
    const made = await call('ana', 'POST', BASE, asForm())
    expect(made).toMatchObject({
      status: 200,
      body: { success: true, rubric: { title: 'Essay', is_public: 0, organization_slug: 'north' } },
    })
    const { id, rubric_id: uuid } = made.body.rubric
    expect(made.body.rubric.rubric_data).toMatchObject({ maxScore: 10, metadata: { subject: 'History' } })
    const json = await call('ana', 'POST', BASE, { ...essay, title: 'Two', maxScore: 5, criteria: CRITERIA })
    expect(json).toMatchObject({ status: 200, body: { rubric: { rubric_data: { maxScore: 5 } } } })
    for (const key of [uuid, id]) {
      expect(await call('ana', 'GET', `${BASE}/${key}`)).toMatchObject({
        status: 200,
        body: { rubric_id: uuid },
      })
    }
    expect(await call('ana', 'PUT', `${BASE}/${uuid}`, asForm({ title: 'Better' }))).toMatchObject({
      status: 200,
      body: { rubric_id: uuid, title: 'Better', rubric_data: { title: 'Better' } },
    })
    expect(await call('ana', 'DELETE', `${BASE}/${uuid}`)).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(await call('ana', 'GET', `${BASE}/${uuid}`)).toMatchObject({
      status: 404,
      body: { detail: 'Rubric not found' },
    })
  })

  it('shares and unshares with urlencoded and multipart forms; an admin recommends it; lists it', async () => {
    const { rubric_id: uuid } = await make('ana', { title: 'Listed', subject: 'Music' })
    const opened = await fetch(`${url}${BASE}/${uuid}/visibility`, {
      method: 'PUT',
      headers: { authorization: 'Bearer ana' },
      body: new URLSearchParams({ is_public: 'true' }),
    })
    expect(await opened.json()).toEqual({ success: true, is_public: true })
    const showcase = form({ is_showcase: 'true' })
    expect((await call('ana', 'PUT', `${BASE}/${uuid}/showcase`, showcase)).status).toBe(403)
    expect((await call('nora', 'PUT', `${BASE}/${uuid}/showcase`, showcase)).body).toEqual({
      success: true,
      is_showcase: true,
    })
    const listed = { rubrics: [{ rubric_id: uuid, is_public: 1, is_showcase: 1 }], total: 1 }
    for (const query of [
      '?tab=templates',
      '/public?limit=5',
      '/showcase',
      '/public?search=list&subject=music&grade_level=9',
    ]) {
      expect((await call('ben', 'GET', BASE + query)).body, query).toMatchObject({ ...listed, offset: 0 })
    }
    expect((await call('ben', 'GET', `${BASE}/accessible`)).body).toMatchObject(listed)
    expect((await call('ben', 'GET', `${BASE}?tab=my`)).body).toEqual({
      rubrics: [],
      total: 0,
      limit: 50,
      offset: 0,
    })
    const copy = await call('ben', 'POST', `${BASE}/${uuid}/duplicate`)
    expect(copy).toMatchObject({ status: 200, body: { success: true, title: 'Listed (Copy)' } })
    expect(copy.body.rubric_id).toBe(copy.body.rubric.rubric_id)
    const closed = form({ is_public: 'false' })
    expect((await call('ben', 'PUT', `${BASE}/${uuid}/visibility`, closed)).status).toBe(403)
    const refused = await call('ben', 'PUT', `${BASE}/${copy.body.rubric_id}/visibility`, { is_public: true })
    expect(refused.status).toBe(403)
    expect((await call('ana', 'PUT', `${BASE}/${uuid}/visibility`, closed)).body.is_public).toBe(false)
    expect((await call('ana', 'GET', `${BASE}/showcase`)).body).toMatchObject({ rubrics: [], total: 0 })
    expect((await call('ben', 'GET', `${BASE}/${uuid}`)).status).toBe(404)
  })

  it('exports and imports files', async () => {
    const { rubric_id: uuid, rubric_data: data } = await make('ana', { title: 'Crítica "x"' })
    const json = await call('ana', 'GET', `${BASE}/${uuid}/export/json`)
    expect(json.body).toEqual(data)
    expect(json.headers.get('content-disposition')).toMatch(/^attachment; filename="critica-x-\d{8}\.json"$/)
    const markdown = await call('ana', 'GET', `${BASE}/${uuid}/export/markdown`)
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toContain('# Crítica "x"\n')
    expect(await call('eve', 'POST', `${BASE}/import`, file(json.text))).toMatchObject({
      status: 200,
      body: {
        success: true,
        rubric: { title: 'Crítica "x"', owner_email: 'eve@example.edu' },
        message: expect.any(String),
      },
    })
  })

  it('imports its own Markdown, and reports what a page lacks', async () => {
    const { rubric_id: uuid } = await make('ana', { title: 'A | page', description: 'Two\n\nparagraphs' })
    const { text } = await call('ana', 'GET', `${BASE}/${uuid}/export/markdown`)
    const page = form({ file: new File([text], 'Rubric.MD') })
    const taken = await call('ana', 'POST', `${BASE}/import`, page)
    expect(taken, taken.text).toMatchObject({
      status: 200,
      body: { rubric: { title: 'A | page', description: 'Two\n\nparagraphs' } },
    })
    expect(taken.body.message).toMatch(/weights are shared evenly/)
    const again = await call('ana', 'GET', `${BASE}/${taken.body.rubric.rubric_id}/export/markdown`)
    expect(again.text).toBe(text.replaceAll('\r', ''))
    const bad = form({ file: new File(['# Only a title'], 'x.md') })
    expect(await call('ana', 'POST', `${BASE}/import`, bad)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('has no heading') },
    })
  })

  it('answers 400 to bad JSON, 422 to a bad rubric, 401 without credentials', async () => {
    expect((await call('ana', 'POST', BASE, asForm({ criteria: '[{' }))).status).toBe(400)
    expect(await call('ana', 'POST', BASE, asForm({ criteria: '[]' }))).toMatchObject({
      status: 422,
      body: { detail: 'Invalid rubric structure: criteria: Add at least one criterion' },
    })
    for (const fields of [{ maxScore: '0' }, { scoringType: 'stars' }, { title: ' ' }, { criteria: '{}' }]) {
      expect((await call('ana', 'POST', BASE, asForm(fields))).status).toBe(422)
    }
    for (const text of ['', 'no json', '[]', '{}']) {
      expect((await call('ana', 'POST', `${BASE}/import`, file(text))).status).toBe(422)
    }
    expect((await call('ana', 'POST', `${BASE}/import`, file('x'.repeat(1024 * 1024 + 1)))).status).toBe(413)
    expect((await call('ana', 'GET', `${BASE}?limit=0`)).status).toBe(422)
    // More than a page is a full page, because LAMB's pages ask for 1000.
    expect((await call('ana', 'GET', `${BASE}?limit=1000`)).body.limit).toBe(100)
    expect((await call(undefined, 'GET', BASE)).status).toBe(401)
  })

  it('hides everything from other organizations', async () => {
    const { rubric_id: uuid, id } = await make('ana', { title: 'Ours' })
    await call('ana', 'PUT', `${BASE}/${uuid}/visibility`, { is_public: true })
    for (const key of [uuid, id]) {
      for (const [method, path, sent] of [
        ['GET', '', undefined],
        ['PUT', '', { title: 'x' }],
        ['DELETE', '', undefined],
        ['POST', '/duplicate', undefined],
        ['PUT', '/visibility', { is_public: false }],
        ['GET', '/export/json', undefined],
        ['GET', '/export/markdown', undefined],
      ] as const) {
        expect((await call('eve', method, `${BASE}/${key}${path}`, sent)).status, method + path).toBe(404)
      }
    }
    for (const list of ['?tab=templates', '/public', '/accessible?search=ours']) {
      expect((await call('eve', 'GET', BASE + list)).body).toMatchObject({ rubrics: [], total: 0 })
    }
  })
})
