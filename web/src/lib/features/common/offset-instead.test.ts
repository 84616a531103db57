import { expect, it } from 'vitest'
import { offsetInstead } from './offset-instead.ts'

const instead = (offset: number, total: number, count: number) =>
  offsetInstead({ offset, size: 25, total, count })

it('stays where there is something, and on the first page', () => {
  expect(instead(25, 26, 1)).toBeUndefined()
  expect(instead(0, 0, 0)).toBeUndefined()
})

it('goes back when the last one of a page is gone, also when it is only hidden yet', () => {
  expect(instead(25, 25, 0)).toBe(0)
  expect(instead(50, 51, 0)).toBe(25)
})

it('goes to the last page from beyond it', () => {
  expect(instead(2450, 60, 0)).toBe(50)
  expect(instead(2450, 0, 0)).toBe(0)
})
