import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

const BIOLOGY = 'Photosynthesis turns light into chemical energy inside chloroplasts.'
const HISTORY = 'The French Revolution began in 1789 with the storming of the Bastille.'

onEachDatabase('evaluation endpoints ($name)', ({ env }) => {
  let app: TestApp
  let admin: string
  let base: string
  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    base = (await app.call('POST', '/knowledge-bases', admin, { name: 'Course' })).body.id
    const form = new FormData()
    form.append('files', new File([BIOLOGY], 'biology.txt'))
    form.append('files', new File([HISTORY], 'history.txt'))
    const { files } = (await app.call('POST', at('/files'), admin, form)).body
    const statusOf = async (file: { id: string }) =>
      (await app.call('GET', at(`/files/${file.id}`), admin)).body.status
    await vi.waitFor(async () => {
      for (const file of files) expect(await statusOf(file)).toBe('completed')
    }, 20_000)
  }, 40_000)
  afterAll(() => app.stop())

  const at = (path: string) => `/knowledge-bases/${base}${path}`
  const csv = (text: string, fields: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('file', new File([text], 'questions.csv', { type: 'text/csv' }))
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }

  it('imports questions, runs them and compares two settings', async () => {
    const imported = await app.call(
      'POST',
      at('/questions/import'),
      admin,
      csv(
        'question,filename,quote\r\n"When did the French Revolution begin, and how?",history.txt,"began in  1789"\r\nWhat turns light into energy?,biology.txt,\r\nWho painted the Sistine Chapel?,history.txt,\r\n',
      ),
    )
    expect(imported.body).toEqual({ imported: 3, total: 3 })
    const listed = await app.call('GET', at('/questions?limit=1&offset=1'), admin)
    expect(listed.body).toMatchObject({
      total: 3,
      questions: [{ question: 'What turns light into energy?' }],
    })

    const order = { settings: { top_k: 3 }, compare_with: { top_k: 3, threshold: 1 } }
    const run = await app.call('POST', at('/evaluations'), admin, order)
    expect(run.status, JSON.stringify(run.body)).toBe(201)
    expect(run.body).toMatchObject({
      questions: 3,
      settings: { top_k: 3, threshold: 0, sections: false },
      summary: { recall: 0.6667, ndcg: 0.6667, mrr: 0.6667, answered: 2 },
      missing_files: [],
      results: [
        { found_rank: 1, passages: [{ filename: 'history.txt', expected: [0], text: HISTORY }] },
        { found_rank: 1 },
        { found_rank: null, recall: 0, passages: [] },
      ],
    })
    expect(run.body.compare_with.losses).toEqual([])
    expect(run.body.compare_with.ndcg_interval.low).toBeGreaterThanOrEqual(0)
    expect((await app.call('GET', at(`/evaluations/${run.body.id}`), admin)).body).toEqual(run.body)
    const { results: _results, ...head } = run.body
    expect((await app.call('GET', at('/evaluations'), admin)).body).toEqual({ evaluations: [head] })
  })

  it('replaces all questions, changes and deletes', async () => {
    const form = csv('question;filename\nWhy?;a.txt\n', { replace: 'true' })
    expect((await app.call('POST', at('/questions/import'), admin, form)).body).toEqual({
      imported: 1,
      total: 1,
    })
    const why = (await app.call('GET', at('/questions'), admin)).body.questions[0]
    const body = { question: 'How?', expected: [{ filename: 'b.txt', page: 2 }] }
    const changed = await app.call('PUT', at(`/questions/${why.id}`), admin, body)
    expect(changed.body).toMatchObject({ id: why.id, ...body, note: '' })
    expect((await app.call('POST', at('/questions'), admin, body)).status).toBe(409)
    expect((await app.call('DELETE', at(`/questions/${why.id}`), admin)).body).toEqual({ success: true })
    expect((await app.call('POST', at('/evaluations'), admin, { settings: {} })).status).toBe(400)
  })

  it('reports the invalid rows of a list, and saves none of it', async () => {
    const form = csv('question,filename,page\nWhy?,a.txt,1\nHow?,a.txt,many\n')
    const refused = await app.call('POST', at('/questions/import'), admin, form)
    expect(refused.status).toBe(422)
    expect(refused.body.detail).toEqual([
      expect.objectContaining({ msg: 'Row 3: page: Must be a whole number' }),
    ])
    expect((await app.call('GET', at('/questions'), admin)).body.total).toBe(0)
  })

  it.each([
    ['POST', '/questions', { question: ' ', expected: [{ filename: 'a' }] }, 422],
    ['POST', '/questions', { question: 'a\u0000', expected: [{ filename: 'a' }] }, 422],
    ['POST', '/questions', { question: 'a', expected: [] }, 422],
    ['POST', '/questions', { question: 'a', expected: [{ quote: 'x' }] }, 422],
    ['POST', '/questions', { question: 'a', expected: [{ filename: 'a', start: 3 }] }, 422],
    ['POST', '/questions', { question: 'a', expected: [{ file_id: '1e3' }] }, 422],
    ['POST', '/questions', { question: 'a', expected: [{ file_id: '999999' }] }, 422],
    ['POST', '/questions/import', {}, 422],
    ['POST', '/questions/import', { questions: [], file: 'x' }, 422],
    ['POST', '/questions/import', { questions: [] }, 400],
    ['POST', '/evaluations', {}, 422],
    ['POST', '/evaluations', { settings: { top_k: 0 } }, 422],
    ['POST', '/evaluations', { settings: {}, compare_with: { threshold: 2 } }, 422],
    ['PUT', '/questions/x', { question: 'a', expected: [{ filename: 'a' }] }, 404],
    ['DELETE', '/questions/99999999999999999999', undefined, 404],
    ['GET', '/evaluations/0', undefined, 404],
    ['GET', '/questions?limit=0', undefined, 422],
  ])('%s %s with %j returns %i', async (method, path, body, status) => {
    const answer = await app.call(method, at(path), admin, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  })

  it('a disconnected client ends the run, and nothing is stored', async () => {
    const questions = Array.from({ length: 400 }, (_, number) => ({
      question: `What turns light into energy, for the time number ${number}?`,
      expected: [{ filename: 'biology.txt' }],
    }))
    await app.call('POST', at('/questions/import'), admin, { questions, replace: true })
    const before = (await app.call('GET', at('/evaluations'), admin)).body
    const leaving = fetch(app.url + at('/evaluations'), {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ settings: {}, compare_with: { sections: true } }),
      signal: AbortSignal.timeout(40),
    })
    await expect(leaving).rejects.toThrow()
    // Another run may start as soon as this one has ended.
    let again = { status: 429, body: { id: '', questions: 0 } }
    await vi.waitFor(async () => {
      again = await app.call('POST', at('/evaluations'), admin, { settings: {} })
      expect(again.status).toBe(201)
    }, 30_000)
    expect(again.body.questions).toBe(400)
    const after = (await app.call('GET', at('/evaluations'), admin)).body
    expect(after.evaluations.map(({ id }: { id: string }) => id)).toEqual([
      again.body.id,
      ...before.evaluations.map(({ id }: { id: string }) => id),
    ])
  }, 60_000)
})
