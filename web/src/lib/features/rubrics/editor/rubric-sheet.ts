import type { RubricContent } from '@bellwether/wire'
import { isObject } from '$lib/json.ts'

/** A rubric in its editor: criteria are rows, levels are columns. Every change returns a new sheet. */
export type Sheet = RubricContent
export type Criterion = Sheet['criteria'][number]
export type Level = Criterion['levels'][number]

export const SCORING_TYPES = ['points', 'percentage', 'holistic', 'single-point', 'checklist'] as const

let lastId = 0
const newId = (kind: string): string => `${kind}-${Date.now().toString(36)}-${++lastId}`

/** Only what a person edits. */
export const toSheet = ({
  title,
  description,
  subject,
  grade_level,
  scoring_type,
  max_score,
  criteria,
}: RubricContent): Sheet => ({
  title,
  description,
  subject,
  grade_level,
  scoring_type,
  max_score,
  criteria,
})

/** What this editor has stored in the browser; older versions had other names for some fields. */
export const isDraft = (data: unknown): data is Partial<Sheet> =>
  isObject(data) && Array.isArray(data['criteria'])

/** Two criteria and four levels, with texts in the user's language. */
export function newSheet(
  words: { levels: readonly string[]; criteria: readonly string[] } = { levels: [], criteria: [] },
): Sheet {
  const top = words.levels.length
  return {
    title: '',
    description: '',
    subject: '',
    grade_level: '',
    scoring_type: 'points',
    max_score: 10,
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
  if (!(sheet.max_score > 0)) kinds.add('maxScore')
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
