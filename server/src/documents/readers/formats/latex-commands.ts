import { symbolOf } from './latex-symbols.ts'

/** Letters and signs that KaTeX does not know in text. */
const LETTERS: Record<string, string> = {
  aa: 'å',
  AA: 'Å',
  l: 'ł',
  L: 'Ł',
  texteuro: '€',
  euro: '€',
  quad: ' ',
  qquad: ' ',
}
const ACCENTS: Record<string, string> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '"': '\u0308',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  c: '\u0327',
  v: '\u030c',
  u: '\u0306',
  H: '\u030b',
  k: '\u0328',
  r: '\u030a',
}
/** An accent that is a letter needs a brace or a space: `\caption` is no cedilla. */
const ACCENTED =
  /\\(?:(['`^"~=.])\s?|([cvuHkr])(?:\s+|(?=\{)))(?:\{\s*(?:\\(?=[ij](?![a-zA-Z])))?([a-zA-Z])\s*\}|(?:\\(?=[ij](?![a-zA-Z])))?([a-zA-Z]))/g
const NAMED_LETTER = /\\([a-zA-Z]{1,50})(?:\{\}|\s)?/g
/** How many arguments before the text are not text: a color, a width, a number of columns. */
const ARGUMENTS: Record<string, number> = {
  textcolor: 1,
  color: 1,
  colorbox: 1,
  fcolorbox: 2,
  cellcolor: 1,
  rowcolor: 1,
  multicolumn: 2,
  multirow: 2,
  parbox: 1,
  raisebox: 1,
  makebox: 0,
  scalebox: 1,
  resizebox: 2,
  fontsize: 2,
  rule: 2,
  foreignlanguage: 1,
  selectlanguage: 1,
  setlength: 2,
  addtolength: 2,
  setcounter: 2,
  addtocounter: 2,
  addcontentsline: 3,
  cline: 1,
  cmidrule: 1,
  hyperref: 0,
  hypertarget: 1,
  hyperlink: 1,
}
const ARGUMENT = String.raw`\s{0,5}(?:\{[^{}]{0,300}\}|\\[a-zA-Z]{1,50})`
const WITH_ARGUMENTS = Object.entries(ARGUMENTS).map(
  ([name, count]) =>
    new RegExp(String.raw`\\${name}\*?(?:\[[^\]]{0,200}\])?(?:${ARGUMENT}){0,${count}}`, 'g'),
)
/** `\parindent=0pt plus 1fil`, `\hskip 1em` */
const NUMBER = String.raw`-?\d{0,9}[.,]?\d{1,9}\s?(?:true\s?)?(?:pt|pc|in|bp|cm|mm|dd|cc|sp|em|ex|mu|fil+)\b`
const LENGTH = new RegExp(
  String.raw`\\(?:[a-zA-Z]{1,50}\s?=|[a-z]{0,20}(?:skip|kern|indent|width|height|sep))\s?${NUMBER}(?:\s(?:plus|minus)\s?${NUMBER}){0,2}`,
  'g',
)
const TEXT = String.raw`\{((?:[^{}]|\{[^{}]{0,500}\}){0,3000})\}`
const NOTE = new RegExp(
  String.raw`\s?\\(?:footnote|thanks|marginpar|footnotetext)(?:\[[^\]]{0,50}\])?${TEXT}`,
  'g',
)
const LINK = new RegExp(String.raw`\\href\s{0,5}\{([^{}]{0,500})\}\s{0,5}${TEXT}`, 'g')
const CAPTION = new RegExp(String.raw`\\caption\*?(?:\[[^\]]{0,300}\])?${TEXT}`, 'g')

export const withLetters = (text: string): string =>
  text
    .replace(ACCENTED, (_all, ...[sign, letterSign, inBraces, alone]: (string | undefined)[]) =>
      `${inBraces ?? alone}${ACCENTS[sign ?? letterSign ?? ''] ?? ''}`.normalize('NFC'),
    )
    .replace(NAMED_LETTER, (all, name: string) => LETTERS[name] ?? (symbolOf(name, 'text') || all))

/** Notes in parentheses, links with their address, captions as lines, and text without colors and widths. */
export function withoutArguments(text: string): string {
  let plain = text
    .replace(NOTE, ' ($1)')
    .replace(LINK, (_all, address: string, words: string) =>
      words.trim() === address.trim() ? address : `${words} (${address})`,
    )
    .replace(CAPTION, '\n$1\n')
  for (const pattern of WITH_ARGUMENTS) plain = plain.replace(pattern, '')
  return plain.replace(LENGTH, ' ')
}
