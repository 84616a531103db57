import { expect, test } from 'vitest'
import { KnowledgeIndex } from '../knowledge-index.ts'
import { buildSegment, writeSegment } from '../postings/segment.ts'
import { calibrate, foundFrom, nothingBelow } from './calibration.ts'

const SYLLABLES = ['ka', 'ri', 'lo', 'men', 'tu', 'sor', 'vi', 'pa', 'gen', 'dol', 'fe', 'nu']
/** Made-up words, of which each lesson repeats some of its own. */
const wordOf = (number: number) =>
  [number, Math.floor(number / 12), Math.floor(number / 144)]
    .map((at) => SYLLABLES[at % SYLLABLES.length])
    .join('')
const lessonOf = (at: number) =>
  Array.from({ length: 40 }, (_, word) =>
    wordOf(word % 2 === 0 ? at * 7 + (word % 14) : (at * 31 + word * 17) % 900),
  ).join(' ')
const LESSONS = Array.from({ length: 120 }, (_, at) => lessonOf(at))

function indexOf(lessons: readonly string[], index = new KnowledgeIndex(1e9)): KnowledgeIndex {
  const ids = lessons.map((_, at) => at + 1)
  const missing = new Set(index.want(1, ids))
  index.add(
    1,
    lessons
      .map((text, at) => ({ id: at + 1, file: at + 1, bytes: writeSegment(buildSegment([text], 'other')) }))
      .filter(({ id }) => missing.has(id)),
  )
  return index
}

test('words of one passage are found, unrelated words are not, words of another subject are nothing', () => {
  const index = indexOf(LESSONS)
  const grade = (question: string) => index.find([1], question, 5).grade
  const ownWords = (at: number) => Array.from({ length: 6 }, (_, word) => wordOf(at * 7 + word)).join(' ')
  expect([3, 40, 90].map((at) => grade(ownWords(at)))).toEqual(['found', 'found', 'found'])
  expect(grade([5, 35, 65, 95, 110, 20].map((at) => wordOf(at * 7)).join(' '))).toBe('perhaps')
  expect(grade('quantum chromodynamics explains hadronic jets')).toBe('nothing')
  expect(grade('')).toBe('nothing')
})

test('what a grade takes is learned from the documents, and is always the same for them', () => {
  const parts = indexOf(LESSONS).partsOf([1])
  const calibration = calibrate(parts)
  expect(calibrate(indexOf(LESSONS).partsOf([1]))).toEqual(calibration)
  expect(nothingBelow(calibration)).toBeLessThan(foundFrom(calibration, 1))
  expect(calibrate(indexOf(LESSONS.slice(0, 10)).partsOf([1]))).not.toEqual(calibration)
})

test('the best of several readings needs more', () => {
  const calibration = { chance: 2, half: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }
  expect([1, 2, 4].map((readings) => foundFrom(calibration, readings))).toEqual([6, 8, 9])
})
