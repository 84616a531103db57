import type { Block, DocumentText } from './document-text.ts'
import { decodeText } from './encoding/decode-text.ts'
import type { Budget } from './limits.ts'

export function readPlainText(bytes: Uint8Array, budget: Budget, charset?: string): DocumentText {
  const text = decodeText(bytes, charset)
  budget.spend(text.length)
  return { kind: 'text', blocks: paragraphs(text) }
}

/**
 * Splits at blank lines and at form feeds, which start a page; line breaks within a paragraph, such as in a poem,
 * stay. Keeps the white space between blocks, so that passages have the same positions as in the file.
 */
export function paragraphs(text: string): Block[] {
  const blocks: Block[] = []
  let open: { start: number; end: number } | undefined
  let last = 0
  const close = () => {
    if (!open) return
    blocks.push({ text: text.slice(open.start, open.end), gap: text.slice(last, open.start) })
    last = open.end
    open = undefined
  }
  let from = 0
  for (const { index } of text.matchAll(/[\n\f]|$/g)) {
    const length = text.slice(from, index).trimEnd().length
    if (length > 0) open = { start: open?.start ?? from, end: from + length }
    if (length === 0 || text[index] === '\f') close()
    from = index + 1
  }
  close()
  return blocks
}
