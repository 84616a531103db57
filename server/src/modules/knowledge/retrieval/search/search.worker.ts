import { parentPort, workerData } from 'node:worker_threads'
import { type FoundChunk, KnowledgeIndex, type StoredSegment, type StoredVectors } from './knowledge-index.ts'
import type { EmbeddedQuestion } from './semantic-score.ts'

/** What the thread is asked. Questions are answered in their order. */
export type SearchOrder =
  | {
      kind: 'search'
      /** Without a version, the one that is here will do. */
      bases: readonly { id: number; version: string | undefined }[]
      question: string
      limit: number
      meanings: ReadonlyMap<number, EmbeddedQuestion>
    }
  | { kind: 'want'; base: number; segments: readonly number[]; vectors: readonly number[] }
  | {
      kind: 'add'
      base: number
      /** Undefined while more is to come. */
      version: string | undefined
      segments: readonly StoredSegment[]
      vectors: readonly StoredVectors[]
      /** Bases that somebody is about to search. */
      inUse: readonly number[]
    }

export type SearchAnswer =
  | { kind: 'found'; found: FoundChunk[] }
  /** These bases are not here at this version: hand them over and ask again. */
  | { kind: 'missing'; bases: number[] }
  | { kind: 'needs'; segments: number[]; vectors: number[] }
  | { kind: 'added' }

export interface Asked {
  id: number
  order: SearchOrder
}

export interface Answered {
  id: number
  answer?: SearchAnswer
  error?: string
}

const index = new KnowledgeIndex((workerData as { mostBytes: number }).mostBytes)
const versions = new Map<number, string>()

/** One that is being handed over has no version yet. */
function isHere(id: number, wanted: string | undefined): boolean {
  const version = versions.get(id)
  return index.has(id) && version !== undefined && version === (wanted ?? version)
}

function answer(order: SearchOrder): SearchAnswer {
  switch (order.kind) {
    case 'search': {
      const missing = order.bases.filter(({ id, version }) => !isHere(id, version))
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
    case 'add': {
      const { base, version, segments, vectors, inUse } = order
      const isAdded = index.add(base, segments, vectors, { isMore: version === undefined, inUse })
      if (!isAdded) return { kind: 'missing', bases: [base] }
      if (version !== undefined) versions.set(base, version)
      return { kind: 'added' }
    }
  }
}

function answerOne({ id, order }: Asked): Answered {
  try {
    return { id, answer: answer(order) }
  } catch (error) {
    return { id, error: String(error) }
  }
}

/** Nobody waits longer than this for the answers to those who asked in the same moment. */
const TOGETHER_MS = 2

parentPort?.on('message', (asked: readonly Asked[]) => {
  let answered: Answered[] = []
  let begun = performance.now()
  for (const one of asked) {
    answered.push(answerOne(one))
    if (performance.now() - begun < TOGETHER_MS) continue
    parentPort?.postMessage(answered)
    answered = []
    begun = performance.now()
  }
  if (answered.length > 0) parentPort?.postMessage(answered)
})
