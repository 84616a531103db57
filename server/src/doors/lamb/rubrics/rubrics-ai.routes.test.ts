import { afterAll, describe, expect, it } from 'vitest'
import { startRubricWorld } from '../../../modules/rubrics/rubric-world.testing.ts'
import { CRITERIA } from '../../../modules/rubrics/testing.ts'

const BASE = '/creator/rubrics'
const PROPOSED = {
  title: 'Mapes',
  description: 'Dibuixar mapes',
  metadata: { subject: 'Geografia', gradeLevel: '5' },
  criteria: CRITERIA,
  scoringType: 'points',
  maxScore: 10,
}
const GOOD = JSON.stringify({ rubric: PROPOSED, explanation: 'Quatre nivells.' })
const LIGHT = JSON.stringify({ rubric: { ...PROPOSED, criteria: CRITERIA.slice(0, 1) } })

const world = await startRubricWorld()
const { app, token, rubric, answers } = world
afterAll(world.stop)

describe('rubrics proposed by a model, in LAMB’s form', () => {
  const generate = (body: object = { prompt: 'Maps', language: 'ca' }) =>
    app.call('POST', `${BASE}/ai-generate`, token, body)

  it('proposes a rubric that can be saved', async () => {
    answers(GOOD)
    const answer = await generate({ prompt: 'Maps', language: '' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(
      ['explanation', 'markdown', 'prompt_used', 'rubric', 'success'].sort(),
    )
    expect(answer.body).toMatchObject({
      success: true,
      explanation: 'Quatre nivells.',
      rubric: { title: 'Mapes', criteria: [{ id: expect.any(String), order: 0 }, { order: 1 }] },
    })
    expect(answer.body.rubric).not.toHaveProperty('rubricId')
    expect(answer.body.markdown).toContain('| Criterion | Lost (1) | Found (3) |')
    expect(answer.body.prompt_used).toContain('Maps')
    const { title, description, criteria, maxScore, scoringType } = answer.body.rubric
    const sent = { title, description, criteria, maxScore, scoringType }
    expect((await app.call('POST', BASE, token, sent)).status).toBe(200)
  })

  it('returns the text of a model that fails twice, for a person to use', async () => {
    answers(LIGHT)
    const { status, body } = await generate()
    expect(status).toBe(200)
    expect(body).toEqual({
      success: false,
      message_code: 'rubrics.no_usable_proposal',
      message_params: { problems: expect.any(String) },
      error: expect.stringContaining('weights of the criteria sum to 60'),
      raw_response: LIGHT,
      allow_manual_edit: true,
      prompt_used: expect.stringContaining('Maps'),
    })
  })

  it('proposes a change from a form or JSON, and keeps the rubric unchanged', async () => {
    const read = async () => (await app.call('GET', `${BASE}/${rubric}`, token)).body
    const before = await read()
    const path = `${BASE}/${rubric}/ai-modify`
    const form = new FormData()
    form.set('prompt', 'Call it Maps')
    for (const body of [
      form,
      new URLSearchParams({ prompt: 'Call it Maps', language: '' }),
      { prompt: 'Call it Maps' },
    ]) {
      answers(JSON.stringify({ rubric: { title: 'Maps' }, explanation: 'Renamed.' }))
      const answer = await app.call('POST', path, token, body)
      expect(answer.body, JSON.stringify(answer.body)).toMatchObject({
        success: true,
        explanation: 'Renamed.',
        rubric: {
          title: 'Maps',
          rubricId: before.rubric_data.rubricId,
          criteria: before.rubric_data.criteria.map(({ id }: { id: string }) => ({ id })),
        },
      })
    }
    expect(await read()).toEqual(before)
    expect((await app.call('POST', `${BASE}/nowhere/ai-modify`, token, { prompt: 'x' })).status).toBe(404)
  })

  it('does not wait for a provider that hangs', async () => {
    answers(() => undefined)
    expect(await generate()).toMatchObject({
      status: 504,
      body: {
        success: false,
        allow_manual_edit: false,
        error: expect.any(String),
        detail: expect.any(String),
      },
    })
  })
})
