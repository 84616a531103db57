import { describe, expect, it } from 'vitest'
import { growthOf } from '../../../platform/growth.testing.ts'
import { hasAllWords, markAll, markSnippet, mayHaveWords, toPlainLine, toSearchWords } from './mark-words.ts'

const marked = (pieces: { text: string; hit: boolean }[]) =>
  pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')
const words = (query: string) => toSearchWords(query, 10)

describe('search words', () => {
  it('are words and quoted phrases, each once', () => {
    expect(words('  Light  "The Light  reaction" light "')).toEqual(['light', 'the light reaction'])
    expect(toSearchWords('a b c', 2)).toEqual(['a', 'b'])
    expect(words('" " \u0301')).toEqual([])
  })

  it('match regardless of case and accents', () => {
    expect(hasAllWords('La FOTOSÍNTESIS y la luz', words('fotosintesis LÚZ'))).toBe(true)
    expect(hasAllWords('La luz', words('luz agua'))).toBe(false)
    expect(hasAllWords('ΟΔΟΣ', words('οδός'))).toBe(true)
  })
})

describe('marks', () => {
  it('are on the original characters', () => {
    expect(marked(markAll('La FOTOSÍNTESIS 🙂 de día', words('sintesis dia')))).toBe(
      'La FOTO[SÍNTESIS] 🙂 de [día]',
    )
    expect(marked(markAll('Cafe\u0301 solo', words('café')))).toBe('[Cafe\u0301] solo')
    expect(marked(markAll('ΟΔΟΣ', words('οδος')))).toBe('[ΟΔΟΣ]')
  })

  it('join where words overlap', () => {
    expect(marked(markAll('photosynthesis', words('photo photosyn osynth')))).toBe('[photosynth]esis')
  })

  it('never contain markup that was not in the text', () => {
    const text = '<img src=x onerror=alert(1)>'
    expect(
      markAll(text, words('img'))
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })
})

describe('snippets', () => {
  const long = `${'before '.repeat(100)}a gerund here ${'after '.repeat(100)}`

  it('show the text around the first hit, cut between words', () => {
    const text = marked(markSnippet(long, words('gerund')))
    expect(text).toMatch(/^…before .* a \[gerund\] here after .*after…$/)
    expect(text.length).toBeLessThan(230)
  })

  it('show short texts as a whole', () => {
    expect(marked(markSnippet('What is a gerund?', words('gerund')))).toBe('What is a [gerund]?')
  })

  it('never cut a character in half', () => {
    const text = markSnippet('🙂'.repeat(500), ['none'], 101)
      .map((piece) => piece.text)
      .join('')
    expect(() => encodeURIComponent(text)).not.toThrow()
  })

  it('are found by the quick check first', () => {
    const words = toSearchWords('"light reaction" fotosintesis', 10)
    expect(mayHaveWords('The **light\nreac`tion** of FOTO**SÍNTESIS**', words)).toBe(true)
    expect(mayHaveWords('The light of fotosíntesis', words)).toBe(false)
  })

  it('are one line without Markdown', () => {
    expect(toPlainLine('## Title\n\n> A **bold** `word`\n```ts\nconst a_b = 1\n```')).toBe(
      'Title A bold word const a_b = 1',
    )
    expect(toPlainLine('one\n\n   ## two\n \t> three')).toBe('one two three')
  })

  it.each(['\n', ' \n', ' ', '\u2028', '```', '#', '> '])(
    'take time in proportion to the message (%j)',
    async (part) => {
      const work = (size: number) => toPlainLine(`x${part.repeat(size)}`)
      expect(await growthOf(work, 5000)).toBeLessThan(10)
    },
  )
})
