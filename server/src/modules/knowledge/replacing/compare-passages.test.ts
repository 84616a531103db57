import { expect, it } from 'vitest'
import { comparePassages } from './compare-passages.ts'

const compare = (before: string, after: string) => comparePassages([...before], [...after])

it('counts what is unchanged, changed, added and removed', () => {
  expect(compare('abc', 'abc')).toEqual({ unchanged: 3, changed: 0, added: 0, removed: 0, differences: [] })
  expect(compare('abc', 'aXc')).toMatchObject({
    unchanged: 2,
    changed: 1,
    differences: [{ before: 1, after: 1 }],
  })
  expect(compare('abc', 'ac')).toMatchObject({ unchanged: 2, removed: 1 })
  expect(compare('ac', 'aXYc')).toMatchObject({ unchanged: 2, added: 2 })
  expect(compare('', 'ab')).toMatchObject({ unchanged: 0, added: 2 })
  expect(compare('ab', '')).toMatchObject({ unchanged: 0, removed: 2 })
})

it('a moved passage is unchanged, and the others keep their pairs', () => {
  expect(compare('abcdeZ', 'ZabXde')).toEqual({
    unchanged: 5,
    changed: 1,
    added: 0,
    removed: 0,
    differences: [{ before: 2, after: 3 }],
  })
})

it('equal passages count once each', () => {
  expect(compare('aab', 'ab')).toMatchObject({ unchanged: 2, removed: 1 })
  expect(compare('ab', 'aab')).toMatchObject({ unchanged: 2, added: 1 })
})

it('pairs what differs between unchanged passages, in order', () => {
  expect(compare('a12b', 'aXb').differences).toEqual([
    { before: 1, after: 1 },
    { before: 2, after: null },
  ])
})
