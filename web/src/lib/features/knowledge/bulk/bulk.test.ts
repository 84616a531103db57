import { describe, expect, it } from 'vitest'
import { canOutlivePage, inBatches, isFiltered, NO_FILTER } from './bulk-api.ts'
import { Selection } from './selection.svelte.ts'

const shown = ['a', 'b', 'c', 'd', 'e']

describe('the selection', () => {
  it('selects a range from the last one on, in both directions', () => {
    const selection = new Selection()
    selection.set('b', true, shown, false)
    selection.set('d', true, shown, true)
    expect([...selection.ids]).toEqual(['b', 'c', 'd'])
    selection.set('a', true, shown, true)
    expect([...selection.ids].sort()).toEqual(['a', 'b', 'c', 'd'])
    selection.set('c', false, shown, true)
    expect([...selection.ids]).toEqual(['d'])
  })

  it('a range without a beginning on this page is one file', () => {
    const selection = new Selection()
    selection.set('c', true, shown, true)
    expect([...selection.ids]).toEqual(['c'])
    selection.set('z', true, ['x', 'y', 'z'], true)
    expect([...selection.ids]).toEqual(['c', 'z'])
  })

  it('knows whether all of a page are selected', () => {
    const selection = new Selection()
    expect(selection.stateOf(shown)).toBe('none')
    selection.setAll(['a', 'other page'])
    expect(selection.stateOf(shown)).toBe('some')
    selection.setAll(shown)
    expect(selection.stateOf(shown)).toBe('all')
    selection.clear()
    expect(selection.ids.size).toBe(0)
  })
})

it('sends at most as many files at once as the server accepts', () => {
  expect(inBatches(shown, 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(inBatches([])).toEqual([])
})

it('knows how many deletions a page that is being closed can still send', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => String(1_000_000 + at))
  expect(canOutlivePage(many(3000))).toBe(true)
  // A body of more than 64 KiB is refused by the browser, so nothing would be deleted.
  expect(canOutlivePage(many(5000))).toBe(false)
})

it('a search for spaces is no filter', () => {
  expect(isFiltered({ ...NO_FILTER, search: '  ' })).toBe(false)
  expect(isFiltered({ ...NO_FILTER, tag: 'Unit 1' })).toBe(true)
})
