import { decodeText } from './decode-text.ts'
import type { Block, DocumentText } from './document-text.ts'
import type { Budget } from './limits.ts'

export function readPlainText(bytes: Uint8Array, budget: Budget, charset?: string): DocumentText {
  const text = decodeText(bytes, charset)
  budget.spend(text.length)
  return { kind: 'text', blocks: paragraphs(text) }
}

/**
 * Parted at empty lines and where a form feed begins a page; what is inside a paragraph, as the lines of a poem, stays. With what stands
 * between them, so that a passage is found in the file at its very characters.
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
