import { parentPort, workerData } from 'node:worker_threads'
import type { Findings } from '../../../../search/grade/grade.ts'
import { KnowledgeIndex, type PartHeader, type StoredVectors } from '../../../../search/knowledge-index.ts'
import type { StoredSegment } from '../../../../search/postings/parts.ts'
import type { Question } from '../../../../search/readings/readings.ts'
import type { EmbeddedQuestion } from '../../../../search/vectors/semantic-score.ts'
import type { CandidatePlace, CandidateText, NeededLists, ReadBlock } from '../database/large/open-parts.ts'
import { neededLists, UnfinishedSearch } from '../database/large/unfinished-search.ts'
import type { NearPlace } from '../database/nearest/nearest.repository.ts'

/** Requests to the thread. They are responses in order. */
export type SearchOrder =
  | {
      kind: 'search'
      /** Without a version, the loaded one is used. */
      bases: readonly { id: number; version: string | undefined }[]
      question: Question
      limit: number
      meanings: ReadonlyMap<number, EmbeddedQuestion>
      /** After the answer `lists`: what was read of these parts. */
      read?: { parts: readonly number[]; blocks: readonly ReadBlock[] }
      /** Found by an index of vectors. */
      nearest?: readonly NearPlace[]
    }
  /** After the answer `texts`. */
  | { kind: 'finish'; search: number; texts: readonly CandidateText[] }
  | {
      kind: 'want'
      base: number
      segments: readonly number[]
      parts: readonly number[]
      vectors: readonly number[]
    }
  | {
      kind: 'add'
      base: number
      /** Undefined while more is to come. */
      version: string | undefined
      segments: readonly StoredSegment[]
      parts: readonly PartHeader[]
      vectors: readonly StoredVectors[]
      /** Bases that are about to be searched. */
      inUse: readonly number[]
    }

export type SearchAnswer =
  | { kind: 'found'; found: Findings }
  /** These bases are not loaded in this version: send them and ask again. */
  | { kind: 'missing'; bases: number[] }
  /** Parts of the bases are in the database: read these, and ask again. */
  | { kind: 'lists'; needed: NeededLists }
  /** Read the texts of these passages, and `finish`. */
  | { kind: 'texts'; search: number; places: CandidatePlace[] }
  | { kind: 'needs'; segments: number[]; parts: number[]; vectors: number[] }
  | { kind: 'added' }

export interface SearchRequest {
  id: number
  order: SearchOrder
}

export interface SearchResponse {
  id: number
  answer?: SearchAnswer
  error?: string
}

const index = new KnowledgeIndex((workerData as { maxBytes: number }).maxBytes)
const versions = new Map<number, string>()

/** A base that is being loaded has no version yet. */
function isLoaded(id: number, wantedVersion: string | undefined): boolean {
  const version = versions.get(id)
  return index.has(id) && version !== undefined && version === (wantedVersion ?? version)
}

/** Waiting for the texts of their candidates. */
const unfinished = new Map<number, UnfinishedSearch>()
/** An abandoned search is never finished, so the oldest are dropped. */
const MAX_UNFINISHED = 64
let lastSearch = 0

function search(order: SearchOrder & { kind: 'search' }, bases: readonly number[]): SearchAnswer {
  const { question, limit, meanings, read, nearest = [] } = order
  const largeQuestion = { bases, question, limit, meanings, nearest }
  const needed = neededLists(index, largeQuestion)
  if (!needed) return { kind: 'found', found: index.find(bases, question, limit, meanings) }
  if (!read || needed.parts.some((part) => !read.parts.includes(part))) return { kind: 'lists', needed }
  const unfinishedSearch = new UnfinishedSearch(index, largeQuestion, read.blocks)
  unfinished.set(++lastSearch, unfinishedSearch)
  for (const id of unfinished.keys()) if (unfinished.size > MAX_UNFINISHED) unfinished.delete(id)
  return { kind: 'texts', search: lastSearch, places: unfinishedSearch.wanted }
}

function answer(order: SearchOrder): SearchAnswer {
  switch (order.kind) {
    case 'search': {
      const missing = order.bases.filter(({ id, version }) => !isLoaded(id, version))
      if (missing.length > 0) return { kind: 'missing', bases: missing.map(({ id }) => id) }
      return search(
        order,
        order.bases.map(({ id }) => id),
      )
    }
    case 'finish': {
      const unfinishedSearch = unfinished.get(order.search)
      unfinished.delete(order.search)
      return unfinishedSearch
        ? { kind: 'found', found: unfinishedSearch.finish(order.texts) }
        : { kind: 'missing', bases: [] }
    }
    case 'want':
      versions.delete(order.base)
      return {
        kind: 'needs',
        segments: index.want(order.base, order.segments),
        parts: index.wantParts(order.base, order.parts),
        vectors: index.wantVectors(order.base, order.vectors),
      }
    case 'add': {
      const { base, version, segments, parts, vectors, inUse } = order
      const isAdded = index.add(base, segments, vectors, {
        isMore: version === undefined,
        inUse,
        headers: parts,
      })
      if (!isAdded) return { kind: 'missing', bases: [base] }
      if (version !== undefined) versions.set(base, version)
      return { kind: 'added' }
    }
  }
}

function respond({ id, order }: SearchRequest): SearchResponse {
  try {
    return { id, answer: answer(order) }
  } catch (error) {
    return { id, error: String(error) }
  }
}

/** Maximum time a response waits for others that arrived at the same moment. */
const TOGETHER_MS = 2

parentPort?.on('message', (requests: readonly SearchRequest[]) => {
  let responses: SearchResponse[] = []
  let startedAt = performance.now()
  for (const request of requests) {
    responses.push(respond(request))
    if (performance.now() - startedAt < TOGETHER_MS) continue
    parentPort?.postMessage(responses)
    responses = []
    startedAt = performance.now()
  }
  if (responses.length > 0) parentPort?.postMessage(responses)
})
