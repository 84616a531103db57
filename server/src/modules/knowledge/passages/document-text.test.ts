import { expect, test } from 'vitest'
import { placesOf, textOfStretch, windowAround } from './document-text.ts'

const at = (start_at: number, text: string, page: number) => ({
  start_at,
  end_at: start_at + text.length,
  text,
  page,
  page_end: null,
  time: null,
  slide: null,
  sheet: null,
  heading: '',
  url: null,
})
// 'alpha' 0-5, two characters of white space, 'beta gamma' 7-17, overlapping 'gamma' 12-17 and on, one space, 'end' 24-27
const PASSAGES = [at(0, 'alpha', 1), at(7, 'beta gamma', 1), at(12, 'gamma delta', 2), at(24, 'end', 2)]

test('every character is at the position that its passage states', () => {
  const text = textOfStretch(PASSAGES, { start: 0, end: 27 })
  expect(text).toBe('alpha\n\nbeta gamma delta end')
  for (const passage of PASSAGES) expect(text.slice(passage.start_at, passage.end_at)).toBe(passage.text)
  const plain = (some: string) => some.replaceAll(/\s/g, ' ')
  for (let start = 0; start < 27; start += 1)
    for (let end = start + 1; end <= 27; end += 1)
      expect(plain(textOfStretch(PASSAGES, { start, end }))).toBe(plain(text.slice(start, end)))
})

test('each place is listed once', () => {
  expect(placesOf(PASSAGES, { start: 2, end: 26 })).toMatchObject([
    { start: 2, end: 17, page: 1 },
    { start: 12, end: 26, page: 2 },
  ])
})

test.each([
  [
    { start: 500, end: 600 },
    { start: 450, end: 650 },
  ],
  [
    { start: 0, end: 10 },
    { start: 0, end: 200 },
  ],
  [
    { start: 990, end: 1000 },
    { start: 800, end: 1000 },
  ],
  [
    { start: 100, end: 900 },
    { start: 100, end: 300 },
  ],
])('a window around %o', (passage, window) => {
  expect(windowAround(passage, 200, 1000)).toEqual(window)
})
