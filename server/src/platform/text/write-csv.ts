type Cell = string | number | null

/** Some spreadsheets skip blanks before the sign, and accept full-width signs. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/**
 * Where commas are for decimals, spreadsheets divide rows at semicolons and don't see our quotes, so that a cell can
 * start anywhere. A hyphen before a blank starts an item of a list.
 */
const INNER_FORMULA = /(?<=[;\t]\s*|[\r\n][^\S\r\n]*)(?:[=+@＝＋－＠]|-(?! ))/g

/** Pure. Cells that start like a formula get a leading quote, so that spreadsheets don't run user input. */
const toCell = (value: Cell): string => {
  if (typeof value === 'number') return String(value)
  const inner = (value ?? '').replace(INNER_FORMULA, "'$&")
  const text = FORMULA.test(value ?? '') ? `'${inner}` : inner
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Pure. Line ends follow RFC 4180. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
