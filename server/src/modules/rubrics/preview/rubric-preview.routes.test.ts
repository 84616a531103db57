import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { docxOf, paragraph } from '../../../documents/readers/documents.testing.ts'
import { startRubricWorld } from '../rubric-world.testing.ts'

const TABLE = [
  ['Criterion', 'Excellent (4)', 'Good (3)', 'Weak (1)'],
  ['Claim', 'Clear and original', 'Clear', 'Missing'],
  ['Sources', 'Five or more', 'Three', 'None'],
]
const markdown = `${TABLE.map((row) => `| ${row.join(' | ')} |`).join('\n')}`
const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
const word = () =>
  docxOf(
    `${paragraph('Essay rubric')}<w:tbl>${TABLE.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`,
  )

const isTable = expect.objectContaining({
  source: 'table',
  rubric: expect.objectContaining({
    criteria: [
      expect.objectContaining({ name: 'Claim', weight: 50 }),
      expect.objectContaining({ name: 'Sources', weight: 50 }),
    ],
  }),
})

describe('reading a rubric without a model', () => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp()
    token = await app.signIn()
  })
  afterAll(() => app.stop())

  const preview = (name: string, content: string | Uint8Array) => {
    const form = new FormData()
    form.set('file', new File([Buffer.from(content)], name))
    return app.call('POST', '/rubrics/preview', token, form)
  }

  it('reads tables in Word, Markdown and CSV files, and pasted ones, and saves nothing', async () => {
    const before = (await app.call('GET', '/rubrics', token)).body.total
    expect((await preview('Essay rubric.docx', await word())).body).toEqual(isTable)
    expect((await preview('essay.md', markdown)).body).toEqual(isTable)
    expect((await preview('essay.csv', TABLE.map((row) => row.join(';')).join('\n'))).body).toEqual(isTable)
    const pasted = { text: TABLE.map((row) => row.join('\t')).join('\n') }
    const { body } = await app.call('POST', '/rubrics/preview', token, pasted)
    expect(body).toEqual(isTable)
    expect((await app.call('GET', '/rubrics', token)).body.total).toBe(before)
    const saved = await app.call('POST', '/rubrics', token, { ...body.rubric, title: 'Essay' })
    expect(saved.body.criteria).toHaveLength(2)
  })

  it('reads exported rubrics', async () => {
    const { rubric } = (await app.call('POST', '/rubrics/preview', token, { text: markdown })).body
    const changed = { ...rubric, title: 'Exported', subject: 'Music', grade_level: '7' }
    const { id } = (await app.call('POST', '/rubrics', token, changed)).body
    const exported = await app.call('GET', `/rubrics/${id}/export`, token)
    const read = await preview('rubric.json', JSON.stringify(exported.body))
    expect(read.body).toMatchObject({ source: 'file', rubric: changed })
  })

  it.each([
    ['prose', 'essay.txt', 'An essay about leaves.'],
    ['invalid JSON', 'rubric.json', '{'],
    ['a broken Word file', 'rubric.docx', 'PK\u0003\u0004 nothing'],
    ['an empty file', 'rubric.md', ''],
  ])('explains why it can’t read %s', async (_what, name, content) => {
    const answer = await preview(name, content)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toMatch(/\w/)
  })

  it('needs a file or a text, and an educator', async () => {
    expect((await app.call('POST', '/rubrics/preview', token, {})).status).toBe(400)
    expect((await app.call('POST', '/rubrics/preview', undefined, { text: markdown })).status).toBe(401)
  })
})

describe('reading a rubric with a model', () => {
  it('converts documents without a table', async () => {
    const world = await startRubricWorld()
    const level = (label: string, score: number) => ({ label, score, description: `${label} work` })
    const criterion = {
      name: 'Claim',
      description: 'Is there one?',
      weight: 100,
      levels: [level('Good', 2), level('Poor', 1)],
    }
    const rubric = {
      title: 'Essay',
      description: '',
      metadata: {},
      criteria: [criterion],
      scoringType: 'points',
      maxScore: 10,
    }
    world.answers(JSON.stringify({ rubric, explanation: 'Added weights.' }))
    const text = 'For a good essay: a clear claim. Poor essays have none.'
    const { body } = await world.app.call('POST', '/rubrics/preview', world.token, { text })
    expect(body).toMatchObject({ source: 'model', explanation: 'Added weights.', rubric: { title: 'Essay' } })
    expect(world.asked().texts.at(-1)).toContain('a clear claim')
    await world.app.stop()
    await world.upstream.stop()
  })
})
