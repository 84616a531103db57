import { rubricDataSchema } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { toChangedData, toImportedData, toNewData, toSlug } from './rubric-data.ts'
import { CRITERIA, draft } from './testing.ts'

const good = toNewData(draft('Orienteering'))
const [route, map] = good.criteria
const fault = (message: string) => ({ code: 'invalid', message: `Invalid rubric structure: ${message}` })
const importing = (value: unknown) => () => toImportedData(JSON.stringify(value))

describe('rubric JSON', () => {
  it('is created from a form, with ids where the page sent none', () => {
    expect(good.rubricId).toMatch(/^orienteering-\d{10}$/)
    expect(good.metadata).toMatchObject({ subject: 'Geography', gradeLevel: '5-6' })
    expect(route?.id).toMatch(/^criterion_/)
    expect(new Set(route?.levels.map((level) => level.id)).size).toBe(2)
    const text = toNewData(
      draft('x', { criteria: JSON.stringify([{ ...route, id: 'mine' }]), maxScore: '5' }),
    )
    expect(text).toMatchObject({ maxScore: 5, criteria: [{ id: 'mine' }] })
  })

  it('is refused before reading if it has countless values', () => {
    expect(() => toImportedData(`[${'1,'.repeat(200_000)}1]`)).toThrow('200000')
  })

  it('reports what is wrong', () => {
    const criterion = (fields: object) => ({ ...good, criteria: [{ ...route, ...fields }, map] })
    const level = (fields: object) =>
      criterion({ levels: [{ ...route?.levels[0], ...fields }, route?.levels[1]] })
    const cases: [unknown, string][] = [
      [[], 'Must be an object'],
      [{ ...good, extra: 'é'.repeat(128 * 1024) }, 'Must be at most 256 KiB'],
      [{ ...good, rubricId: 'short' }, 'rubricId: Must have at least 10 characters'],
      [{ ...good, title: ' ' }, 'title: Must not be empty'],
      [{ ...good, description: undefined }, 'description: This field is required'],
      [{ ...good, metadata: undefined }, 'metadata: This field is required'],
      [{ ...good, metadata: { createdAt: 'x' } }, 'metadata.modifiedAt: This field is required'],
      [{ ...good, criteria: [] }, 'criteria: Add at least one criterion'],
      [{ ...good, maxScore: 0 }, 'maxScore: Must be greater than 0'],
      [{ ...good, maxScore: 'ten' }, 'maxScore: Must be a number'],
      [
        { ...good, scoringType: 'stars' },
        'scoringType: Choose one of “points”, “percentage”, “holistic”, “single-point”, “checklist”',
      ],
      [criterion({ id: '' }), 'criteria.0.id: Must not be empty'],
      [criterion({ name: undefined }), 'criteria.0.name: This field is required'],
      [criterion({ weight: -1 }), 'criteria.0.weight: Must not be negative'],
      [criterion({ order: 1.5 }), 'criteria.0.order: Must be a whole number'],
      [criterion({ levels: [route?.levels[0]] }), 'criteria.0.levels: Add at least two levels'],
      [level({ score: '' }), 'criteria.0.levels.0.score: Must be a number'],
      [level({ score: true }), 'criteria.0.levels.0.score: Must be a number'],
      [level({ label: '' }), 'criteria.0.levels.0.label: Must not be empty'],
      [level({ id: route?.levels[1]?.id }), 'criteria.0.levels: Two levels have the same id'],
    ]
    for (const [value, message] of cases) {
      expect(importing(value), message).toThrow(expect.objectContaining(fault(message)))
    }
    expect(() => toImportedData('{')).toThrow(expect.objectContaining({ code: 'invalid' }))
    expect(() => toNewData(draft('x', { criteria: '[{' }))).toThrow(
      expect.objectContaining({ code: 'bad_request' }),
    )
  })

  it('is imported with new id and dates, numbers as numbers, and unknown fields kept', () => {
    const old = { createdAt: '2001', modifiedAt: '2001', tags: ['a'] }
    const file = { ...good, rubricId: 'somebody-elses', metadata: old, maxScore: '20', extra: 1 }
    const data = toImportedData(JSON.stringify(file))
    expect(data).toMatchObject({ maxScore: 20, extra: 1, metadata: { tags: ['a'] } })
    expect(data.rubricId).toMatch(/^orienteering-/)
    expect(data.metadata.createdAt).not.toBe('2001')
    expect(rubricDataSchema.parse(data)).toEqual(data)
  })

  it('changes only what is given', () => {
    const nothing = { title: undefined, description: undefined, subject: undefined, gradeLevel: undefined }
    const rest = { scoringType: undefined, maxScore: undefined, criteria: undefined }
    const changed = toChangedData({ ...good, extra: 1 }, { ...nothing, ...rest, subject: 'Sport' })
    expect(changed).toMatchObject({ title: 'Orienteering', extra: 1, criteria: good.criteria })
    expect(changed.metadata).toMatchObject({
      subject: 'Sport',
      gradeLevel: '5-6',
      createdAt: good.metadata.createdAt,
    })
  })

  it('has a slug in ASCII', () => {
    expect(toSlug('Ensayo: Crítica & más')).toBe('ensayo-critica-mas')
    expect(toSlug('評価')).toBe('rubric')
    expect(CRITERIA).toHaveLength(2)
  })
})
