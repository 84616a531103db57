import { expect, it } from 'vitest'
import { growthOf } from '../../../platform/growth.testing.ts'
import { findQuote, toSearchable } from './find-quote.ts'

const text = 'The  river\n\tflows to the sea.\nIt “bends” at Zarautz.  '
const find = (quote: string) => findQuote(toSearchable(text), quote)

it('returns the passage as written in the text, with its position', () => {
  expect(find('river flows  to')).toEqual({ quote: 'river\n\tflows to', start: 5, end: 20 })
  expect(text.slice(5, 20)).toBe('river\n\tflows to')
  expect(find('at Zarautz.')).toMatchObject({ quote: 'at Zarautz.' })
  expect(find('The river')).toMatchObject({ quote: 'The  river', start: 0 })
})

it('removes the quotation marks that a model adds, not those of the text', () => {
  expect(find('"flows to the sea."')?.quote).toBe('flows to the sea.')
  expect(find('“bends”')?.quote).toBe('“bends”')
})

it.each(['', '  ', '""', 'The lake', 'the river', 'river … sea', 'sea. It bends'])(
  'does not find %j',
  (quote) => {
    expect(find(quote)).toBeUndefined()
  },
)

it('finds accents in either Unicode form', () => {
  const apart = 'El camio\u0301n va a Leo\u0301n.'
  const quote = findQuote(toSearchable(apart), 'camión va a León')
  expect(quote?.quote).toBe('camio\u0301n va a Leo\u0301n')
  expect(apart.slice(quote?.start, quote?.end)).toBe(quote?.quote)
})

it('finds text after surrogate pairs', () => {
  const quote = findQuote(toSearchable('🦊🦊 fox 評価'), 'fox評価')
  expect(quote).toEqual({ quote: 'fox 評価', start: 5, end: 11 })
})

it('runs in linear time', async () => {
  const growth = await growthOf((size) => {
    const long = toSearchable('word '.repeat(size))
    for (let at = 0; at < 20; at++) expect(findQuote(long, 'word '.repeat(400) + at)).toBeUndefined()
  }, 5000)
  expect(growth).toBeLessThan(10)
})
