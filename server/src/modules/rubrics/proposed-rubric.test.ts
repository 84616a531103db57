import { expect, it } from 'vitest'
import { readProposal } from './proposed-rubric.ts'
import { CRITERIA } from './testing.ts'

const good = {
  title: 'Orienteering',
  description: 'Finding the way',
  metadata: { subject: 'Sport', gradeLevel: '6' },
  criteria: CRITERIA,
  scoringType: 'points',
  maxScore: 10,
}
const read = (rubric: object, before?: Record<string, unknown>) =>
  readProposal({ rubric, explanation: ' So. ' }, before)
const levelsOf = (value: ReturnType<typeof read>) => value.value?.rubric.criteria[0]?.levels

it('repairs ids, order and dates', () => {
  const sameIds = (CRITERIA[0]?.levels ?? []).map((level) => ({ ...level, id: 'same', order: 'first' }))
  const reading = read({ ...good, criteria: [{ ...CRITERIA[0], id: 3, levels: sameIds }, CRITERIA[1]] })
  expect(reading.faults).toEqual([])
  expect(reading.value).toMatchObject({
    explanation: 'So.',
    rubric: { criteria: [{ order: 0, weight: 60 }, { order: 1 }], metadata: { subject: 'Sport' } },
  })
  expect(levelsOf(reading)).toMatchObject([{ id: 'same', order: 0 }, { order: 1 }])
  expect(levelsOf(reading)?.[1]?.id).toMatch(/^level_/)
  expect(reading.value?.rubric.criteria[0]?.id).toMatch(/^criterion_/)
})

it('accepts the rubric without its wrapper, and weights as fractions of one', () => {
  const [route, map] = CRITERIA
  const shares = {
    ...good,
    criteria: [
      { ...route, weight: 0.6 },
      { ...map, weight: '0.4' },
    ],
  }
  const reading = readProposal(shares, undefined)
  expect(reading.faults).toEqual([])
  expect(reading.value?.rubric.criteria.map(({ weight }) => weight)).toEqual([60, 40])
})

it('reports what it can’t repair', () => {
  const [route, map] = CRITERIA
  expect(read({ ...good, criteria: [route, { ...map, weight: 30 }] }).faults).toEqual([
    'the weights of the criteria sum to 90; they must sum to 100',
  ])
  expect(read({ ...good, scoringType: undefined }).faults[0]).toMatch(/^scoringType: This field is required/)
  expect(read({ ...good, criteria: [{ ...route, name: '' }] }).faults).toContain(
    'criteria.0.name: Must not be empty',
  )
  expect(read({ ...good, criteria: 'many' }).faults).toContain('criteria: Must be a list')
  expect(read({}).value).toBeUndefined()
})

it('accepts roundings', () => {
  const thirds = [0, 1, 2].map(() => ({ ...CRITERIA[0], weight: 33.3 }))
  expect(read({ ...good, criteria: thirds }).faults).toEqual([])
})

it('keeps the fields of a changed rubric that the model left out, and its id', () => {
  const metadata = { subject: 'Old', createdAt: '2001', modifiedAt: '2001', tags: ['x'] }
  const before = { ...good, rubricId: 'orienteering-1', metadata, maxScore: 20, extra: 1 }
  const { value, faults } = read(
    { title: 'New', rubricId: 'of the model', metadata: { createdAt: 'x' } },
    before,
  )
  expect(faults).toEqual([])
  expect(value?.rubric).toMatchObject({
    rubricId: 'orienteering-1',
    title: 'New',
    description: 'Finding the way',
    maxScore: 20,
    extra: 1,
    metadata: { subject: 'Old', createdAt: '2001', tags: ['x'] },
  })
})
