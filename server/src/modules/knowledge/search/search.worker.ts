import { parentPort, workerData } from 'node:worker_threads'
import { type FoundChunk, KnowledgeIndex, type StoredSegment, type StoredVectors } from './knowledge-index.ts'
import type { AskedMeaning } from './meaning.ts'

/** What the thread is asked. Questions are answered in their order. */
export type SearchOrder =
  | {
      kind: 'search'
      bases: readonly { id: number; version: string }[]
      question: string
      limit: number
      meanings: ReadonlyMap<number, AskedMeaning>
    }
  | { kind: 'want'; base: number; segments: readonly number[]; vectors: readonly number[] }
  | {
      kind: 'add'
      base: number
      version: string
      segments: readonly StoredSegment[]
      vectors: readonly StoredVectors[]
    }

export type SearchAnswer =
  | { kind: 'found'; found: FoundChunk[] }
  /** These bases are not here at this version: hand them over and ask again. */
  | { kind: 'missing'; bases: number[] }
  | { kind: 'needs'; segments: number[]; vectors: number[] }
  | { kind: 'added' }

const index = new KnowledgeIndex((workerData as { mostBytes: number }).mostBytes)
const versions = new Map<number, string>()

function answer(order: SearchOrder): SearchAnswer {
  switch (order.kind) {
    case 'search': {
      const missing = order.bases.filter(({ id, version }) => !index.has(id) || versions.get(id) !== version)
      if (missing.length > 0) return { kind: 'missing', bases: missing.map(({ id }) => id) }
      const bases = order.bases.map(({ id }) => id)
      return { kind: 'found', found: index.search(bases, order.question, order.limit, order.meanings) }
    }
    case 'want':
      versions.delete(order.base)
      return {
        kind: 'needs',
        segments: index.want(order.base, order.segments),
        vectors: index.wantVectors(order.base, order.vectors),
      }
    case 'add':
      index.add(order.base, order.segments)
      index.addVectors(order.base, order.vectors)
      versions.set(order.base, order.version)
      return { kind: 'added' }
  }
}

parentPort?.on('message', ({ id, order }: { id: number; order: SearchOrder }) => {
  try {
    parentPort?.postMessage({ id, answer: answer(order) })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})
