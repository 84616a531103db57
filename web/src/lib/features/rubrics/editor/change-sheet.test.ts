import { describe, expect, it } from 'vitest'
import {
  addCriterion,
  addLevel,
  changeCell,
  changeColumn,
  moveCriterion,
  moveLevel,
  removeLevel,
  shareWeights,
  unifyLevels,
} from './change-sheet.ts'
import { faultsOf, isDraft, isUniform, newSheet, toSheet, uncounted, weightSum } from './rubric-sheet.ts'

const sheet = newSheet({ levels: ['Good', 'Fair'], criteria: ['Thesis', 'Sources', 'Style'] })
const labels = (one: typeof sheet, index = 0) => one.criteria[index]?.levels.map(({ label }) => label)

describe('a rubric in its editor', () => {
  it('moves criteria and levels within the table', () => {
    expect(moveCriterion(sheet, 0, 2).criteria.map(({ name }) => name)).toEqual([
      'Sources',
      'Style',
      'Thesis',
    ])
    expect(moveCriterion(sheet, 0, -1).criteria).toEqual(sheet.criteria)
    expect(labels(moveLevel(sheet, 1, 0), 2)).toEqual(['Fair', 'Good'])
  })

  it('knows which criteria change no score, such as a new one', () => {
    expect(uncounted(sheet)).toEqual([])
    expect(uncounted(addCriterion(sheet)).map(({ name }) => name)).toEqual([''])
  })

  it('adds a criterion with the same levels, and removes a level everywhere', () => {
    const more = addLevel(addCriterion(sheet), 'Poor')
    expect(labels(more, 3)).toEqual(['Good', 'Fair', 'Poor'])
    expect(more.criteria[3]?.levels[2]?.score).toBe(0)
    expect(labels(removeLevel(more, 0))).toEqual(['Fair', 'Poor'])
  })

  it('distributes weights that add up to 100', () => {
    expect(shareWeights(sheet).criteria.map(({ weight }) => weight)).toEqual([34, 33, 33])
    expect(weightSum(sheet)).toBe(100)
    expect(weightSum(addCriterion(shareWeights(sheet)))).toBe(100)
  })

  it('has one heading as long as the levels are equal', () => {
    const [thesis] = sheet.criteria
    const odd = changeCell(sheet, thesis?.id ?? '', thesis?.levels[0]?.id ?? '', { label: 'Best' })
    expect(isUniform(sheet)).toBe(true)
    expect(isUniform(odd)).toBe(false)
    expect(labels(unifyLevels(odd), 2)).toEqual(['Best', 'Fair'])
    expect(isUniform(changeColumn(sheet, 0, { score: 9 }))).toBe(true)
  })

  it('reports empty cells', () => {
    const { kinds, cells } = faultsOf(sheet)
    expect([...kinds]).toEqual(['title', 'cell'])
    expect(cells.size).toBe(6)
  })

  it('restores drafts of older versions', () => {
    const draft: unknown = { ...sheet, title: 'Essay', scoringType: 'points' }
    expect(isDraft(draft) && Object.keys(toSheet({ ...newSheet(), ...draft }))).not.toContain('scoringType')
    expect(isDraft({ title: 'Essay' })).toBe(false)
  })
})
