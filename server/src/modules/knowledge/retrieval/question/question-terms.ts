import { guessLanguage, type Language, type LanguageGuess } from '../../../../platform/text/language.ts'
import { isFraming } from '../../../../platform/text/question/framing-words.ts'
import { isAboutAsking, isMaybeContent, isPolite } from '../../../../platform/text/question/polite-words.ts'
import { readQuestion } from '../../../../platform/text/question/read-question.ts'
import { type UnspacedWord, unspacedContent } from '../../../../platform/text/question/unspaced-words.ts'
import { isStopWord, termsOf } from '../../../../platform/text/terms.ts'
import { isUnspaced, toWords, withoutAccents } from '../../../../platform/text/words.ts'
import { type QueryWord, type QueryWords, toQueryWords } from '../search/rank.ts'

/** The terms of a question. */
export interface QuestionTerms {
  /** Words and n-grams for ranking. */
  words: QueryWords
  grams: QueryWords
  /** Those of the sentences that ask something. */
  mainWords: QueryWords
  mainGrams: QueryWords
  /** There are sentences about the topic around those. */
  hasContext: boolean
  /** The words that decide the grade. */
  content: ContentWord[]
  /** If no passage has one of these words, it is no question. */
  mustBeKnown: boolean
  /** It asks nothing: a claim, a title or a few words to look for. */
  isStatement: boolean
  /** Its words say too little to be sure of an answer. */
  isVague: boolean
}

export interface ContentWord extends QueryWord {
  /** In lower case. */
  text: string
  /** A name or a number: without it, a passage is about something else. */
  isName: boolean
}

/** Weight of a word from a sentence that only says what the question is about. */
const CONTEXT_WEIGHT = 0.5
/** However many there are, all of them together count at most half as much as the question. */
const CONTEXT_SHARE = 0.5
/** Weight of a word from a sentence about the people who write and read it. */
const ASIDE_WEIGHT = 0.1
/** Weight of a polite word that may be content. */
const SPARE_WEIGHT = 0.5
/** Weight of a pair of characters that is not part of a content word. */
const CROSSING_WEIGHT = 0.5

/** `languages`: those of the documents. */
export function toQuestionTerms(languages: ReadonlySet<Language>, question: string): QuestionTerms {
  const { asks, context, aside, isStatement = false, talk, topic } = readQuestion(question)
  const guess = guessLanguage(asks)
  const inPlay = languagesInPlay(languages, guess)
  // Also of a language that no document has: "how" and "in" are not names that a Spanish text may contain.
  const stopped = guess.isClear ? new Set([...inPlay, guess.language]) : new Set(inPlay)
  const isStopped = (word: string) => [...stopped].some((language) => isStop(word, language))
  const all = toWords(asks).filter((word) => !isStopped(word))
  const main = withoutPoliteWords(all, stopped)
  const telling = (text: string) =>
    toWords(text).filter((word) => !isStopped(word) && !isPolite(withoutAccents(word), stopped))
  const more = telling(context)
  const rest = telling(aside)
  const contextWeight = Math.min(CONTEXT_WEIGHT, (CONTEXT_SHARE * main.length) / Math.max(1, more.length))
  const spare = main.length < all.length ? all.filter((word) => isSpare(word, main)) : []
  const content = toContent(asks, main, inPlay)
  const { whole, crossing } = divide(main, content)
  const mainWords = [
    ...toWeightedWords(whole, inPlay, 1),
    ...toWeightedWords(crossing, inPlay, CROSSING_WEIGHT),
  ]
  const mainGrams = [
    ...toQueryWords(whole.flatMap((word) => gramsOf(word, inPlay))),
    ...lighter(crossing, inPlay, CROSSING_WEIGHT),
  ]
  return {
    words: [
      ...mainWords,
      ...toWeightedWords(more, inPlay, contextWeight),
      ...toWeightedWords(rest, inPlay, ASIDE_WEIGHT),
      ...toWeightedWords(spare, inPlay, SPARE_WEIGHT),
    ],
    grams: [
      ...mainGrams,
      ...lighter(more, inPlay, contextWeight),
      ...lighter(rest, inPlay, ASIDE_WEIGHT),
      ...lighter(spare, inPlay, SPARE_WEIGHT),
    ],
    ...toCovered(mainWords, mainGrams, main, content, inPlay),
    hasContext: more.length > 0,
    // Greetings and thanks find nothing, unless the material is about the word.
    content: talk && topic === undefined ? [] : content,
    mustBeKnown: topic !== undefined,
    isStatement,
    isVague: !isStatement && isVague(content, inPlay),
  }
}

/**
 * It asks for a kind of answer only ("What is my name?"), or consists mostly of small numbers ("What is 17 times 23?").
 * Any text may have such words.
 */
function isVague(content: readonly ContentWord[], languages: readonly Language[]): boolean {
  const telling = content.filter(({ text }) => !isFramingIn(withoutAccents(text), languages))
  if (telling.length === 0) return true
  const numbers = content.filter(({ text }) => /^\p{N}{1,3}$/u.test(text))
  return 2 * numbers.length > content.length
}

const isFramingIn = (plain: string, languages: readonly Language[]): boolean =>
  isAboutAsking(plain) || languages.some((language) => isFraming(plain, language))

/** Pairs of characters that are not within a content word are mostly grammar. */
function divide(main: readonly string[], content: readonly ContentWord[]) {
  const pieces = new Set(content.map(({ text }) => text))
  const isCrossing = (word: string) => pieces.size > 0 && isUnspaced(word) && !pieces.has(word)
  return { whole: main.filter((word) => !isCrossing(word)), crossing: main.filter(isCrossing) }
}

/** In scripts without spaces, only the content counts: most pairs of characters are not words. */
function toCovered(
  words: QueryWords,
  grams: QueryWords,
  main: readonly string[],
  content: readonly ContentWord[],
  languages: readonly Language[],
): Pick<QuestionTerms, 'mainWords' | 'mainGrams'> {
  const pieces = content.filter(({ text }) => isUnspaced(text) && text.length > 1)
  if (pieces.length === 0) return { mainWords: words, mainGrams: grams }
  const spaced = main.filter((word) => !isUnspaced(word))
  return {
    mainWords: [...toWeightedWords(spaced, languages, 1), ...pieces],
    mainGrams: [...toQueryWords(spaced.flatMap((word) => gramsOf(word, languages))), ...pieces],
  }
}

/** A polite word that the question may also be about. */
const isSpare = (word: string, main: readonly string[]): boolean =>
  isMaybeContent(withoutAccents(word)) && !main.includes(word)

const isStop = (word: string, language: Language): boolean => isStopWord(withoutAccents(word), language)

/**
 * The language of the question if documents have it; otherwise all languages of the documents. Words of other
 * languages are used unchanged.
 */
function languagesInPlay(languages: ReadonlySet<Language>, { language, isClear }: LanguageGuess): Language[] {
  if (!isClear || !languages.has(language) || language === 'other') return [...languages]
  return languages.has('other') ? [language, 'other'] : [language]
}

const withoutPoliteWords = (words: readonly string[], languages: ReadonlySet<Language>): string[] => {
  const others = words.filter((word) => !isPolite(withoutAccents(word), languages))
  return others.length > 0 ? others : [...words]
}

function toWeightedWords(
  words: readonly string[],
  languages: readonly Language[],
  weight: number,
): QueryWord[] {
  const times = new Map<string, number>()
  for (const word of words) times.set(word, (times.get(word) ?? 0) + weight)
  return Array.from(times, ([word, count]) => ({ terms: stemsOf(word, languages), times: count }))
}

const stemsOf = (word: string, languages: readonly Language[]): number[] => [
  ...new Set(languages.flatMap((language) => termsOf(word, language)?.word ?? [])),
]

const gramsOf = (word: string, [language = 'other']: readonly Language[]): number[] =>
  termsOf(word, language)?.grams ?? []

const lighter = (words: readonly string[], languages: readonly Language[], weight: number): QueryWord[] =>
  toQueryWords(words.flatMap((word) => gramsOf(word, languages))).map(({ terms, times }) => ({
    terms,
    times: times * weight,
  }))

function toContent(asks: string, words: readonly string[], languages: readonly Language[]): ContentWord[] {
  const spaced = words.filter((word) => !isUnspaced(word))
  const unspaced = unspacedContent(asks, spaced.length > 0)
  const relevant = spaced.filter((word) => !isFramingIn(withoutAccents(word), languages))
  const selected = new Set(relevant.length + unspaced.length >= 2 ? relevant : spaced)
  const isEmpty = selected.size + unspaced.length === 0
  const names = namesIn(asks, selected, languages)
  const ofSpaced = Array.from(isEmpty ? new Set(words) : selected, (text) => ({
    text,
    terms: stemsOf(text, languages),
    times: 1,
    isName: names.has(text),
  }))
  return [...ofSpaced, ...unspaced.flatMap((word) => toPieces(word, languages))]
}

/** The pairs of a word count as much together as words of other scripts. */
const toPieces = ({ pieces, weight }: UnspacedWord, languages: readonly Language[]): ContentWord[] =>
  pieces.map((text) => ({
    text,
    terms: stemsOf(text, languages),
    times: weight / pieces.length,
    isName: false,
  }))

/**
 * Capitalized words that don't begin a sentence: after a space, an elided article (l’Odyssée), a hyphen or an initial;
 * and numbers.
 */
const CAPITALIZED =
  /(?<=[\p{L}\p{N},;:)»”] ["'“«(¿]?|\p{L}['’]|\p{L}-|(?<!\p{L})\p{Lu}\. )\p{Lu}[\p{L}\p{N}]*|(?<![\p{Lu}\p{Ll}\p{N}])\p{N}{2,}/gu
/** Without other words, a few capitalized ones are names; more are a headline. */
const MAX_NAMES_ALONE = 3

function namesIn(asks: string, content: ReadonlySet<string>, languages: readonly Language[]): Set<string> {
  if (languages.length === 1 && languages[0] === 'de') return new Set()
  const text = asks.normalize('NFC')
  const names = new Set(text.match(CAPITALIZED)?.flatMap((name) => toWords(name)))
  const lower = text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{N}]*/gu) ?? []
  const isHeadline =
    lower.length === 0 || (names.size > MAX_NAMES_ALONE && !lower.some((word) => content.has(word)))
  return isHeadline ? new Set([...names].filter((name) => /^\p{N}/u.test(name))) : names
}
