import { STOP_WORDS, type StoppedLanguage } from './stop-words.ts'
import { toPlainWords } from './words.ts'

/** A language with a stemmer. Texts in other languages are searched by whole words and by n-grams. */
export type Language = StoppedLanguage | 'other'

export const LANGUAGES: readonly Language[] = ['en', 'es', 'ca', 'eu', 'other']

const SAMPLE_CHARACTERS = 20_000
/**
 * In running text, a third or more of the words are stop words of its language; a guess needs at least this share.
 */
const MIN_STOP_WORD_SHARE = 0.12

/** The language with the most stop words in the text. */
export function detectLanguage(text: string): Language {
  const words = toPlainWords(sampleOf(text))
  if (words.length === 0) return 'other'
  let best: Language = 'other'
  let most = Math.max(MIN_STOP_WORD_SHARE * words.length, 1)
  for (const [language, stops] of Object.entries(STOP_WORDS) as [StoppedLanguage, ReadonlySet<string>][]) {
    let hits = 0
    for (const word of words) if (stops.has(word)) hits++
    if (hits > most) {
      most = hits
      best = language
    }
  }
  return best
}

/** From three positions, because a document may start with a cover or an abstract in another language. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLE_CHARACTERS) return text
  const part = SAMPLE_CHARACTERS / 4
  const at = (start: number) => text.slice(start, start + part)
  const middle = Math.floor(text.length / 2)
  return `${at(0)} ${at(Math.floor(text.length / 4))} ${at(middle)} ${at(text.length - part)}`
}
