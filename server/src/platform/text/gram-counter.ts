import type { Language } from './language.ts'
import { GRAM, isStopWord, MAX_WORD, stopWordsOf, toTerms } from './terms.ts'
import { isUnspaced, withoutAccents } from './words.ts'

const WORD = /^[\p{L}\p{M}\p{N}]$/u
const SPACE = 32
const UNKNOWN = 0xffff
const SEPARATOR = 0
/** A character that is not exactly one letter once its accents are removed. */
const COMPLEX = 1

/** What each UTF-16 unit is in a word; worked out when it is first met. */
const letters = new Uint16Array(0x10000).fill(UNKNOWN)

function letterOf(unit: number): number {
  let letter = letters[unit] as number
  if (letter !== UNKNOWN) return letter
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff
  const text = String.fromCharCode(unit)
  const plain = withoutAccents(text)
  if (isSurrogate || isDivided(text) || (WORD.test(text) && plain.length !== 1)) letter = COMPLEX
  else letter = WORD.test(text) ? plain.charCodeAt(0) : SEPARATOR
  letters[unit] = letter
  return letter
}

/** Scripts whose words are not found by spaces, and letters that differ at the end of a word. */
const isDivided = (text: string): boolean => isUnspaced(text) || /[\u0590-\u05ff]/.test(text)

const MASK = 4095

/**
 * Counts these grams in a text as `toTerms` has them; the answer is in their order, and is overwritten by the next one. Many times as fast
 * as `toTerms`, because it makes no strings: meant for looking a few grams up in many texts.
 */
export function createGramCounter(grams: readonly number[]) {
  const places = new Map(grams.map((gram, at) => [gram, at]))
  // A small table rules out most grams.
  const maybe = new Uint8Array(MASK + 1)
  for (const gram of grams) maybe[gram & MASK] = 1
  const word = new Uint16Array(MAX_WORD + 2)
  word[0] = SPACE
  const hits = new Uint32Array(MAX_WORD)
  const counts = new Uint32Array(grams.length)

  /** Most words have another hash than any stop word; only then is no string made. */
  function isStop(length: number, language: Language): boolean {
    if (!stopHashesOf(language).has(hashOf(word, 1, length))) return false
    return isStopWord(String.fromCharCode(...word.subarray(1, length + 1)), language)
  }

  function endWord(length: number, language: Language): void {
    word[length + 1] = SPACE
    const end = length + 2
    const width = Math.min(GRAM, end)
    let count = 0
    for (let at = 0; at + width <= end; at++) {
      const hash = hashOf(word, at, width)
      const place = maybe[hash & MASK] === 1 ? places.get(hash >>> 0) : undefined
      if (place !== undefined) hits[count++] = place
    }
    if (count === 0 || isStop(length, language)) return
    for (let at = 0; at < count; at++) raise(counts, hits[at] as number)
  }

  function countWords(lower: string, language: Language): void {
    let length = 0
    for (let at = 0; at <= lower.length; at++) {
      const letter = at < lower.length ? (letters[lower.charCodeAt(at)] as number) : SEPARATOR
      if (letter === SEPARATOR) {
        if (length > 0) endWord(length, language)
        length = 0
      } else if (length < MAX_WORD) word[++length] = letter
    }
  }

  return (text: string, language: Language): Uint32Array => {
    counts.fill(0)
    const lower = text.normalize('NFC').toLowerCase()
    if (!hasComplex(lower)) countWords(lower, language)
    else
      for (const gram of toTerms(text, language).grams) {
        const place = places.get(gram)
        if (place !== undefined) raise(counts, place)
      }
    return counts
  }
}

const stopHashes = new Map<Language, ReadonlySet<number>>()

function stopHashesOf(language: Language): ReadonlySet<number> {
  let hashes = stopHashes.get(language)
  if (!hashes) {
    hashes = new Set(
      Array.from(stopWordsOf(language), (word) => {
        const units = Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at))
        return hashOf(units, 0, units.length)
      }),
    )
    stopHashes.set(language, hashes)
  }
  return hashes
}

function raise(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1
}

function hasComplex(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (letterOf(text.charCodeAt(at)) === COMPLEX) return true
  return false
}

/** As in terms.ts, but for the sign: larger numbers are slow. */
function hashOf(units: Uint16Array, start: number, width: number): number {
  let value = 0x811c9dc5
  for (let at = start; at < start + width; at++) {
    value ^= units[at] as number
    value = Math.imul(value, 0x01000193)
  }
  return value
}
