import { EVALUATION_LIMITS } from '@bellwether/wire'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { all, type Bench, draft, missing, openBench } from './bench.testing.ts'

describeOnEachDatabase('evaluation questions of a knowledge base', (open) => {
  let fixture: Bench
  let people: Bench['people']
  let base: number
  let other: number
  beforeAll(async () => {
    fixture = await openBench((await open()).db)
    people = fixture.people
  })
  beforeEach(async () => {
    base = await fixture.makeBase(people.ana)
    other = await fixture.makeBase(people.ana)
  })
  const makeFile = (name: string, of = base) => fixture.makeFile(name, of)
  const questions = () => fixture.questions()
  const texts = (id = base) => fixture.texts(id)

  it('are saved, changed and deleted', async () => {
    const file = await makeFile('a.txt')
    const saved = await questions().add(people.ana, base, draft('Why?', { file_id: file, page: 2 }))
    expect(saved.expected).toEqual([{ file_id: file, filename: 'a.txt', page: 2 }])
    const id = Number(saved.id)
    const changed = await questions().replace(people.ana, base, id, { ...draft('How?'), note: 'n' })
    expect(changed).toMatchObject({ id: saved.id, question: 'How?', note: 'n' })
    // Its own text is not a duplicate.
    await questions().replace(people.ana, base, id, draft('How?'))
    expect(await questions().list(people.ana, base, all)).toMatchObject({
      total: 1,
      questions: [{ question: 'How?', expected: [{ filename: 'a.txt' }], note: '' }],
    })
    await questions().remove(people.ana, base, id)
    expect(await texts()).toEqual([])
    await expect(questions().remove(people.ana, base, id)).rejects.toMatchObject(missing)
  })

  it('belong to their knowledge base', async () => {
    const { id } = await questions().add(people.ana, base, draft('Why?'))
    await expect(questions().replace(people.ana, other, Number(id), draft('x'))).rejects.toMatchObject(
      missing,
    )
    await expect(questions().remove(people.ana, other, Number(id))).rejects.toMatchObject(missing)
    expect(await texts()).toEqual(['Why?'])
  })

  it('are refused as duplicates, or with a file of another knowledge base', async () => {
    await questions().add(people.ana, base, draft('Why?'))
    const second = await questions().add(people.ana, base, draft('How?'))
    await expect(questions().add(people.ana, base, draft('Why?'))).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(
      questions().replace(people.ana, base, Number(second.id), draft('Why?')),
    ).rejects.toMatchObject({ code: 'conflict' })
    const foreign = await makeFile('secret.txt', other)
    await expect(
      questions().add(people.ana, base, draft('Who?', { file_id: foreign })),
    ).rejects.toMatchObject({ code: 'invalid', message: expect.not.stringContaining('secret') })
    expect(await texts()).toEqual(['Why?', 'How?'])
  })

  it('are imported all or none', async () => {
    await questions().add(people.ana, base, draft('Why?'))
    const importing = (list: object[], replace = false) =>
      questions().importAll(people.ana, base, { questions: list, replace })
    const bad = [draft('One?'), draft('Why?'), draft('Two?', { file_id: '999999' })]
    await expect(importing(bad)).rejects.toMatchObject({
      code: 'invalid',
      details: {
        faults: [
          { msg: 'Row 2: question: This question is already saved' },
          { msg: expect.stringMatching(/^Row 3: file_id: /) },
        ],
      },
    })
    // The questions that would have been replaced still exist.
    await expect(importing([draft('Two?', { file_id: '999999' })], true)).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(await texts()).toEqual(['Why?'])
    expect(await importing([draft('One?'), draft('Two?')])).toEqual({ imported: 2, total: 3 })
    const file = new File(['question,filename\nWhy?,a.txt\nWhy?,b.txt\n'], 'list.csv')
    expect(await questions().importAll(people.ana, base, { file, replace: true })).toEqual({
      imported: 1,
      total: 1,
    })
    expect((await questions().list(people.ana, base, all)).questions).toMatchObject([
      { question: 'Why?', expected: [{ filename: 'a.txt' }, { filename: 'b.txt' }] },
    ])
  })

  it('are limited to a thousand, also for concurrent saves', async () => {
    const list = (from: number, count: number) => ({
      questions: Array.from({ length: count }, (_, at) => draft(`q${from + at}`)),
      replace: false,
    })
    const most = EVALUATION_LIMITS.questionsPerBase
    await questions().importAll(people.ana, base, list(0, most - 1))
    const outcomes = await Promise.allSettled([
      questions().importAll(people.ana, base, list(most, 1)),
      questions().add(people.ana, base, draft('one more')),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(questions().add(people.ana, base, draft('another'))).rejects.toMatchObject({
      code: 'bad_request',
    })
    expect(await texts()).toHaveLength(most)
    // A list that replaces the first one is within the limit.
    await questions().importAll(people.ana, base, { ...list(0, most), replace: true })
  })
})
