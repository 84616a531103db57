import { parentPort } from 'node:worker_threads'
import type { PartHeader } from '../../../../../search/knowledge-index.ts'
import { mergeAll, type Part, type StoredSegment, toPart } from '../../../../../search/postings/parts.ts'
import { readPart } from '../../../../../search/postings/stored-part.ts'
import { type BuiltPart, buildPart } from './build-part.ts'
import { PartMerge } from './merge-parts.ts'
import type { TermBlock } from './term-blocks.ts'

/**
 * To build a part: segments first, then `build` once, then `next` until there are no more blocks. To merge parts: `begin-merge` once, then
 * `merge` with the blocks of the parts that are wanted, until there are none.
 */
export type PartOrder =
  | { kind: 'add'; segments: readonly StoredSegment[] }
  | { kind: 'build' }
  | { kind: 'next' }
  | { kind: 'begin-merge'; headers: readonly PartHeader[]; live: readonly number[] }
  | { kind: 'merge'; read: readonly { part: number; blocks: readonly TermBlock[] }[] }

export type PartAnswer =
  | { kind: 'added' }
  | { kind: 'built'; passages: number; header: Uint8Array }
  | { kind: 'blocks'; blocks: TermBlock[] }
  /** `wanted`: the numbers of the parts whose next blocks are needed. */
  | { kind: 'merged'; blocks: TermBlock[]; wanted: number[] }
  | { kind: 'failed'; error: string }

const BLOCKS_AT_ONCE = 2000

let parts: Part[] = []
let blocks: Iterator<TermBlock> | undefined
let merging: PartMerge | undefined

function answer(order: PartOrder): PartAnswer {
  if (order.kind === 'add') {
    // Merged immediately: many small lists take more memory than a few long ones.
    parts.push(mergeAll(order.segments.map((segment) => toPart(0, segment))))
    return { kind: 'added' }
  }
  if (order.kind === 'build') {
    const part: BuiltPart = buildPart(parts)
    parts = []
    blocks = part.blocks[Symbol.iterator]()
    return { kind: 'built', passages: part.passages, header: part.header }
  }
  if (order.kind === 'begin-merge') {
    const stored = order.headers.map(({ id, bytes }) => readPart(id, bytes))
    merging = new PartMerge(stored, new Set(order.live))
    return { kind: 'built', passages: merging.passages, header: merging.header }
  }
  if (order.kind === 'merge') return mergeOn(order.read)
  const batch: TermBlock[] = []
  while (batch.length < BLOCKS_AT_ONCE) {
    const next = blocks?.next()
    if (!next || next.done) break
    batch.push(next.value)
  }
  return { kind: 'blocks', blocks: batch }
}

function mergeOn(read: (PartOrder & { kind: 'merge' })['read']): PartAnswer {
  if (!merging) throw new Error('there is nothing to merge')
  for (const { part, blocks } of read) merging.add(part, blocks)
  return { kind: 'merged', blocks: merging.merge(), wanted: merging.wanted }
}

parentPort?.on('message', (order: PartOrder) => {
  try {
    parentPort?.postMessage(answer(order))
  } catch (error) {
    parentPort?.postMessage({ kind: 'failed', error: String(error) } satisfies PartAnswer)
  }
})
