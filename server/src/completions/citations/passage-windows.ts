import { LRUCache } from 'lru-cache'
import { detectLanguage, type Language } from '../../platform/text/language.ts'
import { type IndexedWords, toIndexedWords } from '../../platform/text/overlap.ts'

/** A source with the full text that the model was given. */
export interface NumberedPassage {
  /** 0 for output of a tool that can't be cited. */
  n: number
  title: string
  text: string
}

/** The part of a source that a sentence is compared with: a whole book would match almost anything. */
export interface Window extends ReadPart {
  n: number
}

/** A part of a text, prepared for comparison. */
interface ReadPart {
  words: IndexedWords
  numbers: ReadonlySet<string>
  language: Language
}

const MAX_PASSAGE_LENGTH = 2200
const WINDOW = 1200
const MAX_WINDOWS = 400
const OVERLAP = 400

/** In characters. An assistant's rubric, file and passages are the same in every answer, so they are parsed once. */
const MAX_CACHED_LENGTH = 4_000_000
const parsedTexts = new LRUCache<string, { title: string; parts: ReadPart[] }>({ maxSize: MAX_CACHED_LENGTH })

/** Splits the passages into windows. The rest of very long sources is not checked. */
export function toWindows(passages: readonly NumberedPassage[]): Window[] {
  const windows: Window[] = []
  for (const { n, title, text } of passages) {
    for (const part of read(title, text)) {
      if (windows.length >= MAX_WINDOWS) return windows
      windows.push({ n, words: part.words, numbers: part.numbers, language: part.language })
    }
  }
  return windows
}

/** Keyed by the text alone: a string keeps its hash, while a combined key would be hashed each time. */
function read(title: string, text: string): ReadPart[] {
  const cached = parsedTexts.get(text)
  if (cached?.title === title) return cached.parts
  const parts: ReadPart[] = []
  for (const part of partsOf(text)) {
    if (parts.length >= MAX_WINDOWS) break
    parts.push({
      words: toIndexedWords(`${title}\n${part}`),
      numbers: new Set(numbersOf(part)),
      language: detectLanguage(part),
    })
  }
  parsedTexts.set(text, { title, parts }, { size: text.length + 1 })
  return parts
}

function* partsOf(text: string): Generator<string> {
  if (text.length <= MAX_PASSAGE_LENGTH) {
    yield text
    return
  }
  for (let from = 0; from < text.length; ) {
    const to = from + WINDOW
    const space = text.lastIndexOf(' ', to)
    const end = to >= text.length || space < to - OVERLAP ? to : space
    yield text.slice(from, end)
    if (end >= text.length) return
    from = end - OVERLAP
  }
}

/** Numbers with two or more digits: smaller ones are often written as words. `1,000` and `1.000` both become `1000`. */
export const numbersOf = (text: string): string[] =>
  (text.match(/\d+(?:[.,’]\d+)*/g) ?? [])
    .map((number) => number.replace(/\D/g, ''))
    .filter((number) => number.length > 1)
