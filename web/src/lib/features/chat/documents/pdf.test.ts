import { expect, it } from 'vitest'
import { piecesOfQuote } from './pdf.ts'

const PAGE = [
  'Leaves',
  'Chlorophyll absorbs red and blue light and re-',
  'flects green light.',
  'Stomata are small pores through which leaves take in carbon dioxide.',
]

it('finds a passage across line breaks and hyphens, and nothing else', () => {
  const pieces = piecesOfQuote(PAGE, '**Chlorophyll** absorbs red and blue light and reflects green light.')
  expect([...pieces].sort()).toEqual([1, 2])
})

it('finds the part of a passage that is on this page', () => {
  const pieces = piecesOfQuote(
    PAGE,
    'Stomata are small pores through which leaves take in carbon dioxide. Over the page it goes on with roots.',
  )
  expect([...pieces]).toEqual([3])
})

it('finds short quotes as a whole, and nothing in an empty page', () => {
  expect([...piecesOfQuote(PAGE, 'leaves take in')]).toEqual([3])
  expect(piecesOfQuote(PAGE, 'Mitochondria make energy for the cell, day and night.').size).toBe(0)
  expect(piecesOfQuote([], 'x').size).toBe(0)
})

it('marks the right position when a page contains nearly the same text twice', () => {
  const page = ['Line 1 about colour: what was seen there.', 'Line 2 about colour: what was seen there.']
  expect([...piecesOfQuote(page, 'Line 2 about colour: what was seen there.')]).toEqual([1])
})
