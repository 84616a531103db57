/** One row. User input can't end the cell or the line. Pure. */
const toTableRow = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => inLine(String(cell)).replaceAll('|', '\\|')).join(' | ')} |`

export const toTable = (header: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [toTableRow(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(toTableRow)].join('\n')

/** A heading or a cell is one line. */
export const inLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
