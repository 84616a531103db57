import { expect, it } from 'vitest'
import { replaceItem } from './lists.ts'

const all = [
  { id: 1, name: 'a' },
  { id: 2, name: 'b' },
]

it('puts the new version in the place of the old one', () => {
  expect(replaceItem(all, { id: 1, name: 'c' })).toEqual([{ id: 1, name: 'c' }, all[1]])
})

it('adds a new item at the end', () => {
  expect(replaceItem(all, { id: 3, name: 'c' })).toEqual([...all, { id: 3, name: 'c' }])
})
