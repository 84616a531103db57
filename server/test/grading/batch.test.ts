import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { draft } from '../../src/modules/rubrics/testing.ts'
import { parseCsv } from '../../src/platform/text/csv.ts'
import { onEachDatabase, startTestApp } from '../harness/test-app.ts'
import { type GradingWorld, startGradingWorld } from './grading.testing.ts'

onEachDatabase('grading many works ($name)', ({ env }) => {
  let world: GradingWorld
  beforeAll(async () => {
    world = await startGradingWorld(await env())
  })
  afterAll(() => world?.stop())

  const levelsOf = ({ works }: { works: { grades: { level: string }[] }[] }) =>
    works.map(({ grades }) => grades.map(({ level }) => level))
  const grade = (criterion_id: string, level: string | null, comment = '') => ({
    criterion_id,
    level,
    comment,
  })

  it('grades files and texts with levels, score and quotes', async () => {
    const { app, token, make, run, read } = world
    const { path } = await make('batch', ['We walked north [Found, Clear]'])
    const form = new FormData()
    form.set('file', new File(['No map here [Lost, Vague]'], 'ana.txt'))
    expect((await app.call('POST', `${path}/works`, token, form)).body).toMatchObject({
      name: 'ana.txt',
      state: 'new',
      score: null,
    })
    expect(await read(path)).toMatchObject({ state: 'draft', counts: { total: 2, new: 2 } })
    const done = await run(path)
    expect(done).toMatchObject({
      state: 'completed',
      counts: { total: 2, graded: 2, accepted: 0 },
      rubric: { title: 'Orienteering', max_score: 10 },
      works: [
        { name: 'Work 1', state: 'graded', score: 10, evidence: 2, accepted: false, changed: false },
        { name: 'ana.txt', state: 'graded', score: 3.33, accepted: false },
      ],
    })
    expect(levelsOf(done)).toEqual([
      ['Found', 'Clear'],
      ['Lost', 'Vague'],
    ])
    const work = await read(`${path}/works/${done.works[0].id}`)
    expect(work).toMatchObject({
      text: 'We walked north [Found, Clear]',
      feedback: 'Go on.',
      evaluation: { model: 'large', criteria: [{ evidence: [{ quote: 'walked north' }] }, {}] },
    })
  })

  it('lets a person correct, accept and withdraw a grade; the server computes the score', async () => {
    const { app, token, make, run } = world
    const { path, works } = await make('batch', ['We walked north [Found, Clear]'])
    const { rubric } = await run(path)
    const [route, map] = rubric.criteria.map(({ id }: { id: string }) => id)
    const review = (body: object) => app.call('PUT', `${path}/works/${works[0]}/review`, token, body)
    const corrected = { grades: [grade(route, 'Lost', 'Wrong way'), grade(map, 'Clear')], feedback: 'Hm.' }
    const { body } = await review({ ...corrected, accepted: true })
    expect(body).toMatchObject({ accepted: true, changed: true, score: 6, feedback: 'Hm.' })
    expect(body.grades[0]).toMatchObject({ level: 'Lost', comment: 'Wrong way', score: 1 })
    // The model's own evaluation stays as it was.
    expect(body.evaluation.criteria[0].level).toBe('Found')
    expect((await review({ ...corrected, accepted: false })).body.accepted).toBe(false)

    const incomplete = { grades: [grade(route, 'Lost'), grade(map, null)], accepted: true }
    const refused = await review(incomplete)
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('each criterion')])
    expect((await review({ grades: [grade(route, 'Nowhere')], accepted: false })).status).toBe(422)
    expect((await review({ grades: [grade('other', 'Lost')], accepted: false })).status).toBe(422)
    expect((await review({ grades: [] })).status).toBe(422)
  })

  it('accepts several grades at once, each only as it was seen, and withdraws them', async () => {
    const { app, token, make, run, read } = world
    const { path, works } = await make('batch', [
      'We walked north [Found, Clear]',
      'No map [Lost, Vague]',
      'Hm [broken]',
    ])
    await run(path)
    const accept = (body: object) => app.call('POST', `${path}/works/accept`, token, body)
    const [first, second, broken] = works
    const { status, body } = await accept({
      works: [{ id: first, score: 10 }, { id: second, score: 9 }, { id: broken }, { id: 999_999 }],
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.results).toMatchObject([
      { id: first, done: true },
      { id: second, done: false, message_code: 'grading.accept_changed' },
      { id: broken, done: false, message_code: 'grading.accept_incomplete' },
      { id: 999_999, done: false },
    ])
    const acceptedOf = async () =>
      (await read(path)).works.map(({ accepted }: { accepted: boolean }) => accepted)
    expect(await acceptedOf()).toEqual([true, false, false])
    const log = async () => JSON.stringify((await app.call('GET', '/audit', token)).body)
    await expect.poll(log).toContain('/works/accept')
    await accept({ works: [{ id: first }], accepted: false })
    expect(await acceptedOf()).toEqual([false, false, false])
    expect((await accept({ works: [] })).status).toBe(422)
  })

  it('exports a score only for accepted grades, and no formulas', async () => {
    const { app, token, make, run } = world
    const { path, works } = await make('batch', ['We walked north [Found, Clear]'])
    await app.call('POST', `${path}/works`, token, {
      name: '=HYPERLINK("x")',
      text: 'All of it [Lost, Clear]',
    })
    const { rubric } = await run(path)
    const rows = async () => {
      const { body, headers } = await app.call('GET', `${path}/export.csv`, token)
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const [head = [], ...rest] = parseCsv(body)
      return rest.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])))
    }
    expect(await rows()).toMatchObject([
      { Work: 'Work 1', Accepted: 'no', Score: '', 'Proposed score': '10', Route: 'Found' },
      { Work: '\'=HYPERLINK("x")', Score: '', 'Proposed score': '6' },
    ])
    const grades = rubric.criteria.map(({ id }: { id: string }, at: number) =>
      grade(id, at === 0 ? 'Found' : 'Clear'),
    )
    await app.call('PUT', `${path}/works/${works[0]}/review`, token, { grades, accepted: true })
    expect(await rows()).toMatchObject([
      { Accepted: 'yes', Score: '10', 'Proposed score': '', 'Route: evidence': '“walked north”' },
      { Accepted: 'no', Score: '' },
    ])
  })

  it('says why a work failed, and grades it when started again', async () => {
    const { app, token, upstream, make, run, read } = world
    const { path, works } = await make('batch', ['A good one [Found, Clear]', 'A bad one [broken]'])
    const done = await run(path)
    expect(done).toMatchObject({ state: 'completed', counts: { graded: 1, failed: 1 } })
    expect(done.works[1]).toMatchObject({ state: 'failed', error: expect.any(String), score: null })
    upstream.seen.length = 0
    expect((await run(path)).counts).toMatchObject({ graded: 1, failed: 1 })
    // The graded work was left alone.
    expect(upstream.seen).toHaveLength(1)
    expect((await app.call('DELETE', `${path}/works/${works[1]}`, token)).status).toBe(204)
    expect((await read(path)).counts).toMatchObject({ total: 1 })
    expect((await app.call('POST', `${path}/start`, token)).status).toBe(400)
  })

  it('names the provider to admins only', async () => {
    const { app, token, rubric, base, make, run, upstream, signInOther } = world
    const { host } = new URL(upstream.url)
    const { path } = await make('batch', ['A bad one [broken]'])
    expect((await run(path)).works[0].error).toContain(host)
    await app.call('PUT', `/creator/rubrics/${rubric}/visibility`, token, { is_public: true })
    const educator = await signInOther('creator', 'educator')
    const { id } = (await app.call('POST', base, educator, {})).body
    await app.call('POST', `${base}/${id}/works`, educator, { text: 'A bad one [broken]' })
    await app.call('POST', `${base}/${id}/start`, educator)
    const errorOf = async () => (await app.call('GET', `${base}/${id}`, educator)).body.works[0].error
    await vi.waitFor(async () => expect(await errorOf()).toContain('did not answer'), 10_000)
    expect(await errorOf()).not.toContain(host)
  })

  it('can be cancelled and continued', async () => {
    const { app, token, upstream, make, finished } = world
    const { path, works } = await make('batch', ['One [slow]', 'Two [slow]', 'Three of them [Found, Clear]'])
    await app.call('POST', `${path}/start`, token)
    await vi.waitFor(() => expect(upstream.open()).toBe(2), 10_000)
    expect((await app.call('DELETE', `${path}/works/${works[0]}`, token)).status).toBe(409)
    const { body } = await app.call('POST', `${path}/cancel`, token)
    expect(body).toMatchObject({ state: 'cancelled', counts: { cancelled: 3 } })
    await vi.waitFor(() => expect(upstream.open()).toBe(0), 10_000)
    for (const id of works.slice(0, 2)) await app.call('DELETE', `${path}/works/${id}`, token)
    await app.call('POST', `${path}/start`, token)
    expect((await finished(path)).works).toMatchObject([{ state: 'graded', score: 10 }])
  })

  it('stops at the budget, and the rest can be graded later', async () => {
    const { app, token, make, run } = world
    const { path } = await make('batch', ['One work [Found, Clear]', 'Two works [Found, Clear]'])
    const budget = { scope: 'organization', period: 'day', max_requests: 0 }
    const made = await app.call('POST', '/organizations/current/budgets', token, budget)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const stopped = await run(path)
    expect(stopped.counts).toMatchObject({ failed: 2 })
    expect(stopped.works.map(({ error }: { error: string }) => error)).toEqual([
      expect.stringMatching(/budget/i),
      expect.stringMatching(/budget/i),
    ])
    await app.call('DELETE', `/budgets/${made.body.id}`, token)
    expect((await run(path)).counts).toMatchObject({ graded: 2 })
  })

  it('can be graded by an assistant', async () => {
    const { app, token, upstream, make, run } = world
    const name = 'strict grader'
    const metadata = { connector: 'openai', llm: 'small' }
    const assistant_id = await app.makeAssistant(token, { name, system_prompt: 'Be strict.', metadata })
    const { path, works } = await make('batch', ['We walked north [Found, Vague]'], { assistant_id })
    upstream.seen.length = 0
    const done = await run(path)
    expect(done).toMatchObject({ assistant_id, counts: { graded: 1 } })
    expect(levelsOf(done)).toEqual([['Found', 'Vague']])
    expect(JSON.stringify(upstream.seen[0]?.body)).toContain('Be strict.')
    const work = await app.call('GET', `${path}/works/${works[0]}`, token)
    expect(work.body.evaluation.model).toBe(done.assistant_name)
    await app.call('DELETE', `/creator/assistant/delete_assistant/${assistant_id}`, token)
    const next = await app.call('POST', `${path}/works`, token, { text: 'One more [Found, Clear]' })
    expect(next.status).toBe(201)
    expect((await app.call('POST', `${path}/start`, token)).status).toBe(404)
  })

  it('continues what a killed server left', async () => {
    const { app, make, finished } = world
    const { db } = app.app.services
    const { path, works } = await make('batch', ['We walked north [Found, Clear]'])
    await db
      .updateTable('graded_works')
      .set({ state: 'grading', leased_by: 'a killed process', leased_until: 1, attempts: 1 })
      .where('id', '=', works[0] ?? 0)
      .execute()
    expect((await finished(path)).counts).toMatchObject({ graded: 1 })
  })

  it('gives up on a work that seems to stop the server', async () => {
    const { app, make, finished } = world
    const { path, works } = await make('batch', ['We walked north [Found, Clear]'])
    await app.app.services.db
      .updateTable('graded_works')
      .set({ state: 'grading', leased_by: 'a killed process', leased_until: 1, attempts: 4 })
      .where('id', '=', works[0] ?? 0)
      .execute()
    expect((await finished(path)).works[0]).toMatchObject({
      state: 'failed',
      message_code: 'grading.interrupted',
    })
  })

  it('refuses what it can’t grade, and changes nothing', async () => {
    const { app, token, base, make, read } = world
    const { path } = await make('batch', [])
    const add = (body: unknown) => app.call('POST', `${path}/works`, token, body)
    const withFile = (content: string, name: string) => {
      const form = new FormData()
      form.set('file', new File([content], name))
      return add(form)
    }
    expect((await add({})).status).toBe(400)
    expect((await add({ text: '  ' })).status).toBe(422)
    expect((await add({ text: 'x'.repeat(100_001) })).status).toBe(413)
    expect((await withFile('%PDF-1.4 nothing', 'broken.pdf')).status).toBe(422)
    expect((await withFile('x'.repeat(10 * 1024 * 1024 + 1), 'large.txt')).status).toBe(413)
    expect((await app.call('POST', `${path}/start`, token)).status).toBe(400)
    expect((await read(path)).counts.total).toBe(0)
    expect((await app.call('POST', base, token, { model: 'unknown' })).status).toBe(400)
    expect((await app.call('POST', base, token, { assistant_id: 999_999 })).status).toBe(404)
    expect((await app.call('POST', base, token, { kind: 'other' })).status).toBe(422)
    for (const id of ['0', 'x', '999999'])
      expect((await app.call('GET', `${base}/${id}`, token)).status).toBe(404)
  })

  it('has a limit of works', async () => {
    const { app, token, make } = world
    const { path } = await make('batch', [])
    const grading_id = Number(path.split('/').at(-1))
    const row = { grading_id, name: 'w', text: 'w', created_at: 1, updated_at: 1 }
    const { db } = app.app.services
    for (let at = 0; at < 200; at += 50)
      await db.insertInto('graded_works').values(Array(50).fill(row)).execute()
    const { status, body } = await app.call('POST', `${path}/works`, token, { text: 'one more' })
    expect([status, body.detail]).toEqual([400, expect.stringContaining('limit: 200')])
  })

  it('is visible to the person who created it only, also if the rubric is shared', async () => {
    const { app, token, rubric, base, make, signInOther } = world
    const { path, works } = await make('batch', ['We walked north [Found, Clear]'])
    await app.call('PUT', `/creator/rubrics/${rubric}/visibility`, token, { is_public: true })
    const colleague = await signInOther('creator', 'colleague')
    expect((await app.call('GET', base, colleague)).body.gradings).toEqual([])
    for (const [method, tail] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/start'],
      ['POST', '/cancel'],
      ['POST', '/again'],
      ['GET', '/agreement'],
      ['GET', '/export.csv'],
      ['GET', `/works/${works[0]}`],
      ['DELETE', `/works/${works[0]}`],
    ] as const)
      expect((await app.call(method, path + tail, colleague)).status, method + tail).toBe(404)
    const student = await signInOther('end_user', 'student')
    expect((await app.call('GET', path, student)).status).toBe(403)
    expect((await app.call('DELETE', path, token)).status).toBe(204)
    expect((await app.call('GET', path, token)).status).toBe(404)
  })
})

it('says immediately that there is no model', async () => {
  const app = await startTestApp()
  try {
    const token = await app.signIn()
    const { rubric } = (await app.call('POST', '/creator/rubrics', token, draft('Orienteering'))).body
    const path = `/rubrics/${rubric.rubric_id}`
    const { body: tried } = await app.call('POST', `${path}/evaluate`, token, { text: 'A work' })
    const { status, body } = await app.call('POST', `${path}/gradings`, token, {})
    expect(status).toBe(400)
    // The same words as when a single text is evaluated.
    expect(body.detail).toBe(tried.detail)
    expect(body.detail).toContain('has no models')
    expect((await app.call('GET', `${path}/gradings`, token)).body.gradings).toEqual([])
  } finally {
    await app.stop()
  }
})
