/** Pure. Rows of cells as spreadsheets write them: quotes, doubled quotes, line ends of every kind, `,` or `;` or tab between cells. */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at)
    if (quoted) {
      if (char !== '"') cell += char
      else if (source.charAt(at + 1) === '"') {
        cell += char
        at++
      } else quoted = false
    } else if (char === '"' && cell.trim() === '') {
      cell = ''
      quoted = true
    } else if (char === separator) endCell()
    else if (char === '\n') endRow()
    else if (char === '\r') {
      if (source.charAt(at + 1) !== '\n') endRow()
    } else cell += char
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** Spreadsheets of many countries write `;`, because their decimal sign is the comma. */
function separatorOf(text: string): string {
  const first = text.split(/\r|\n/, 1)[0] ?? ''
  const count = (char: string) => first.split(char).length
  return [',', ';', '\t'].reduce((best, char) => (count(char) > count(best) ? char : best))
}
