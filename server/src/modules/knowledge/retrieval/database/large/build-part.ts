import type { Part } from '../../../../../search/postings/parts.ts'
import type { Postings } from '../../../../../search/postings/postings.ts'
import { writeHeader } from '../../../../../search/postings/stored-part.ts'
import { BlockWriter, GRAMS, type TermBlock, type TermKind, WORDS } from './term-blocks.ts'

export interface BuiltPart {
  passages: number
  header: Uint8Array
  /** In the order of the table's key. */
  blocks: Iterable<TermBlock>
}

/** Grams in more passages of a part than this find next to nothing, and their lists would be most of the index. */
const MAX_GRAM_PASSAGES = 2048

/** Heavy: for a thread of its own. Merged term by term: a merged copy would double the memory. */
export function buildPart(documents: readonly Part[]): BuiltPart {
  const firsts: number[] = []
  let passages = 0
  for (const { words } of documents) {
    firsts.push(passages)
    passages += words.lengths.length
  }
  const files = documents.flatMap((part, at) =>
    part.files.map((file) => ({ ...file, first: file.first + (firsts[at] as number) })),
  )
  const lengthsOf = (kind: 'words' | 'grams') => {
    const lengths = new Uint32Array(passages)
    for (const [at, part] of documents.entries()) lengths.set(part[kind].lengths, firsts[at])
    return lengths
  }
  return {
    passages,
    header: writeHeader(files, lengthsOf('words'), lengthsOf('grams')),
    blocks: blocksOf(documents, firsts),
  }
}

function* blocksOf(documents: readonly Part[], firsts: readonly number[]): Generator<TermBlock> {
  yield* merge(
    WORDS,
    documents.map(({ words }) => words),
    firsts,
  )
  yield* merge(
    GRAMS,
    documents.map(({ grams }) => grams),
    firsts,
    MAX_GRAM_PASSAGES,
  )
}

/** A term in more than `maxPassages` passages is counted, but its passages are not stored. */
function* merge(
  kind: TermKind,
  sources: readonly Postings[],
  firsts: readonly number[],
  maxPassages = Infinity,
): Generator<TermBlock> {
  const writer = new BlockWriter(kind)
  const next = sources.map(() => 0)
  let list = { chunks: new Uint32Array(1024), counts: new Uint8Array(1024) }
  for (;;) {
    let term = Infinity
    for (const [at, { terms }] of sources.entries()) {
      const first = terms[next[at] as number]
      if (first !== undefined && first < term) term = first
    }
    if (term === Infinity) break
    let size = 0
    for (const [at, { terms, offsets, chunks, counts }] of sources.entries()) {
      const place = next[at] as number
      if (terms[place] !== term) continue
      next[at] = place + 1
      const [start, end] = [offsets[place] as number, offsets[place + 1] as number]
      list = withRoom(list, size + end - start)
      list.counts.set(counts.subarray(start, end), size)
      for (let from = start; from < end; from++)
        list.chunks[size++] = (chunks[from] as number) + (firsts[at] as number)
    }
    yield* size > maxPassages ? writer.count(term, size) : writer.add(term, list, { start: 0, end: size })
  }
  yield* writer.close()
}

type List = Pick<Postings, 'chunks' | 'counts'>

function withRoom(
  list: List & { chunks: Uint32Array<ArrayBuffer>; counts: Uint8Array<ArrayBuffer> },
  size: number,
) {
  if (size <= list.chunks.length) return list
  const larger = { chunks: new Uint32Array(size * 2), counts: new Uint8Array(size * 2) }
  larger.chunks.set(list.chunks)
  larger.counts.set(list.counts)
  return larger
}
