import { UNSPACED_FRAMING, UNSPACED_FUNCTION } from './unspaced-lists.ts'

/** A word of Chinese, Japanese, Korean or Thai text. */
export interface UnspacedWord {
  text: string
  /** What it is found by: its pairs of characters, or itself in Thai. */
  pieces: string[]
  /** How many words of usual length it is as long as; less for a character that is part of many other words. */
  weight: number
}

const SEGMENTER = new Intl.Segmenter('ja', { granularity: 'word' })
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u
const HAN = /^[\p{Script=Han}々〆]+$/u
const CHINESE_PARTICLES = /^[的是了在有被和与與于於把也都就不我你您他她它]+$/u
/** How many, with a word that counts; the dictionary has it together with what is counted. */
const CHINESE_COUNT =
  /^[几幾][个個本份次天年条條张張种種位只隻件块塊层層节節门門章页頁句名分点點岁歲倍座项項段周]/u
const HANGUL = /^\p{Script=Hangul}+$/u
const PAIRED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+$/u
const HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u
/** What follows a verb or an adjective changes with its form. */
const INFLECTION = /(?<=[\p{Script=Han}々])\p{Script=Hiragana}+$/u

/** The dictionary is slow, and this much says what a question is about. */
const MAX_CHARACTERS = 2000
/** With fewer words in Chinese characters or katakana, those in hiragana count as well. */
const FEW = 2
/** Shorter ones are particles and endings. */
const LONG_KANA = 3

/**
 * The words that a question is about. Pairs of characters that cross the border of two words, particles and endings
 * say nothing about that: half of the pairs of a Japanese question are of this kind.
 */
export function unspacedContent(text: string, hasOthers = false): UnspacedWord[] {
  if (!UNSPACED.test(text)) return []
  const words = segmentsOf(text.slice(0, MAX_CHARACTERS).normalize('NFC')).filter((word) => !isFunction(word))
  const kana = words.filter((word) => isKana(word) && !isSingle(word))
  const written = words.filter((word) => !isKana(word))
  const others =
    written.length < FEW ? words.filter((word) => !isKana(word) || word.length >= LONG_KANA) : written
  const relevant = others.filter((word) => !UNSPACED_FRAMING.has(word))
  const isEnough = relevant.some((word) => !isSingle(word))
  const chosen = new Set(isEnough ? relevant : others.length > 0 || hasOthers ? others : kana)
  return Array.from(chosen, (word) => ({ text: word, pieces: piecesOf(word), weight: weightOf(word) }))
}

const isKana = (word: string): boolean => HIRAGANA.test(word)
const isSingle = (word: string): boolean => [...word].length === 1
const isFunction = (word: string): boolean => UNSPACED_FUNCTION.has(word) || CHINESE_PARTICLES.test(word)

/** Words of the dictionary; rare words that it divides into single characters are put together again. */
function segmentsOf(text: string): string[] {
  const words: string[] = []
  let isAfterWord = false
  for (const { segment: found } of SEGMENTER.segment(text)) {
    const segment = found.replace(CHINESE_COUNT, '')
    if (segment !== found) isAfterWord = false
    const word = UNSPACED.test(segment) ? stemOf(segment) : ''
    const isPart = HAN.test(segment) && !isFunction(segment) && !UNSPACED_FRAMING.has(segment)
    const last = words.at(-1) ?? ''
    const isJoined = isPart && isAfterWord && (isSingle(last) || isSingle(segment))
    if (isJoined) words[words.length - 1] = last + segment
    else if (word !== '') words.push(word)
    isAfterWord = isPart
  }
  return words
}

function stemOf(segment: string): string {
  if (HANGUL.test(segment)) return koreanStem(segment)
  return segment.replace(INFLECTION, '')
}

/** Longer ones first. */
const PARTICLES = [
  /(?:에서는|에서도|에서의|으로는|으로써|으로서|에게서|이라는|이라고)$/u,
  /(?:에서|에게|에는|에도|까지|부터|보다|처럼|으로|라는|라고|이란|와의|과의)$/u,
  /[은는이가을를의에로와과도만란들]$/u,
]
/** Endings of verbs in questions. */
const ENDINGS =
  /(?:(?:되었|하였|했|됐|었|았|였|겠)?(?:습니까|습니다|나요|는가요|는가|는지)|인가요|일까요|입니까|입니다|합니까|됩니까|하나요|되나요|할까요|하세요|해요|되는|하는|된|한|될|할)$/u

function koreanStem(word: string): string {
  for (const ending of [ENDINGS, ...PARTICLES]) {
    const stem = word.replace(ending, '')
    if (stem.length < word.length && (stem.length >= 2 || word.length <= 2 || stem === '')) return stem
  }
  return word
}

const SINGLE_WEIGHT = 0.5
/** Characters of a word of usual length: the dictionary has compounds as one word. */
const USUAL = { han: 2, other: 4 }

function weightOf(word: string): number {
  if (isSingle(word)) return SINGLE_WEIGHT
  if (!PAIRED.test(word)) return 1
  return Math.max(1, [...word].length / (HAN.test(word) ? USUAL.han : USUAL.other))
}

function piecesOf(word: string): string[] {
  if (!PAIRED.test(word)) return [word]
  const characters = [...word.normalize('NFKC')]
  if (characters.length < 3) return [characters.join('')]
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`)
}
