import { expect, it } from 'vitest'
import { clampOffset } from './leave-empty-page.svelte.ts'

const clamped = (offset: number, total: number, count: number) =>
  clampOffset({ offset, size: 25, total, count })

it('stays on a page with items, and on the first page', () => {
  expect(clamped(25, 26, 1)).toBeUndefined()
  expect(clamped(0, 0, 0)).toBeUndefined()
})

it('goes back one page when the last item of a page is deleted or hidden', () => {
  expect(clamped(25, 25, 0)).toBe(0)
  expect(clamped(50, 51, 0)).toBe(25)
})

it('goes to the last page from an offset beyond it', () => {
  expect(clamped(2450, 60, 0)).toBe(50)
  expect(clamped(2450, 0, 0)).toBe(0)
})
