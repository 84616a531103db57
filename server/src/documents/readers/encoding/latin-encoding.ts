import { decodeWindows1252 } from './windows-1252.ts'

// Languages with Latin letters: the same bytes are other letters in another encoding, and no language has these.

const WESTERN = [
  'áéíóúüñ', // Spanish
  'àçéèíïóòúü', // Catalan
  'àâæçéèêëîïôœùûüÿ', // French
  'áâãàçéêíóôõú', // Portuguese
  'àèéìíîòóùú', // Italian
  'äöüß', // German
  'äöõüšž', // Estonian, Finnish
  'åäöéæøâêô', // Nordic languages
  'áðéíóúýþæö', // Icelandic
  'áðíóúýæø', // Faroese
  'áéëïíóöüè', // Dutch
  'áéíóúàèìòùâêîôûŵŷ', // Celtic languages
]
const CENTRAL = [
  'ąćęłńóśźż', // Polish
  'áčďéěíňóřšťúůýž', // Czech
  'áäčďéíĺľňóôŕšťúýž', // Slovak
  'áéíóöőúüű', // Hungarian
  'ăâîşţ', // Romanian
  'čćđšž', // Croatian, Slovenian
]
const TURKISH = ['çğıi̇öşüâîû', 'çəğıöşü']
const BALTIC = ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äõöüšž']

/** Encodings of Latin letters, most usual first, with the accented letters of the languages that are written in them. */
const LATIN: readonly { encoding: string; alphabets: readonly string[] }[] = [
  { encoding: 'windows-1250', alphabets: CENTRAL },
  { encoding: 'windows-1254', alphabets: TURKISH },
  { encoding: 'windows-1257', alphabets: BALTIC },
  { encoding: 'iso-8859-2', alphabets: CENTRAL },
  { encoding: 'macintosh', alphabets: WESTERN },
]

/** How likely a letter is that the language does not have: in foreign names, or in another encoding. */
const STRANGE = Math.log(0.03 / 60)
const KNOWN = Math.log(0.97)
const ANY_SIGN = Math.log(0.02)
/** How much more likely Windows-1252 is before looking, as a logarithm: one strange letter is not enough. */
const USUAL = 6
/** More strange letters than this are no such language: rather another script. */
const MAX_STRANGE = 0.25

/** The encoding of a text in a language with Latin letters; undefined if it is in none. */
export function latinEncoding(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array, encoding: string) => string | undefined,
): string | undefined {
  const western = judge(decodeWindows1252(bytes), WESTERN)
  let best = { encoding: 'windows-1252', ...western, likely: western.likely + USUAL }
  for (const { encoding, alphabets } of LATIN) {
    const judged = judge(decode(bytes, encoding), alphabets)
    if (judged.likely > best.likely) best = { encoding, ...judged }
  }
  return best.strange <= MAX_STRANGE ? best.encoding : undefined
}

/** How likely the letters and signs beyond ASCII are in the best matching language, and the share of strange letters. */
function judge(text: string | undefined, alphabets: readonly string[]): { likely: number; strange: number } {
  const found = text?.replace(MISPLACED, '\uFFFD').match(/[^\p{ASCII}]/gu) ?? []
  const letters = found.filter((one) => !SIGN.test(one))
  if (text === undefined) return { likely: -Infinity, strange: 1 }
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const signs = (found.length - letters.length) * ANY_SIGN
  const judged = alphabets.map((alphabet) => {
    const all = [...alphabet, ...alphabet.toUpperCase()]
    const known = all.reduce((sum, letter) => sum + (counts.get(letter) ?? 0), 0)
    const strange = letters.length - known
    return {
      likely: known * (KNOWN - Math.log(alphabet.length)) + strange * STRANGE + signs,
      strange: letters.length === 0 ? 0 : strange / letters.length,
    }
  })
  return judged.reduce((best, one) => (one.likely > best.likely ? one : best))
}

/** Signs that texts in every language have. */
const SIGN = /[\p{P}\p{Zs}\p{Sc}\p{Sk}\p{Cf}°©®™±×÷½ªº]/u
/** A capital within a word (`BarthÈlemy`), and a sign other than apostrophes, dashes and dots (`njand¿a`). */
const MISPLACED =
  /(?=[^\p{ASCII}])(?:(?<=\p{Ll})\p{Lu}(?=\p{Ll})|(?<=\p{L})[^\p{L}\p{Pd}’‘·\u00ad\s](?=\p{L}))/gu
