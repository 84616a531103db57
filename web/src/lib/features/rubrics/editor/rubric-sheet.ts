import { isObject, stringOf } from '$lib/json.ts'
/** A rubric in its editor: criteria are rows, levels are columns. Every change returns a new sheet. */
export interface Level {
  id: string
  label: string
  score: number
  description: string
}
export interface Criterion {
  id: string
  name: string
  description: string
  weight: number
  levels: Level[]
}
export interface Sheet {
  title: string
  description: string
  subject: string
  gradeLevel: string
  scoringType: string
  maxScore: number
  criteria: Criterion[]
}

export const SCORING_TYPES = ['points', 'percentage', 'holistic', 'single-point', 'checklist'] as const

const numberOf = (value: unknown, otherwise: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}
const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

let lastId = 0
const newId = (kind: string): string => `${kind}-${Date.now().toString(36)}-${++lastId}`

/** Makes ids unique: programs may have stored duplicates, or none. */
function ownIds(kind: string): (stored: unknown) => string {
  const usedIds = new Set<string>()
  return (stored) => {
    const id = stringOf(stored)
    const uniqueId = id === '' || usedIds.has(id) ? newId(kind) : id
    usedIds.add(uniqueId)
    return uniqueId
  }
}

/** Stored rubrics may be incomplete; nothing is refused here. */
export function readSheet(data: Readonly<Record<string, unknown>>): Sheet {
  const metadata = isObject(data['metadata']) ? data['metadata'] : {}
  const criterionId = ownIds('criterion')
  return {
    title: stringOf(data['title']),
    description: stringOf(data['description']),
    subject: stringOf(metadata['subject']),
    gradeLevel: stringOf(metadata['gradeLevel']),
    scoringType: stringOf(data['scoringType']) || 'points',
    maxScore: numberOf(data['maxScore'], 10),
    criteria: listOf(data['criteria']).map((criterion) => ({
      id: criterionId(criterion['id']),
      name: stringOf(criterion['name']),
      description: stringOf(criterion['description']),
      weight: numberOf(criterion['weight'], 0),
      levels: readLevels(criterion),
    })),
  }
}

function readLevels(criterion: Readonly<Record<string, unknown>>): Level[] {
  const levelId = ownIds('level')
  return listOf(criterion['levels']).map((level) => ({
    id: levelId(level['id']),
    label: stringOf(level['label']),
    score: numberOf(level['score'], 0),
    description: stringOf(level['description']),
  }))
}

/** In the server's format. */
export const toRubricDraft = (sheet: Sheet) => ({
  ...sheet,
  criteria: sheet.criteria.map((criterion, order) => ({
    ...criterion,
    // LAMB requires a description; the name is better than nothing.
    description: criterion.description.trim() === '' ? criterion.name : criterion.description,
    order,
    levels: criterion.levels.map((level, position) => ({ ...level, order: position })),
  })),
})

/** Two criteria and four levels, with texts in the user's language. */
export function newSheet(words: { levels: readonly string[]; criteria: readonly string[] }): Sheet {
  const top = words.levels.length
  return {
    title: '',
    description: '',
    subject: '',
    gradeLevel: '',
    scoringType: 'points',
    maxScore: 10,
    criteria: words.criteria.map((name) => ({
      id: newId('criterion'),
      name,
      description: '',
      weight: 100 / words.criteria.length,
      levels: words.levels.map((label, index) => ({
        id: newId('level'),
        label,
        score: top - index,
        description: '',
      })),
    })),
  }
}

export const weightSum = ({ criteria }: Sheet): number =>
  Math.round(criteria.reduce((sum, { weight }) => sum + weight, 0) * 100) / 100

/** Criteria that are graded and shown, but change no score. */
export const uncounted = ({ criteria }: Sheet): Criterion[] => criteria.filter(({ weight }) => weight <= 0)

/** Whether all criteria have the same levels, so that one heading fits the column. */
export function isUniform({ criteria }: Sheet): boolean {
  const kind = ({ levels }: Criterion) => JSON.stringify(levels.map(({ label, score }) => [label, score]))
  const [first, ...others] = criteria
  return first === undefined || others.every((other) => kind(other) === kind(first))
}

export const columnCount = ({ criteria }: Sheet): number =>
  Math.max(0, ...criteria.map(({ levels }) => levels.length))

export type Fault = 'title' | 'criterion' | 'levels' | 'label' | 'cell' | 'maxScore'

/** What prevents saving: the kinds of errors, and the cells, by `criterion/level`. */
export function faultsOf(sheet: Sheet): { kinds: Set<Fault>; cells: Set<string> } {
  const kinds = new Set<Fault>()
  const cells = new Set<string>()
  const isEmpty = (text: string) => text.trim() === ''
  if (isEmpty(sheet.title)) kinds.add('title')
  if (!(sheet.maxScore > 0)) kinds.add('maxScore')
  for (const criterion of sheet.criteria) {
    if (isEmpty(criterion.name)) {
      kinds.add('criterion')
      cells.add(criterion.id)
    }
    if (criterion.levels.length < 2) kinds.add('levels')
    for (const level of criterion.levels) {
      if (isEmpty(level.label)) kinds.add('label')
      if (isEmpty(level.description)) {
        kinds.add('cell')
        cells.add(`${criterion.id}/${level.id}`)
      }
    }
  }
  return { kinds, cells }
}
