import { expect, test } from 'vitest'
import { termsOf } from '../../../../platform/text/terms.ts'
import { COMPARED, scoresByProximity } from './proximity.ts'

const asked = (...texts: string[]) =>
  texts.map((text) => ({
    text,
    terms: [termsOf(text, 'en')?.word ?? 0],
    weight: 4,
    isName: false,
    isUnknown: false,
  }))
const passage = (text: string, score = 1) => ({ text, score, language: 'en' as const })

test('words side by side count more than words that are apart', () => {
  const apart = passage(
    'Steam rises from the hot springs of the island, where visitors come each summer and stay for a week; an engine pumps it.',
  )
  const together = passage('The steam engine was built in 1712.', 0.9)
  const reversed = passage('An engine of steam was built in 1712.', 0.9)
  const [a = 0, b = 0, c = 0] = scoresByProximity(asked('steam', 'engine'), [apart, together, reversed], 1)
  expect(b).toBeGreaterThan(a)
  expect(b).toBeGreaterThan(c)
  expect(c).toBeGreaterThan(0.9 / 1.15)
})

test('one word, or no word, changes nothing', () => {
  const passages = [passage('Steam.'), passage('Engine.', 0.5)]
  expect(scoresByProximity(asked('steam'), passages, 1)).toEqual([1, 0.5])
  expect(scoresByProximity([], passages, 1)).toEqual([1, 0.5])
})

test('counts less where vectors have raised the scores', () => {
  const passages = [passage('Pressure.'), passage('A steam engine.', 0.9)]
  const [first = 0, second = 0] = scoresByProximity(asked('steam', 'engine'), passages, 2.5)
  expect(first).toBeGreaterThanOrEqual(second)
})

test('passages further down stay there', () => {
  const passages = Array.from({ length: COMPARED + 1 }, (_, at) => passage('A steam engine.', 1 - at / 100))
  const scores = scoresByProximity(asked('steam', 'engine'), passages, 1)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})
