import { moveItem } from '$lib/lists.ts'
import type { Criterion, Level, Sheet } from './rubric-sheet.ts'

let lastId = 0
const newId = (kind: string): string => `${kind}-new-${Date.now().toString(36)}-${++lastId}`

const withCriteria = (sheet: Sheet, change: (criterion: Criterion, index: number) => Criterion): Sheet => ({
  ...sheet,
  criteria: sheet.criteria.map(change),
})

export const changeCriterion = (sheet: Sheet, id: string, change: Partial<Criterion>): Sheet =>
  withCriteria(sheet, (criterion) => (criterion.id === id ? { ...criterion, ...change } : criterion))

export const changeCell = (sheet: Sheet, criterion: string, level: string, change: Partial<Level>): Sheet =>
  withCriteria(sheet, (row) =>
    row.id === criterion
      ? { ...row, levels: row.levels.map((cell) => (cell.id === level ? { ...cell, ...change } : cell)) }
      : row,
  )

/** Changes the level at this position in every criterion. */
export const changeColumn = (
  sheet: Sheet,
  position: number,
  change: Partial<Pick<Level, 'label' | 'score'>>,
): Sheet =>
  withCriteria(sheet, (criterion) => ({
    ...criterion,
    levels: criterion.levels.map((level, index) => (index === position ? { ...level, ...change } : level)),
  }))

/** Copies the levels of the last one, with a weight of 0 so that the other weights stay unchanged. */
export function addCriterion(sheet: Sheet): Sheet {
  const like = sheet.criteria.at(-1)
  const levels = (like?.levels ?? []).map(({ label, score }) => ({
    id: newId('level'),
    label,
    score,
    description: '',
  }))
  const added: Criterion = { id: newId('criterion'), name: '', description: '', weight: 0, levels }
  return { ...sheet, criteria: [...sheet.criteria, added] }
}

export const removeCriterion = (sheet: Sheet, id: string): Sheet => ({
  ...sheet,
  criteria: sheet.criteria.filter((criterion) => criterion.id !== id),
})

export const moveCriterion = (sheet: Sheet, from: number, to: number): Sheet => ({
  ...sheet,
  criteria: moveItem(sheet.criteria, from, to),
})

/** At the end, one point below the last. */
export const addLevel = (sheet: Sheet, label: string): Sheet =>
  withCriteria(sheet, (criterion) => ({
    ...criterion,
    levels: [
      ...criterion.levels,
      {
        id: newId('level'),
        label,
        score: Math.max(0, (criterion.levels.at(-1)?.score ?? 1) - 1),
        description: '',
      },
    ],
  }))

export const removeLevel = (sheet: Sheet, position: number): Sheet =>
  withCriteria(sheet, (criterion) => ({
    ...criterion,
    levels: criterion.levels.filter((_, index) => index !== position),
  }))

export const moveLevel = (sheet: Sheet, from: number, to: number): Sheet =>
  withCriteria(sheet, (criterion) => ({ ...criterion, levels: moveItem(criterion.levels, from, to) }))

/** Equal weights, in whole percentages that add up to 100. */
export function shareWeights(sheet: Sheet): Sheet {
  const count = sheet.criteria.length
  const base = Math.floor(100 / count)
  const extra = 100 - base * count
  return withCriteria(sheet, (criterion, index) => ({
    ...criterion,
    weight: base + (index < extra ? 1 : 0),
  }))
}

/** Uses the levels of the first criterion for all, so that the table has one heading again. */
export function unifyLevels(sheet: Sheet): Sheet {
  const model = sheet.criteria[0]?.levels ?? []
  return withCriteria(sheet, (criterion) => ({
    ...criterion,
    levels: model.map(({ label, score }, index) => ({
      id: criterion.levels[index]?.id ?? newId('level'),
      label,
      score,
      description: criterion.levels[index]?.description ?? '',
    })),
  }))
}
