import { setImmediate } from 'node:timers/promises'
import type { Language as OwnLanguage } from '@bellwether/wire'
import { type Block, toBlocks } from '../../platform/text/blocks.ts'
import type { Language } from '../../platform/text/language.ts'
import { OverlapIndex, type OverlapTerms, toOverlapTerms } from '../../platform/text/overlap.ts'
import { type Span, toSentences } from '../../platform/text/sentences.ts'
import { STOP_WORDS } from '../../platform/text/stop-words.ts'
import { toWords, withoutAccents } from '../../platform/text/words.ts'
import type { ContextPassage } from './context-passages.ts'
import { toPlainLine } from './plain-quote.ts'

export interface Quote {
  passage: ContextPassage
  text: string
}

interface Candidate extends Quote {
  at: number
  /** The paragraph, list item or table row. Only neighbors within one are quoted together. */
  block: number
  /** Whether it is a heading or a caption, which says less than a sentence. */
  isTitle: boolean
  /** The heading just above it, which is compared with the question but not quoted. */
  heading: string
  /** How much of the question it contains, alone and with its context. */
  ownScore: number
  fit: number
}

const MAX_QUOTES = 4
const MAX_QUOTE = 400
const MIN_QUOTE_LENGTH = 5
/** Quotes with a lower score, relative to the best, are not shown. */
const MIN_RELATIVE_SCORE = 0.6
/**
 * Material that was not searched for, such as a whole file, is quoted only if it contains this much of the
 * question. The search has the same minimum.
 */
const MIN_SCORE = 0.2
const NEIGHBOUR_WEIGHT = 0.25
const PASSAGE_WEIGHT = 0.5
/** A file may be long; the rest is ignored. */
const MAX_CHARACTERS = 500_000
const SLICE_MS = 4

export interface Asked {
  question: string
  /** The language of the question, whose stop words are ignored. */
  language: OwnLanguage
  /** The language of the material, used for stemming. */
  material: Language
}

/**
 * Picks the sentences that fit the question best, best first. Neighbors are quoted together. Works in slices
 * of a few milliseconds.
 */
export async function pickQuotes(
  question: Asked,
  passages: readonly ContextPassage[],
  signal: AbortSignal,
): Promise<Quote[]> {
  const terms = toWanted(question)
  const rest = createYielder(signal)
  const candidates = await toCandidates(passages, rest)
  if (terms.words.size === 0) return openings(candidates)
  const bySentence = new OverlapIndex(question.material, terms)
  const byPassage = new OverlapIndex(question.material, terms)
  for (const { heading, text } of candidates) {
    bySentence.add(`${heading}\n${text}`)
    await rest()
  }
  for (const { title, text } of passages) {
    byPassage.add(`${title}\n${text.slice(0, 4000)}`)
    await rest()
  }
  weigh(candidates, bySentence.shares(terms), passages, byPassage.shares(terms))
  const fitting = candidates.filter(
    ({ ownScore, passage }) => ownScore >= (passage.isFound ? Number.MIN_VALUE : MIN_SCORE),
  )
  // A passage found by meaning may share no word with the question and still be the best.
  if (fitting.length === 0) return openings(candidates.filter(({ passage }) => passage.isFound))
  return merge(best(fitting))
}

type Rest = () => Promise<void>

/** Yields to the event loop after some time. */
function createYielder(signal: AbortSignal): Rest {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < SLICE_MS) return
    await setImmediate()
    signal.throwIfAborted()
    startedAt = performance.now()
  }
}

/** The question without stop words of its own language; those of the material's language are removed with its terms. */
function toWanted({ question, language, material }: Asked): OverlapTerms {
  const words = toWords(question.slice(0, 4000)).filter(
    (word) => !STOP_WORDS[language].has(withoutAccents(word)),
  )
  return toOverlapTerms(words.join(' '), material)
}

async function toCandidates(passages: readonly ContextPassage[], rest: Rest): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  let blockCount = 0
  let remaining = MAX_CHARACTERS
  for (const passage of passages) {
    const text = passage.text.slice(0, remaining)
    remaining -= text.length
    const blocks = toBlocks(text)
    let heading = ''
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1]
      if (block.kind === 'heading' || (next && isHeading(text, block, next))) {
        heading = toPlainLine(text.slice(block.start, block.end))
        if (next) continue
      }
      const about = { passage, block: blockCount++, isTitle: isTitle(text, block, next) }
      for (const { start, end } of toSentences(text, block)) {
        for (const piece of piecesOf(toPlainLine(text.slice(start, end)))) {
          candidates.push({ ...about, heading, text: piece, at: candidates.length, ownScore: 0, fit: 0 })
          heading = ''
        }
        await rest()
      }
    }
  }
  return candidates.filter(
    ({ text }) => text.length >= MIN_QUOTE_LENGTH || /[。！？\p{Script=Han}]/u.test(text),
  )
}

const MAX_TITLE = 80
const STANDS_ALONE = /^(?:\s*$|\s*\n\s*\n)/

/** A short line without a full stop that stands alone, such as a heading or a caption. */
function isTitle(text: string, { start, end }: Span, next: Span | undefined): boolean {
  const line = text.slice(start, end).trim()
  return (
    line.length <= MAX_TITLE &&
    !/[.!?…:;|。！？]/.test(line.slice(-1)) &&
    STANDS_ALONE.test(text.slice(end, next?.start))
  )
}

/** Documents are read without heading markup. A colon belongs to a caption, or to a fact such as “Room: 12”. */
const isHeading = (text: string, block: Block, next: Block): boolean =>
  isTitle(text, block, next) &&
  !isTitle(text, next, undefined) &&
  !text.slice(block.start, block.end).includes(':')

/** Splits a sentence that is too long for a quote, at spaces if there are any. */
function* piecesOf(sentence: string): Generator<string> {
  let rest = sentence
  while (rest.length > MAX_QUOTE) {
    const space = rest.lastIndexOf(' ', MAX_QUOTE - 1)
    const splitsSurrogate = /[\uD800-\uDBFF]/.test(rest.charAt(MAX_QUOTE - 2))
    const to = space > MAX_QUOTE / 2 ? space : MAX_QUOTE - (splitsSurrogate ? 2 : 1)
    yield `${rest.slice(0, to)}…`
    rest = rest.slice(to).trimStart()
  }
  if (rest !== '') yield rest
}

function weigh(
  candidates: readonly Candidate[],
  shares: Float64Array,
  passages: readonly ContextPassage[],
  ofPassages: Float64Array,
): void {
  const passageShare = new Map(passages.map((passage, at) => [passage, ofPassages[at] ?? 0]))
  for (const [at, candidate] of candidates.entries()) {
    candidate.ownScore = shares[at] ?? 0
    const around = [at - 1, at + 1]
      .filter((other) => candidates[other]?.passage === candidate.passage)
      .map((other) => shares[other] ?? 0)
    candidate.fit =
      candidate.ownScore +
      NEIGHBOUR_WEIGHT * Math.max(0, ...around) +
      PASSAGE_WEIGHT * (passageShare.get(candidate.passage) ?? 0)
  }
}

function best(candidates: Candidate[]): Candidate[] {
  const ranked = candidates.toSorted((a, b) => b.fit - a.fit || a.at - b.at)
  const least = (ranked[0]?.fit ?? 0) * MIN_RELATIVE_SCORE
  const seen = new Set<string>()
  const chosen: Candidate[] = []
  for (const candidate of ranked) {
    if (chosen.length >= MAX_QUOTES || candidate.fit < least) break
    if (candidate.isTitle && ranked.some((other) => coversAsMuch(other, candidate))) continue
    const normalized = toWords(candidate.text).join(' ')
    if (seen.has(normalized)) continue
    seen.add(normalized)
    chosen.push(candidate)
  }
  return chosen
}

const coversAsMuch = (sentence: Candidate, title: Candidate): boolean =>
  !sentence.isTitle && sentence.passage === title.passage && sentence.ownScore >= 0.5 * title.ownScore

/** If nothing can be compared, quotes the beginning of each source. */
function openings(candidates: readonly Candidate[]): Quote[] {
  const first = new Map<ContextPassage, Candidate>()
  for (const candidate of candidates)
    if (!first.has(candidate.passage)) first.set(candidate.passage, candidate)
  return [...first.values()].slice(0, MAX_QUOTES)
}

function merge(chosen: readonly Candidate[]): Quote[] {
  const quotes: { passage: ContextPassage; block: number; text: string; first: number; last: number }[] = []
  for (const { passage, block, text, at } of chosen) {
    const before = quotes.find((quote) => quote.block === block && quote.last === at - 1)
    const after = quotes.find((quote) => quote.block === block && quote.first === at + 1)
    if (before && before.text.length + text.length < MAX_QUOTE) {
      before.text += ` ${text}`
      before.last = at
    } else if (after && after.text.length + text.length < MAX_QUOTE) {
      after.text = `${text} ${after.text}`
      after.first = at
    } else quotes.push({ passage, block, text, first: at, last: at })
  }
  return quotes.map(({ passage, text }) => ({ passage, text }))
}
