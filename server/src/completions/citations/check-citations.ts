import { setImmediate } from 'node:timers/promises'
import { detectLanguage, type Language } from '../../platform/text/language.ts'
import { joinTerms, OverlapIndex, type OverlapTerms, toOverlapTerms } from '../../platform/text/overlap.ts'
import { type AnswerSentence, toAnswerSentences } from './answer-sentences.ts'
import type { CheckedSentence, CitationCheck, CitationStatus } from './citation-check.ts'
import { type NumberedPassage, numbersOf, toWindows, type Window } from './passage-windows.ts'

/**
 * Measured on texts with known passages (check-citations.test.ts): a sentence shares this proportion of its
 * words with its own passage, but hardly ever with others. Sources that the sentence cites need less.
 */
const MIN_SCORE = 0.38
const MIN_CITED_SCORE = 0.28
/** Sentences with fewer words than this say too little to be matched. */
const MIN_WORDS = 2
const MAX_ANSWER_LENGTH = 20_000
const LANGUAGE_SAMPLE = 4000
const SLICE_MS = 4

/**
 * Matches each sentence of an answer to the passages by shared words. It can't tell whether a sentence
 * contradicts a passage. Works in slices of a few milliseconds, so that it does not block the event loop.
 */
export async function checkCitations(
  answer: string,
  passages: readonly NumberedPassage[],
  signal: AbortSignal,
): Promise<CitationCheck> {
  const steps = check(answer, passages)
  let startedAt = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - startedAt < SLICE_MS) continue
    await setImmediate(undefined, { signal })
    startedAt = performance.now()
  }
}

function* check(
  fullAnswer: string,
  passages: readonly NumberedPassage[],
): Generator<undefined, CitationCheck, undefined> {
  const answer = fullAnswer.slice(0, MAX_ANSWER_LENGTH)
  const windows = toWindows(passages)
  yield
  const language = languageOf(answer, windows)
  yield
  const sentences: AnswerSentence[] = []
  for (const some of toAnswerSentences(answer)) {
    sentences.push(...some)
    yield
  }
  const terms: OverlapTerms[] = []
  for (const { words } of sentences) {
    terms.push(toOverlapTerms(words, language.common))
    yield
  }
  const index = new OverlapIndex(language.common, joinTerms(terms))
  for (const { words } of windows) {
    index.addWords(words)
    yield
  }
  const checker = createChecker(passages, windows, index, language.areDifferent)
  const checked: CheckedSentence[] = []
  for (const [at, sentence] of sentences.entries()) {
    checked.push(checker(sentence, terms[at] as OverlapTerms))
    yield
  }
  const numbers = new Set(passages.map(({ n }) => n))
  const citedNumbers = new Set(sentences.flatMap(({ marks }) => marks))
  return {
    sentences: checked,
    dangling_marks: [...citedNumbers].filter((n) => !numbers.has(n)).sort((a, b) => a - b),
    unsupported: checked.filter(({ status }) => status === 'unsupported').length,
    wrong_marks: checked.filter(({ status }) => status === 'wrong_mark').length,
  }
}

/**
 * An answer in another language than its sources shares no words with them even when it is
 * correct, so it is not judged.
 */
function languageOf(answer: string, windows: readonly Window[]): { common: Language; areDifferent: boolean } {
  const ofAnswer = comparable(detectLanguage(answer.slice(0, LANGUAGE_SAMPLE)))
  const ofSources = mostCommon(windows.map(({ language }) => comparable(language)))
  const common = ofAnswer === 'other' ? ofSources : ofAnswer
  return {
    common,
    areDifferent: ofAnswer !== 'other' && ofSources !== 'other' && ofAnswer !== ofSources,
  }
}

/** Languages in Chinese characters share many of them, and none has stems. */
const comparable = (language: Language): Language =>
  language === 'zh' || language === 'ja' ? 'other' : language

/** The most common language; `other` only if none is known. */
function mostCommon(languages: readonly Language[]): Language {
  const counts = new Map<Language, number>()
  for (const language of languages)
    if (language !== 'other') counts.set(language, (counts.get(language) ?? 0) + 1)
  let best: Language = 'other'
  for (const [language, count] of counts) if (count > (counts.get(best) ?? 0)) best = language
  return best
}

function createChecker(
  passages: readonly NumberedPassage[],
  windows: readonly Window[],
  index: OverlapIndex,
  areDifferent: boolean,
) {
  const titles = new Map(passages.map(({ n, title }) => [n, title.toLowerCase()]))
  return (sentence: AnswerSentence, terms: OverlapTerms): CheckedSentence => {
    const { start, end, marks, words, isAside, isWhole } = sentence
    const place = { start, end, marks }
    if (isAside || isReference(sentence, titles) || terms.words.size < (marks.length > 0 ? 1 : MIN_WORDS))
      return { ...place, support: null, score: 0, status: 'no_claim' }
    const numbers = numbersOf(words)
    const shares = index.shares(terms)
    const scores = windows.map((window, at) => (shares[at] ?? 0) * numberFactor(numbers, [window]))
    const best = placeOfBest(scores)
    const score = scores[best] ?? 0
    const isSupported = score >= MIN_SCORE
    // Output of a tool supports a sentence, but has no number.
    const support = (isSupported && windows[best]?.n) || null
    const cited = bestCited(marks, windows, scores, () =>
      combinedScore(marks, windows, index, terms, numbers),
    )
    if (cited.score >= MIN_CITED_SCORE)
      return { ...place, support: cited.n, score: round(cited.score), status: 'supported' }
    if (!isSupported && !isWhole && marks.length === 0)
      return { ...place, support, score: round(score), status: 'no_claim' }
    const status = statusOf(isSupported, marks.length > 0, areDifferent)
    return { ...place, support, score: round(score), status }
  }
}

function statusOf(isSupported: boolean, hasMarks: boolean, areDifferent: boolean): CitationStatus {
  if (!isSupported) return areDifferent ? 'unchecked' : 'unsupported'
  return hasMarks ? 'wrong_mark' : 'supported'
}

/** The best of the sources that a sentence cites. Several may support it together even if none does alone. */
function bestCited(
  marks: readonly number[],
  windows: readonly Window[],
  scores: readonly number[],
  together: () => number,
): { n: number | null; score: number } {
  let best: { n: number | null; score: number } = { n: null, score: 0 }
  for (const [at, { n }] of windows.entries()) {
    const score = scores[at] ?? 0
    if (marks.includes(n) && score > best.score) best = { n, score }
  }
  if (marks.length > 1 && best.n !== null && best.score < MIN_CITED_SCORE) best.score = together()
  return best
}

function combinedScore(
  marks: readonly number[],
  windows: readonly Window[],
  index: OverlapIndex,
  terms: OverlapTerms,
  numbers: readonly string[],
): number {
  const places = new Set([...windows.keys()].filter((at) => marks.includes(windows[at]?.n ?? 0)))
  const citedWindows = [...places].flatMap((at) => windows[at] ?? [])
  return index.shareOf(places, terms) * numberFactor(numbers, citedWindows)
}

/** A line of the source list that some answers end with: `[1] Leaf.pdf, page 3`. */
function isReference(
  { words, marks, opensWithMark }: AnswerSentence,
  titles: ReadonlyMap<number, string>,
): boolean {
  const [n] = marks
  if (!opensWithMark || n === undefined || marks.length > 1) return false
  const title = titles.get(n) ?? ''
  const sentence = words.trim().toLowerCase()
  return (
    /^:?\s*https?:\/\/\S+$/.test(sentence) ||
    (title !== '' && sentence.startsWith(title) && sentence.length < title.length + 80)
  )
}

/**
 * Years and amounts are what models invent most often, so a number that the source does not
 * contain lowers the score.
 */
const numberFactor = (numbers: readonly string[], windows: readonly Window[]): number => {
  if (numbers.length === 0) return 1
  const matching = numbers.filter((number) => windows.some((window) => window.numbers.has(number))).length
  return 0.25 + (0.75 * matching) / numbers.length
}

function placeOfBest(scores: readonly number[]): number {
  let best = 0
  for (const [at, score] of scores.entries()) if (score > (scores[best] ?? 0)) best = at
  return best
}

const round = (score: number): number => Math.round(Math.min(1, score) * 1000) / 1000
