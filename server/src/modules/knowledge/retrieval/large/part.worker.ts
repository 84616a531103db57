import { parentPort } from 'node:worker_threads'
import { mergeAll, type Part, type StoredSegment, toPart } from '../search/parts.ts'
import { type BuiltPart, buildPart } from './build-part.ts'
import type { TermBlock } from './term-blocks.ts'

/** Segments first, then `build` once, then `next` until there are no more blocks. */
export type PartOrder =
  | { kind: 'add'; segments: readonly StoredSegment[] }
  | { kind: 'build' }
  | { kind: 'next' }

export type PartAnswer =
  | { kind: 'added' }
  | { kind: 'built'; passages: number; header: Uint8Array }
  | { kind: 'blocks'; blocks: TermBlock[] }
  | { kind: 'failed'; error: string }

const BLOCKS_AT_ONCE = 2000

let parts: Part[] = []
let blocks: Iterator<TermBlock> | undefined

function answer(order: PartOrder): PartAnswer {
  if (order.kind === 'add') {
    // Merged at once: many small lists take more memory than a few long ones.
    parts.push(mergeAll(order.segments.map((segment) => toPart(0, segment))))
    return { kind: 'added' }
  }
  if (order.kind === 'build') {
    const built: BuiltPart = buildPart(parts)
    parts = []
    blocks = built.blocks[Symbol.iterator]()
    return { kind: 'built', passages: built.passages, header: built.header }
  }
  const some: TermBlock[] = []
  while (some.length < BLOCKS_AT_ONCE) {
    const next = blocks?.next()
    if (!next || next.done) break
    some.push(next.value)
  }
  return { kind: 'blocks', blocks: some }
}

parentPort?.on('message', (order: PartOrder) => {
  try {
    parentPort?.postMessage(answer(order))
  } catch (error) {
    parentPort?.postMessage({ kind: 'failed', error: String(error) } satisfies PartAnswer)
  }
})
