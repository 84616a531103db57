import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { detectLanguage, type Language } from '../../server/src/platform/text/language.ts'
import { createRandom } from './random.mjs'

/** A question with the passages that answer it. */
export interface KnownQuestion {
  text: string
  language: Language
  right: ReadonlyMap<string, number>
}

/** Passages of one document. Passages without an id are filler. */
export interface MadeDocument {
  language: Language
  passages: { id: string; text: string }[]
}

interface Source {
  language: Language
  passages: { id: string; text: string }[]
  questions: KnownQuestion[]
  /** For each word, the words that follow it in the collection. */
  next: Map<string, string[]>
  starts: string[]
}

const PASSAGES_PER_DOCUMENT = 20
/** More filler than this repeats: making it would take longer than what is measured. */
const FILLER_DOCUMENTS = 2500
const MAX_QUESTIONS_EACH = 150
/** Share of the words of filler that are rare, made-up ones: the vocabulary grows with the size, as it does in real collections. */
const RARE = 0.03

/**
 * A corpus of any size from collections with known answers: their passages, spread evenly among filler that has the same words in the same
 * neighbourhood (a Markov chain of each collection), so that words are as frequent as in real text. The same at every run.
 */
export function openLargeCorpus(folder: string) {
  const sources = readdirSync(folder)
    .sort()
    .filter((name) => existsSync(join(folder, name, 'corpus.jsonl')))
    .map((name) => readSource(folder, name))
  const questions = sources.flatMap(({ questions }) => questions)
  return {
    questions,
    documents: (size: number) => makeDocuments(sources, size),
    places: (size: number) => placesOf(sources, size),
  }
}

function* makeDocuments(sources: readonly Source[], size: number): Generator<MadeDocument> {
  const random = createRandom()
  const filler: MadeDocument[] = []
  for (const real of layOut(sources, size, random)) {
    const document = real ?? makeFillerDocument(sources, filler, random)
    if (document) yield document
  }
}

/** Where the real documents are; undefined stands for filler. */
function* layOut(
  sources: readonly Source[],
  size: number,
  random: () => number,
): Generator<MadeDocument | undefined> {
  const real = sources.flatMap(({ language, passages }) => inDocuments(language, passages))
  shuffle(real, random)
  const documents = Math.max(real.length, Math.ceil(size / PASSAGES_PER_DOCUMENT))
  let placed = 0
  for (let at = 0; at < documents; at++)
    yield placed < (real.length * (at + 1)) / documents ? real[placed++] : undefined
}

/** The id of the real passages by document (from 1) and place in it. */
function placesOf(sources: readonly Source[], size: number): Map<string, string> {
  const places = new Map<string, string>()
  let document = 0
  for (const real of layOut(sources, size, createRandom())) {
    document += 1
    for (const [at, { id }] of (real?.passages ?? []).entries()) places.set(`${document}:${at}`, id)
  }
  return places
}

const inDocuments = (language: Language, passages: Source['passages']): MadeDocument[] =>
  Array.from({ length: Math.ceil(passages.length / PASSAGES_PER_DOCUMENT) }, (_, at) => ({
    language,
    passages: passages.slice(at * PASSAGES_PER_DOCUMENT, (at + 1) * PASSAGES_PER_DOCUMENT),
  }))

/** A new one until there are enough; then the same object again, so that its index can be reused. */
function makeFillerDocument(
  sources: readonly Source[],
  documents: MadeDocument[],
  random: () => number,
): MadeDocument | undefined {
  if (documents.length >= FILLER_DOCUMENTS) return pick(documents, random)
  const source = pick(sources, random)
  const passages = Array.from({ length: PASSAGES_PER_DOCUMENT }, () => ({
    id: '',
    text: makeFiller(source, random),
  }))
  documents.push({ language: source.language, passages })
  return documents.at(-1)
}

function readSource(folder: string, name: string): Source {
  const read = (file: string) =>
    readFileSync(join(folder, name, file), 'utf8')
      .trim()
      .split('\n')
  const entries = read('corpus.jsonl').map(
    (line) => JSON.parse(line) as { _id: string; title?: string; text: string },
  )
  const passages = entries.map(({ _id, title = '', text }) => ({
    id: `${name}:${_id}`,
    text: `${title}\n${text}`,
  }))
  const language = detectLanguage(
    entries
      .slice(0, 100)
      .map(({ text }) => text)
      .join('\n'),
  )
  const judgements = new Map<string, Map<string, number>>()
  for (const line of read('qrels/test.tsv').slice(1)) {
    const [query = '', passage = '', grade] = line.split('\t')
    if (Number(grade) <= 0) continue
    const grades = judgements.get(query) ?? new Map<string, number>()
    judgements.set(query, grades.set(`${name}:${passage}`, Number(grade)))
  }
  const all = read('queries.jsonl').flatMap((line) => {
    const { _id, text } = JSON.parse(line) as { _id: string; text: string }
    const right = judgements.get(_id)
    return right ? [{ text, language, right }] : []
  })
  const step = Math.max(1, Math.floor(all.length / MAX_QUESTIONS_EACH))
  const questions = all.filter((_, at) => at % step === 0).slice(0, MAX_QUESTIONS_EACH)
  const next = new Map<string, string[]>()
  const starts: string[] = []
  for (const { text } of passages) {
    const words = text.split(/\s+/)
    starts.push(words[0] ?? '')
    for (let at = 0; at + 1 < words.length; at++) {
      const word = words[at] as string
      const followers = next.get(word)
      if (followers) followers.push(words[at + 1] as string)
      else next.set(word, [words[at + 1] as string])
    }
  }
  return { language, passages, questions, next, starts }
}

function makeFiller({ next, starts }: Source, random: () => number): string {
  const length = 60 + Math.floor(random() * 120)
  const words: string[] = []
  let word = pick(starts, random)
  while (words.length < length) {
    words.push(random() < RARE ? rareWord(random) : word)
    word = pick(next.get(word) ?? starts, random)
  }
  return words.join(' ')
}

const SYLLABLES = [
  'ba',
  'de',
  'ki',
  'lo',
  'mun',
  'ra',
  'sel',
  'ti',
  'vor',
  'xa',
  'nel',
  'pu',
  'gri',
  'tan',
  'zo',
  'hem',
]

/** Some of a million made-up words, a few often and most seldom. */
function rareWord(random: () => number): string {
  let rank = Math.floor(1_000_000 * random() ** 3)
  let word = ''
  for (let at = 0; at < 5; at++) {
    word += SYLLABLES[rank % 16]
    rank = Math.floor(rank / 16)
  }
  return word
}

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T

function shuffle<T>(list: T[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other] as T, list[at] as T]
  }
}
