import type { TestCheck } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { withShortTimers } from '../../../../test/harness/short-timers.ts'
import type { TestedAnswer } from '../tested-answer.ts'
import { checkAnswer, saysNoAnswer } from './check-answer.ts'

const answer: TestedAnswer = {
  text: 'Chlorophyll absorbs red  and blue\nlight [2].',
  sources: [
    { title: 'Cells.pdf', page: 1 },
    { title: 'Photosynthesis.pdf', page: 3 },
  ],
  calls: [{ tool: 'get_weather', arguments: { city: 'Barcelona', days: 3, units: { wind: 'km/h' } } }],
  prompt: null,
  grade: 'found',
  model: 'm',
  inputTokens: 10,
  outputTokens: 5,
  cost: 2500,
  isDegraded: false,
  milliseconds: 800,
}

async function passes(check: TestCheck, changes: Partial<TestedAnswer> = {}, points?: number) {
  const [result] = await checkAnswer([check], { ...answer, ...changes }, { score: async () => points })
  return result?.passed
}

describe('checks of an answer', () => {
  it.each<[TestCheck, boolean]>([
    [{ kind: 'contains', text: 'RED and blue light' }, true],
    [{ kind: 'contains', text: 'green' }, false],
    [{ kind: 'not_contains', text: 'green' }, true],
    [{ kind: 'not_contains', text: 'Blue Light' }, false],
    [{ kind: 'matches', pattern: 'chloro\\p{L}+' }, true],
    [{ kind: 'matches', pattern: '^blue' }, false],
    [{ kind: 'cites', document: 'photosynthesis', page: 3 }, true],
    [{ kind: 'cites', document: 'photosynthesis', page: 4 }, false],
    // In the list, but the answer cites only [2].
    [{ kind: 'cites', document: 'Cells.pdf' }, false],
    [{ kind: 'cites', document: '' }, true],
    [{ kind: 'no_answer' }, false],
    [{ kind: 'calls', tool: 'get_weather' }, true],
    [{ kind: 'calls', tool: 'get_weather', arguments: { city: 'barcelona', units: { wind: 'km/h' } } }, true],
    [{ kind: 'calls', tool: 'get_weather', arguments: { city: 'Girona' } }, false],
    [{ kind: 'calls', tool: 'get_weather', arguments: { constructor: {} } }, false],
    [{ kind: 'calls', tool: 'get_grades' }, false],
    [{ kind: 'language', language: 'en' }, true],
    [{ kind: 'language', language: 'es' }, false],
    [{ kind: 'length', min_words: 6, max_words: 8 }, true],
    [{ kind: 'length', max_words: 3 }, false],
    [{ kind: 'latency', max_ms: 800 }, true],
    [{ kind: 'latency', max_ms: 799 }, false],
    [{ kind: 'cost', max: 0.0025 }, true],
    [{ kind: 'cost', max: 0.001 }, false],
  ])('%j: %s', async (check, expected) => {
    expect(await passes(check)).toBe(expected)
  })

  it('fails what can’t be measured, and says why', async () => {
    expect(await passes({ kind: 'cost', max: 1 }, { cost: null })).toBe(false)
    expect(await passes({ kind: 'rubric_score', rubric_id: 'r', at_least: 1 })).toBe(false)
    expect(await passes({ kind: 'rubric_score', rubric_id: 'r', at_least: 7 }, {}, 7)).toBe(true)
    expect(await passes({ kind: 'rubric_score', rubric_id: 'r', at_least: 8 }, {}, 7)).toBe(false)
  })

  it('takes all sources as cited if the answer has no marks', async () => {
    expect(await passes({ kind: 'cites', document: 'cells' }, { text: 'Red and blue light.' })).toBe(true)
    expect(await passes({ kind: 'cites', document: 'cells' }, { text: 'Red.', sources: [] })).toBe(false)
  })

  it('gives up on a pattern that takes too long', async () => {
    const [result] = await withShortTimers(2000, () =>
      checkAnswer(
        [{ kind: 'matches', pattern: '^(a+)+$' }],
        { ...answer, text: `${'a'.repeat(60)}!` },
        { score: async () => undefined },
      ),
    )
    expect(result).toMatchObject({ passed: false, found: 'the pattern takes too long' })
    expect(await passes({ kind: 'matches', pattern: 'red' })).toBe(true)
  })

  it.each([
    ['The material does not mention the capital of Mongolia.', true],
    ['I couldn’t find anything about that in the documents.', true],
    ['El material no contiene información sobre esto.', true],
    ['El material no esmenta la capital de Mongòlia.', true],
    ['Materialak ez du hori aipatzen.', true],
    ['There is no information about this.', true],
    ['The capital of Mongolia is Ulaanbaatar.', false],
    ['La clorofila absorbe la luz roja y azul.', false],
  ])('recognizes “%s” as no answer: %s', (text, expected) => {
    expect(saysNoAnswer(text)).toBe(expected)
  })
})
