/** Letters that have a command of their own. */
const LETTERS: Record<string, string> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  aa: 'å',
  AA: 'Å',
  l: 'ł',
  L: 'Ł',
  i: 'ı',
  j: 'ȷ',
  S: '§',
  P: '¶',
  ldots: '…',
  dots: '…',
  textellipsis: '…',
  textbackslash: '\\',
  textasciitilde: '~',
  textasciicircum: '^',
  textendash: '–',
  textemdash: '—',
  texteuro: '€',
  euro: '€',
  pounds: '£',
  copyright: '©',
  textdegree: '°',
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
const NAMED_LETTER = new RegExp(`\\\\(${Object.keys(LETTERS).join('|')})(?![a-zA-Z])(?:\\{\\}|\\s)?`, 'g')

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
  setcounter: 2,
  addtocounter: 2,
  addcontentsline: 3,
  cline: 1,
  cmidrule: 1,
  hyperref: 0,
  hypertarget: 1,
  hyperlink: 1,
}
const ARGUMENT = String.raw`\s{0,5}\{[^{}]{0,300}\}`
const WITH_ARGUMENTS = Object.entries(ARGUMENTS).map(
  ([name, count]) =>
    new RegExp(String.raw`\\${name}\*?(?:\[[^\]]{0,200}\])?(?:${ARGUMENT}){0,${count}}`, 'g'),
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
    .replace(NAMED_LETTER, (_all, name: string) => LETTERS[name] ?? '')

/** Notes in parentheses, links with their address, captions as lines, and text without colors and widths. */
export function withoutArguments(text: string): string {
  let plain = text
    .replace(NOTE, ' ($1)')
    .replace(LINK, (_all, address: string, words: string) =>
      words.trim() === address.trim() ? address : `${words} (${address})`,
    )
    .replace(CAPTION, '\n$1\n')
  for (const pattern of WITH_ARGUMENTS) plain = plain.replace(pattern, '')
  return plain
}
