import { latinEncoding } from './latin-encoding.ts'

/** What a text in an encoding consists of. */
interface Candidate {
  encoding: string
  /** Letters of its script. */
  script: RegExp
  /** Its most frequent letters: another encoding of the same bytes has few of them. */
  frequent: ReadonlySet<string>
}

const candidate = (encoding: string, script: RegExp, frequent: string): Candidate => ({
  encoding,
  script,
  frequent: new Set(frequent),
})

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const KANA = 'のにはをたがでてとしれさいるなもかあすよこっんまりらきくせつえそーンスルトラリアイクシ'

const WIDE: readonly Candidate[] = [
  candidate('shift_jis', HAN, KANA),
  candidate('euc-jp', HAN, KANA),
  candidate(
    'euc-kr',
    HAN,
    '이다의는에을가고하한지로기리사도인를은과서자정시어대나아일제스수해전부주보있여라성원장구들',
  ),
  candidate(
    'gb18030',
    HAN,
    '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实',
  ),
  candidate(
    'big5',
    HAN,
    '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作里用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實',
  ),
]

const CYRILLIC = /\p{Script=Cyrillic}/gu
const NARROW: readonly Candidate[] = [
  candidate('windows-1251', CYRILLIC, 'оеаинтсрвлкмдпуіяыь'),
  candidate('koi8-u', CYRILLIC, 'оеаинтсрвлкмдпуіяыь'),
  candidate('ibm866', CYRILLIC, 'оеаинтсрвлкмдпуяыь'),
  candidate('iso-8859-5', CYRILLIC, 'оеаинтсрвлкмдпуіяыь'),
  candidate('windows-1253', /\p{Script=Greek}/gu, 'αειοτνσςηρκπμυλόίά'),
  candidate('iso-8859-7', /\p{Script=Greek}/gu, 'αειοτνσςηρκπμυλόίά'),
  candidate('windows-1255', /\p{Script=Hebrew}/gu, 'יוהלאתרמבשנ'),
  candidate('windows-1256', /\p{Script=Arabic}/gu, 'اليمنوترةبهع'),
  candidate('iso-8859-6', /\p{Script=Arabic}/gu, 'اليمنوترةبهع'),
  candidate('windows-874', /\p{Script=Thai}/gu, 'านรอกเงคลมยสตทวบดปพหะี่้ั์ิแไ'),
]

const SAMPLE = 64 * 1024
/** At least this many letters of the script; fewer could be a coincidence. */
const MIN_LETTERS = 6
/** Share of the letters with accents; Vietnamese aside, no language has more. */
const MAX_LATIN = 0.4
const MIN_SCRIPT = 0.6
const MIN_FREQUENT_WIDE = 0.12
const MIN_FREQUENT_NARROW = 0.55

/** The encoding of a text that is neither UTF-8 nor declared; undefined for one that is probably Western. */
export function guessEncoding(bytes: Uint8Array): string | undefined {
  if (isJapaneseMail(bytes)) return 'iso-2022-jp'
  const sample = wholeLines(bytes)
  const share = foreignShare(sample)
  if (share === 0) return undefined
  // In languages with Latin letters, most letters are ASCII. Their accents may pass for Chinese, but not the reverse.
  const latin = share < MAX_LATIN ? latinEncoding(sample, decodeAll) : undefined
  if (latin !== undefined) return latin === 'windows-1252' ? undefined : latin
  return (
    best(sample, WIDE, MIN_FREQUENT_WIDE) ??
    (share > 0.5 ? best(sample, NARROW, MIN_FREQUENT_NARROW) : undefined)
  )
}

/** Bytes above ASCII of all letters. */
function foreignShare(bytes: Uint8Array): number {
  let foreign = 0
  let plain = 0
  for (const byte of bytes) {
    if (byte >= 0x80) foreign++
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) plain++
  }
  return foreign === 0 ? 0 : foreign / (foreign + plain)
}

/** Not cut within a character. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE) return bytes
  const end = bytes.lastIndexOf(0x0a, SAMPLE)
  return bytes.subarray(0, end > 0 ? end : SAMPLE)
}

function best(bytes: Uint8Array, candidates: readonly Candidate[], minFrequent: number): string | undefined {
  let found: { encoding: string; score: number } | undefined
  for (const one of candidates) {
    const score = scoreOf(bytes, one)
    if (score >= minFrequent && score > (found?.score ?? 0)) found = { encoding: one.encoding, score }
  }
  return found?.encoding
}

/** The share of frequent letters among those that are not ASCII; 0 if the bytes are not in this encoding. */
function scoreOf(bytes: Uint8Array, { encoding, script, frequent }: Candidate): number {
  const foreign = decodeAll(bytes, encoding)?.match(/[^\p{ASCII}\s]/gu) ?? []
  const letters = foreign.join('').match(script) ?? []
  if (letters.length < MIN_LETTERS || letters.length < MIN_SCRIPT * foreign.length) return 0
  const common = letters.filter((letter) => frequent.has(letter)).length
  return (common / foreign.length) * (letters.length / foreign.length)
}

function decodeAll(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // Not this encoding.
    return undefined
  }
}

const toLatin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE)).toString('latin1')

/** Uses ASCII bytes only, between marks. */
function isJapaneseMail(bytes: Uint8Array): boolean {
  const text = toLatin1(bytes)
  return JAPANESE_MARK.test(text) && !/[\x80-\xff]/.test(text)
}

const JAPANESE_MARK = new RegExp(`${String.fromCharCode(0x1b)}\\$[@B][!-~]{2}`)
