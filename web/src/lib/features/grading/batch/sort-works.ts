import type { GradedWork } from '@bellwether/wire'

/** A column of the table; a criterion is named by its id. */
export type SortKey = 'name' | 'score' | 'state' | 'evidence' | { criterion: string }
export interface Sorting {
  key: SortKey
  isDescending: boolean
}

const isSameKey = (a: SortKey, b: SortKey): boolean =>
  typeof a === 'string' || typeof b === 'string' ? a === b : a.criterion === b.criterion

/** A second click on a column turns the order round. Pure. */
export const toggled = ({ key, isDescending }: Sorting, next: SortKey): Sorting =>
  isSameKey(key, next) ? { key, isDescending: !isDescending } : { key: next, isDescending: false }

export const ariaSort = ({ key, isDescending }: Sorting, column: SortKey) =>
  isSameKey(key, column) ? (isDescending ? 'descending' : 'ascending') : 'none'

/** Works that need attention come first. */
const STATES = ['failed', 'cancelled', 'new', 'waiting', 'grading', 'graded'] as const

/** Works without a value are last, whatever the order. Pure. */
export function sortWorks(
  works: readonly GradedWork[],
  { key, isDescending }: Sorting,
  language: string,
): GradedWork[] {
  const names = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const sortValue = (work: GradedWork): number | string | null => {
    if (typeof key !== 'string')
      return work.grades.find(({ criterion_id }) => criterion_id === key.criterion)?.score ?? null
    if (key === 'state') return STATES.indexOf(work.state) + (work.accepted ? STATES.length : 0)
    return work[key]
  }
  return works.toSorted((a, b) => {
    const [first, second] = [sortValue(a), sortValue(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    const order =
      typeof first === 'string' || typeof second === 'string'
        ? names.compare(String(first), String(second))
        : first - second
    return isDescending ? -order : order
  })
}
