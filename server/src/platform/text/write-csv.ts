type Cell = string | number | null

/** Some spreadsheets skip blanks before the sign, and accept full-width signs. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** Pure. Cells that start like a formula get a leading quote, so that spreadsheets don't run user input. */
const toCell = (value: Cell): string => {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Pure. Line ends follow RFC 4180. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
