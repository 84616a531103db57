import { decodeText } from './decode-text.ts'
import type { Block, DocumentText } from './document-text.ts'
import type { Budget } from './limits.ts'

export function readPlainText(bytes: Uint8Array, budget: Budget, charset?: string): DocumentText {
  const text = decodeText(bytes, charset)
  budget.spend(text.length)
  return { kind: 'text', blocks: paragraphs(text) }
}

/** Parted at empty lines; what is inside a paragraph, as the lines of a poem, stays. */
export function paragraphs(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const flush = () => {
    if (lines.length > 0) blocks.push({ text: lines.join('\n') })
    lines = []
  }
  // A form feed begins a page.
  for (const line of text.replaceAll('\f', '\n\n').split('\n')) {
    if (line.trim() === '') flush()
    else lines.push(line.trimEnd())
  }
  flush()
  return blocks
}
