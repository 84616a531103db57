import { findDelimiter, parseCsv } from '../../platform/text/csv.ts'
import type { DocumentText } from './document-text.ts'
import { decodeText } from './encoding/decode-text.ts'
import type { Budget } from './limits.ts'
import { sheetBlocks } from './table.ts'

export function readCsv(bytes: Uint8Array, budget: Budget, charset?: string): DocumentText {
  const text = decodeText(bytes, charset)
  budget.spend(text.length)
  // Excel writes the delimiter into the first line of files that it exports for itself.
  const match = /^sep=(.)\n/.exec(text)
  const body = match ? text.slice(match[0].length) : text
  const rows = parseCsv(body, { delimiter: match?.[1] ?? findDelimiter(body), onCell: () => budget.tick() })
  return { kind: 'csv', blocks: sheetBlocks(rows) }
}
