import { STOP_WORDS, type StoppedLanguage } from './stop-words.ts'
import { toPlainWords } from './words.ts'

/** Languages recognized by their script alone. */
const SCRIPTS = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
  zh: /\p{Script=Han}/gu,
  th: /\p{Script=Thai}/gu,
} as const

/** Words of `other` languages are compared as they are, and by their letters. */
export type Language = StoppedLanguage | keyof typeof SCRIPTS | 'other'

/** In the order in which an index stores them: append only. */
export const LANGUAGES: readonly Language[] = [
  ...['en', 'es', 'ca', 'eu', 'other', 'fr', 'de', 'it', 'pt', 'nl', 'ro', 'sv', 'pl', 'tr', 'ru', 'el'],
  ...['ar', 'he', 'hi', 'vi', 'ja', 'ko', 'zh', 'th'],
] as readonly Language[]

const SAMPLE_CHARACTERS = 20_000
/**
 * In running text, a third or more of the words are stop words of its language; a guess needs at least this share.
 */
const MIN_STOP_WORD_SHARE = 0.12
/** A text with fewer words may contain a single stop word. */
const FEW_WORDS = 16
/** Japanese text has kana among its Chinese characters. */
const MIN_SCRIPT_SHARE = 0.2

export interface LanguageGuess {
  language: Language
  /** False if another language is as likely. */
  isClear: boolean
}

/** The language with the most stop words in the text, or that of its script. `fallback`: for texts that are too short to tell. */
export function detectLanguage(text: string, fallback: Language = 'other'): Language {
  const { language, isClear } = guessLanguage(text)
  return isClear || fallback === 'other' ? language : fallback
}

export function guessLanguage(text: string): LanguageGuess {
  const sample = sampleOf(text)
  const byScript = languageOfScript(sample)
  if (byScript) return { language: byScript, isClear: true }
  const words = toPlainWords(sample)
  if (words.length === 0) return { language: 'other', isClear: false }
  const hits = countStopWords(words)
  const [best, second] = hits
  const least = MIN_STOP_WORD_SHARE * words.length
  const isFew = words.length < FEW_WORDS
  const isEnough = best !== undefined && best.count >= Math.max(least, isFew ? 1 : 2)
  if (!isEnough) return { language: 'other', isClear: words.length >= 4 * FEW_WORDS }
  const isAlone = best.count > (second?.count ?? 0)
  // One stop word of a single language is a hint in a short text, not proof.
  return { language: isAlone || !isFew ? best.language : 'other', isClear: isAlone && best.count >= 2 }
}

/** Most first. */
function countStopWords(words: readonly string[]): { language: StoppedLanguage; count: number }[] {
  return (Object.entries(STOP_WORDS) as [StoppedLanguage, ReadonlySet<string>][])
    .map(([language, stops]) => ({ language, count: words.filter((word) => stops.has(word)).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

function languageOfScript(sample: string): Language | undefined {
  if (!/[\u0e00-\u0eff\u1100-\ud7ff\uff66-\uffdc]/.test(sample)) return undefined
  const letters = Math.max(1, sample.match(/\p{L}/gu)?.length ?? 0)
  const shareOf = (script: RegExp) => (sample.match(script)?.length ?? 0) / letters
  const kana = shareOf(SCRIPTS.ja)
  const han = shareOf(SCRIPTS.zh)
  if (kana + han >= 0.5 && kana >= MIN_SCRIPT_SHARE / 2) return 'ja'
  if (shareOf(SCRIPTS.ko) >= MIN_SCRIPT_SHARE) return 'ko'
  if (han >= MIN_SCRIPT_SHARE) return 'zh'
  return shareOf(SCRIPTS.th) >= MIN_SCRIPT_SHARE ? 'th' : undefined
}

/** From four positions, because a document may start with a cover or an abstract in another language. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLE_CHARACTERS) return text
  const part = SAMPLE_CHARACTERS / 4
  const at = (start: number) => text.slice(start, start + part)
  const middle = Math.floor(text.length / 2)
  return `${at(0)} ${at(Math.floor(text.length / 4))} ${at(middle)} ${at(text.length - part)}`
}
