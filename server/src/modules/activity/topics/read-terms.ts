import { guessLanguage, type Language } from '../../../platform/text/language.ts'
import { termsOf } from '../../../platform/text/terms.ts'
import { toWords, withoutAccents } from '../../../platform/text/words.ts'

export interface AskedQuestion {
  id: string
  text: string
  /** A number that stands for the person. */
  person: number
  askedAt: number
}

/** A question with the stems of its words, each with the word as it was written. */
export interface ReadTerms {
  question: AskedQuestion
  terms: ReadonlyMap<number, string>
}

const MIN_LETTERS = 2

/** Questions with their terms. Texts of stop words have none. Pure. */
export function readTerms(questions: readonly AskedQuestion[]): ReadTerms[] {
  const guesses = questions.map(({ text }) => guessLanguage(text))
  const common = mostCommon(guesses.filter(({ isClear }) => isClear).map(({ language }) => language))
  return questions.map((question, at) => {
    const guess = guesses[at]
    return { question, terms: termsIn(question.text, guess?.isClear ? guess.language : common) }
  })
}

function termsIn(text: string, language: Language): Map<number, string> {
  const terms = new Map<number, string>()
  for (const word of toWords(text)) {
    const plain = withoutAccents(word)
    if (plain.length < MIN_LETTERS) continue
    const wordTerms = termsOf(word, language)
    if (wordTerms && !terms.has(wordTerms.word)) terms.set(wordTerms.word, word)
  }
  return terms
}

function mostCommon(languages: readonly Language[]): Language {
  const counts = new Map<Language, number>()
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1)
  let best: Language = 'other'
  for (const [language, count] of counts) if (count > (counts.get(best) ?? 0)) best = language
  return best
}
