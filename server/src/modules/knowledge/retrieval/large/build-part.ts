import { mergeAll, type Part } from '../search/parts.ts'
import { writePart } from './stored-part.ts'
import { GRAMS, type TermBlock, toBlocks, WORDS } from './term-blocks.ts'

export interface BuiltPart {
  passages: number
  header: Uint8Array
  /** In the order of the table's key. */
  blocks: Iterable<TermBlock>
}

/** Grams in more passages of a part than this find next to nothing, and their lists would be most of the index. */
const MAX_GRAM_PASSAGES = 2048

/** Heavy: for a thread of its own. */
export function buildPart(documents: readonly Part[]): BuiltPart {
  const part = mergeAll(documents)
  return { passages: part.words.lengths.length, header: writePart(part), blocks: blocksOf(part) }
}

function* blocksOf({ words, grams }: Part): Generator<TermBlock> {
  yield* toBlocks(WORDS, words)
  yield* toBlocks(GRAMS, grams, MAX_GRAM_PASSAGES)
}
