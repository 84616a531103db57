import { afterAll, beforeAll, expect, it } from 'vitest'
import { CRITERIA } from '../../src/modules/rubrics/testing.ts'
import { onEachDatabase } from '../harness/test-app.ts'
import { type GradingWorld, startGradingWorld } from './grading.testing.ts'

onEachDatabase('calibration ($name)', ({ env }) => {
  let world: GradingWorld
  beforeAll(async () => {
    world = await startGradingWorld(await env())
  })
  afterAll(() => world?.stop())

  /** Grades the works by hand, in order: the levels of Route and Map. */
  async function gradeByHand(path: string, works: readonly number[], hand: [string | null, string | null][]) {
    const { rubric } = await world.read(path)
    const ids: string[] = rubric.criteria.map(({ id }: { id: string }) => id)
    for (const [at, levels] of hand.entries()) {
      const grades = levels.map((level, criterion) => ({ criterion_id: ids[criterion], level }))
      const url = `${path}/works/${works[at]}/hand-grades`
      const { status, body } = await world.app.call('PUT', url, world.token, { grades })
      expect(status, JSON.stringify(body)).toBe(200)
    }
  }

  it('compares grades by hand with the model’s, and shows where they differ', async () => {
    const { app, token, make, run, read } = world
    const { path, works } = await make('calibration', [
      'The first one [Found, Clear]',
      'The second one [Found, Vague]',
      'The third one [Lost, Clear]',
      'The fourth one [Lost, Clear]',
    ])
    const start = () => app.call('POST', `${path}/start`, token)
    // The model's grades come after the person's.
    expect((await start()).status).toBe(400)
    await gradeByHand(path, works, [
      ['Found', 'Clear'],
      ['Lost', 'Clear'],
      ['Lost', 'Clear'],
      ['Lost', null],
    ])
    expect((await read(`${path}/works/${works[0]}`)).evaluation).toBeNull()
    await run(path)

    const { status, body } = await app.call('GET', `${path}/agreement`, token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      works: 4,
      few_works: true,
      overall: { grades: 7, exact: 5 / 7, adjacent: 1 },
      criteria: [
        // Hand 1 0 0 0, model 1 1 0 0: observed 1/4, expected 8/16, kappa 1 − 1/2.
        { name: 'Route', grades: 4, exact: 0.75, adjacent: 1, kappa: 0.5, kappa_missing: null },
        // Hand 1 1 1, model 1 0 1: observed 1/3, expected 3/9, kappa 0.
        { name: 'Map', grades: 3, kappa: 0 },
      ],
      previous: null,
    })
    expect(body.overall.kappa).toBeCloseTo(0.25, 12)
    expect(body.disagreements).toMatchObject([
      {
        work_id: works[1],
        work_name: 'Work 2',
        hand_level: 'Lost',
        model_level: 'Found',
        distance: 1,
        justification: 'Reason 1',
        quotes: ['second one'],
      },
      { work_id: works[1], hand_level: 'Clear', model_level: 'Vague' },
    ])
  })

  it('keeps grades by hand and works as they were once the model has graded', async () => {
    const { app, token, make, run, read } = world
    const { path, works } = await make('calibration', ['The first one [Found, Clear]'])
    await gradeByHand(path, works, [['Lost', 'Clear']])
    const done = await run(path)
    const work = `${path}/works/${works[0]}`
    const grades = [{ criterion_id: done.rubric.criteria[0].id, level: 'Found' }]
    expect((await app.call('PUT', `${work}/hand-grades`, token, { grades })).status).toBe(409)
    expect((await app.call('POST', `${path}/works`, token, { text: 'One more' })).status).toBe(409)
    expect((await app.call('DELETE', work, token)).status).toBe(409)
    expect((await read(work)).hand_grades[0].level).toBe('Lost')
    // A calibration is no grade for a student.
    expect((await app.call('PUT', `${work}/review`, token, { grades, accepted: true })).status).toBe(400)
    const batch = await make('batch', ['The first one [Found, Clear]'])
    const other = `${batch.path}/works/${batch.works[0]}/hand-grades`
    expect((await app.call('PUT', other, token, { grades })).status).toBe(400)
    expect((await app.call('GET', `${batch.path}/agreement`, token)).status).toBe(400)
    expect((await app.call('POST', `${batch.path}/again`, token)).status).toBe(400)
  })

  it('says that kappa is undefined if all grades are the same', async () => {
    const { make, run, read } = world
    const { path, works } = await make('calibration', ['One work [Found, Clear]', 'Two works [Found, Clear]'])
    await gradeByHand(path, works, [
      ['Found', 'Clear'],
      ['Found', 'Clear'],
    ])
    await run(path)
    const { overall } = await read(`${path}/agreement`)
    expect(overall).toEqual({ grades: 4, exact: 1, adjacent: 1, kappa: null, kappa_missing: 'same_grade' })
  })

  it('is repeated with the changed rubric and compared with the one before', async () => {
    const { app, token, rubric, make, run, read, finished } = world
    const { path, works } = await make('calibration', ['One work [Found, Clear]', 'Two works [Lost, Clear]'])
    expect((await app.call('POST', `${path}/again`, token)).status).toBe(400)
    await gradeByHand(path, works, [
      ['Lost', 'Clear'],
      ['Lost', 'Vague'],
    ])
    const before = await run(path)
    expect(before.rubric_changed).toBe(false)
    const stored = await read(`/creator/rubrics/${rubric}`)
    const [route, map] = stored.rubric_data.criteria
    const description = 'Is the way found without help?'
    // A level is renamed: the grade by hand follows its score.
    const levels = route.levels.map((level: { label: string }) =>
      level.label === 'Lost' ? { ...level, label: 'Astray' } : level,
    )
    const criteria = [{ ...route, description, levels }, map]
    await app.call('PUT', `/creator/rubrics/${rubric}`, token, { criteria })
    expect((await read(path)).rubric_changed).toBe(true)
    // The works of the first round still have the rubric they were graded with.
    expect((await read(path)).rubric.criteria[0].description).toBe('Is the way found?')

    const again = await app.call('POST', `${path}/again`, token)
    expect(again.status, JSON.stringify(again.body)).toBe(201)
    const next = path.replace(/\d+$/, String(again.body.id))
    const done = await finished(next)
    expect(done).toMatchObject({ previous_id: before.id, rubric_changed: false, counts: { total: 2 } })
    expect(done.rubric.criteria[0].description).toBe(description)
    expect(done.works[0].hand_grades).toMatchObject([{ level: 'Astray' }, { level: 'Clear' }])
    const { previous, criteria: figures } = await read(`${next}/agreement`)
    expect(previous).toMatchObject({ id: before.id, criteria: [{ exact: 0.5 }, { exact: 0.5 }] })
    // “Lost” is no level any more, so the model's second answer is missing for Route.
    expect(figures).toMatchObject([
      { name: 'Route', grades: 1 },
      { name: 'Map', grades: 2 },
    ])
    await app.call('DELETE', path, token)
    expect((await read(`${next}/agreement`)).previous).toBeNull()
    await app.call('PUT', `/creator/rubrics/${rubric}`, token, { criteria: CRITERIA })
  })
})
