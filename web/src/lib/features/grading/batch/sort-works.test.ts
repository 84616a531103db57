import type { GradedWork } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { ariaSort, sortWorks, toggled } from './sort-works.ts'

const work = (name: string, score: number | null, more: Partial<GradedWork> = {}): GradedWork => ({
  id: 1,
  name,
  state: 'graded',
  error: null,
  grades: [{ criterion_id: 'c', level: null, comment: '', score }],
  score,
  evidence: 0,
  changed: false,
  accepted: false,
  hand_grades: [],
  ...more,
})
const works = [work('Work 10', 4), work('Work 2', null), work('élan', 8)]
const names = (...given: Parameters<typeof sortWorks>) => sortWorks(...given).map(({ name }) => name)

it('sorts names as people do', () => {
  expect(names(works, { key: 'name', isDescending: false }, 'en')).toEqual(['élan', 'Work 2', 'Work 10'])
})

it('keeps works without a score last in both directions', () => {
  for (const key of ['score', { criterion: 'c' }] as const) {
    expect(names(works, { key, isDescending: false }, 'en')).toEqual(['Work 10', 'élan', 'Work 2'])
    expect(names(works, { key, isDescending: true }, 'en')).toEqual(['élan', 'Work 10', 'Work 2'])
  }
})

it('puts failed works before graded and accepted ones', () => {
  const states = [work('a', 1, { accepted: true }), work('b', 1), work('c', null, { state: 'failed' })]
  expect(names(states, { key: 'state', isDescending: false }, 'en')).toEqual(['c', 'b', 'a'])
})

it('reverses the order on a second click', () => {
  const first = toggled({ key: 'name', isDescending: false }, { criterion: 'c' })
  expect(ariaSort(first, { criterion: 'c' })).toBe('ascending')
  expect(ariaSort(toggled(first, { criterion: 'c' }), { criterion: 'c' })).toBe('descending')
  expect(ariaSort(first, 'name')).toBe('none')
})
