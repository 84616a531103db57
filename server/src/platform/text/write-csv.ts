type Cell = string | number | null

/** Some spreadsheets skip blanks before the sign, and accept full-width signs. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** A hyphen before a blank starts an item of a list. */
const FORMULA_SIGN = /[=+@＝＋－＠]|-(?! )/g
const BLANK = /\s/

/**
 * Where commas are for decimals, spreadsheets divide rows at semicolons and don't see our quotes, so that a cell can
 * start anywhere. Looks back over each blank once: a lookbehind would do so from every position.
 */
function startsCell(text: string, at: number): boolean {
  let start = at
  while (start > 0 && BLANK.test(text.charAt(start - 1))) start--
  return text[start - 1] === ';' || /[\t\r\n]/.test(text.slice(start, at))
}

/** Pure. Cells that start like a formula get a leading quote, so that spreadsheets don't run user input. */
const toCell = (value: Cell): string => {
  if (typeof value === 'number') return String(value)
  const inner = (value ?? '').replace(FORMULA_SIGN, (sign, at: number, whole: string) =>
    startsCell(whole, at) ? `'${sign}` : sign,
  )
  const text = FORMULA.test(value ?? '') ? `'${inner}` : inner
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Pure. Line ends follow RFC 4180. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
