/**
 * Sequences of letters (with combining marks) and digits. An apostrophe or a middle dot separates, so that Catalan
 * and French articles become separate words.
 */
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const BEYOND_ASCII = /[^ -~]/

/** Accents, points and tones above or below letters. Vowel signs of Indian and Thai scripts are not among them. */
const ACCENTS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]+/g
const ARABIC = /[\u0600-\u06ff]/
const ARABIC_LETTERS: readonly [RegExp, string][] = [
  [/[\u0671-\u0673]/g, '\u0627'],
  [/[\u0649\u06cc]/g, '\u064a'],
  [/\u0629/g, '\u0647'],
  [/\u06a9/g, '\u0643'],
]
/** Letters with another shape at the end of a word. */
const HEBREW_FINALS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }

/** Chinese, Japanese and Korean: pairs of characters are used as words. */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+/gu
/** Scripts without spaces whose words a dictionary finds. */
const SEGMENTED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]*/gu
const FIRST_UNSPACED = 0x0e00
const MAYBE_UNSPACED =
  /[\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u2e80-\ud7ff\ud840-\ud88f\uf900-\ufaff\uff65-\uffdc]/

/**
 * Words in lower case. Accents are kept, because stemming needs them. Text in scripts without spaces is divided into
 * pairs of characters (Chinese, Japanese, Korean) or by a dictionary (Thai, Lao, Khmer, Burmese).
 */
export function toWords(text: string): string[] {
  const words = text.normalize('NFC').toLowerCase().match(WORD) ?? []
  return MAYBE_UNSPACED.test(text) ? words.flatMap(toPieces) : words
}

export const toPlainWords = (text: string): string[] => toWords(text).map(withoutAccents)

/** Whether the character belongs to a script that is divided into pieces. */
export const isUnspaced = (character: string): boolean =>
  character.charCodeAt(0) >= FIRST_UNSPACED && MAYBE_UNSPACED.test(character)

function toPieces(word: string): string[] {
  if (!MAYBE_UNSPACED.test(word)) return [word]
  const pieces: string[] = []
  let from = 0
  const runs = [...word.matchAll(PAIRED), ...word.matchAll(SEGMENTED)].sort((a, b) => a.index - b.index)
  for (const run of runs) {
    if (run.index > from) pieces.push(word.slice(from, run.index))
    for (const piece of isPaired(run[0]) ? toPairs(run[0]) : byDictionary(run[0])) pieces.push(piece)
    from = run.index + run[0].length
  }
  if (from < word.length) pieces.push(word.slice(from))
  return pieces
}

const isPaired = (run: string): boolean => run.search(PAIRED) === 0

function toPairs(run: string): string[] {
  const characters = [...run.normalize('NFKC')]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`)
}

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

const byDictionary = (run: string): string[] => Array.from(segmenter.segment(run), ({ segment }) => segment)

/** The letters by which words are compared: without accents, tatweel and other variants of a letter. */
export function withoutAccents(word: string): string {
  if (!BEYOND_ASCII.test(word)) return word
  // Composed again: otherwise Korean syllables and voiced Japanese ones would stay in parts.
  let plain = word.normalize('NFKD').replace(ACCENTS, '').normalize('NFC')
  if (ARABIC.test(plain))
    for (const [letters, letter] of ARABIC_LETTERS) plain = plain.replace(letters, letter)
  const final = HEBREW_FINALS[plain.at(-1) ?? '']
  return final === undefined ? plain : plain.slice(0, -1) + final
}
