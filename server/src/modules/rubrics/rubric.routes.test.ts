import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { CRITERIA } from './testing.ts'

const essay = {
  title: 'Essay',
  description: 'Arguing',
  subject: 'History',
  grade_level: '9',
  scoring_type: 'points',
  max_score: 10,
  criteria: CRITERIA,
}

describe('rubrics of our own API', () => {
  let app: TestApp
  let admin: string
  let ana: string
  let eve: string
  beforeAll(async () => {
    app = await startTestApp()
    admin = await app.signIn()
    for (const name of ['ana', 'eve']) {
      const person = { email: `${name}@example.edu`, name, password: 'a long password', role: 'user' }
      await app.call('POST', '/creator/admin/users/create', admin, person)
    }
    ana = await app.signIn('ana@example.edu', 'a long password')
    eve = await app.signIn('eve@example.edu', 'a long password')
  })
  afterAll(() => app.stop())

  const make = async (more: object = {}) =>
    (await app.call('POST', '/rubrics', ana, { ...essay, ...more })).body
  const titles = async (who: string, query: string) => {
    const { body } = await app.call('GET', `/rubrics?${query}`, who)
    return body.rubrics.map(({ title }: { title: string }) => title)
  }

  it('creates, reads, changes and deletes', async () => {
    const made = await app.call('POST', '/rubrics', ana, essay)
    expect(made).toMatchObject({
      status: 201,
      body: { ...essay, id: expect.any(String), owner_email: 'ana@example.edu', is_public: false },
    })
    const path = `/rubrics/${made.body.id}`
    expect((await app.call('GET', path, ana)).body).toEqual(made.body)
    const { criteria } = made.body
    const changed = await app.call('PATCH', path, ana, { title: 'Better', max_score: 5, criteria })
    expect(changed).toMatchObject({
      status: 200,
      body: { ...made.body, title: 'Better', max_score: 5, updated_at: expect.any(Number) },
    })
    expect((await app.call('DELETE', path, ana)).status).toBe(204)
    expect((await app.call('GET', path, ana)).status).toBe(404)
  })

  it('describes criteria without a description by their name, and keeps their order', async () => {
    const { criteria } = await make({ criteria: CRITERIA.map((one) => ({ ...one, description: ' ' })) })
    expect(criteria).toMatchObject([{ description: 'Route' }, { description: 'Map' }])
    const { body } = await app.call('GET', '/creator/rubrics?limit=1', ana)
    expect(body.rubrics[0].rubric_data.criteria[1]).toMatchObject({
      order: 1,
      levels: [{ order: 0 }, { order: 1 }],
    })
  })

  it('lists by scope, and shares with colleagues', async () => {
    const { id } = await make({ title: 'Listed', subject: 'Music' })
    expect((await app.call('GET', `/rubrics/${id}`, eve)).status).toBe(404)
    const shared = await app.call('PATCH', `/rubrics/${id}`, ana, { is_public: true })
    expect(shared.body).toMatchObject({ is_public: true, title: 'Listed', criteria: [{ name: 'Route' }, {}] })
    expect((await app.call('PUT', `/rubrics/${id}/showcase`, ana, { is_showcase: true })).status).toBe(403)
    expect(
      (await app.call('PUT', `/rubrics/${id}/showcase`, admin, { is_showcase: true })).body,
    ).toMatchObject({
      is_showcase: true,
    })
    for (const query of ['public', 'showcase', 'usable', 'public&search=list&subject=music&grade_level=9'])
      expect(await titles(eve, `scope=${query}`), query).toEqual(['Listed'])
    expect(await titles(eve, '')).toEqual([])
    const copy = await app.call('POST', `/rubrics/${id}/duplicate`, eve)
    expect(copy).toMatchObject({ status: 201, body: { title: 'Listed (Copy)', is_public: false } })
    for (const body of [{ title: 'Mine now' }, { is_public: false }])
      expect((await app.call('PATCH', `/rubrics/${id}`, eve, body)).status).toBe(403)
    const closed = await app.call('PATCH', `/rubrics/${id}`, ana, { is_public: false })
    expect(closed.body).toMatchObject({ is_public: false, is_showcase: false })
    expect((await app.call('GET', `/rubrics/${id}`, eve)).status).toBe(404)
  })

  it('exports', async () => {
    const { id } = await make({ title: 'Crítica "x"' })
    const json = await app.call('GET', `/rubrics/${id}/export`, ana)
    expect(json.body).toMatchObject({
      title: 'Crítica "x"',
      metadata: { subject: 'History', gradeLevel: '9' },
    })
    expect(json.headers.get('content-disposition')).toMatch(/^attachment; filename="critica-x-\d{8}\.json"$/)
    const page = await app.call('GET', `/rubrics/${id}/export?format=markdown`, ana)
    expect(page.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  })

  it.each([
    ['an unknown field', { ...essay, maxScore: 5 }],
    ['no criteria', { title: 'x' }],
    ['an empty list of criteria', { ...essay, criteria: [] }],
    ['a blank title', { ...essay, title: ' ' }],
    ['a text instead of a number', { ...essay, max_score: '10' }],
    ['an unknown way of scoring', { ...essay, scoring_type: 'stars' }],
  ])('refuses %s', async (_what, body) => {
    expect((await app.call('POST', '/rubrics', ana, body)).status).toBe(422)
  })
})
