import { describe, expect, it } from 'vitest'
import {
  type DocumentPassage,
  fromCited,
  PAGE_SIZE,
  readAround,
  readLink,
  toShownPassages,
} from './documents.ts'

const passageAt = (ordinal: number, more: Partial<DocumentPassage> = {}): DocumentPassage => ({
  ordinal,
  start: ordinal * 100,
  end: ordinal * 100 + 100,
  page: null,
  page_end: null,
  slide: null,
  time: null,
  sheet: null,
  heading: '',
  text: `text ${ordinal}`,
  ...more,
})

describe('readAround', () => {
  const all = Array.from({ length: 1000 }, (_, ordinal) => passageAt(ordinal))
  let asked = 0
  const read = async (offset: number) => {
    asked++
    return { passages: all.slice(offset, offset + PAGE_SIZE), total: all.length }
  }

  it('finds any location in a few steps, with its context', async () => {
    for (const ordinal of [0, 39, 40, 41, 500, 998, 999]) {
      asked = 0
      const { passages } = await readAround(read, ordinal * 100 + 5)
      const at = passages.findIndex((passage) => passage.ordinal === ordinal)
      expect(at).toBeGreaterThanOrEqual(Math.min(ordinal, 4))
      expect(passages.map((one) => one.ordinal)).toEqual(
        passages.map((_, index) => index + (passages[0]?.ordinal ?? 0)),
      )
      expect(asked).toBeLessThan(9)
    }
  })

  it('ends when the location no longer exists', async () => {
    expect((await readAround(read, 10_000_000)).passages.length).toBeGreaterThan(0)
    const none = async () => ({ passages: [], total: 0 })
    expect((await readAround(none, 7)).passages).toEqual([])
  })
})

it('shows overlaps of passages once, and where pages and headings start', () => {
  const [one, two, three] = toShownPassages([
    passageAt(0, { page: 1, heading: 'Light', start: 0, end: 12, text: 'red and blue' }),
    passageAt(1, { page: 1, heading: 'Light', start: 8, end: 18, text: 'blue light' }),
    passageAt(2, { page: 2, heading: 'Roots', start: 19, end: 30, text: 'Roots: dark' }),
  ])
  expect([one?.startsLocation, two?.startsLocation, three?.startsLocation]).toEqual([true, false, true])
  expect([one?.startsHeading, two?.startsHeading, three?.startsHeading]).toEqual([true, false, false])
  expect(two?.text).toBe(' light')
})

it('accepts a signed URL of ours, whatever the server’s host name, and no other', () => {
  expect(readLink('https://learn.example.edu/sources/12?start=1&end=2&sig=x')).toEqual({
    params: { file: '12' },
    query: { start: '1', end: '2', of: '', sig: 'x' },
  })
  expect(readLink('https://example.org/wiki/Light')).toBeUndefined()
  expect(readLink('javascript:alert(1)')).toBeUndefined()
  expect(readLink(undefined)).toBeUndefined()
})

it('shows a cited passage with its surroundings', () => {
  const { passages, file } = fromCited({
    file_id: '1',
    collection: '2',
    title: 'Unit 3',
    filename: 'unit-3.pdf',
    source_url: null,
    page: 4,
    page_end: null,
    slide: null,
    sheet: null,
    time: null,
    heading: 'Light',
    start: 10,
    end: 20,
    before: '',
    quote: 'It is green.',
    after: 'And more.',
  })
  expect(passages.map(({ text, page }) => [text, page])).toEqual([
    ['It is green.', 4],
    ['And more.', null],
  ])
  expect(file).toBeUndefined()
})
