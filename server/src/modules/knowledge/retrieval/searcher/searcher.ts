import { machineMemory } from '../../../../platform/threads/machine-memory.ts'
import type { Findings } from '../../../../search/grade/grade.ts'
import type { PartHeader, StoredVectors } from '../../../../search/knowledge-index.ts'
import type { StoredSegment } from '../../../../search/postings/parts.ts'
import type { Question } from '../../../../search/readings/readings.ts'
import type { EmbeddedQuestion } from '../../../../search/vectors/semantic-score.ts'
import type { CandidatePlace, CandidateText, NeededLists, ReadBlock } from '../database/large/open-parts.ts'
import type { NearPlace } from '../database/nearest/nearest.repository.ts'
import { inPieces } from '../in-pieces.ts'
import type { SearchAnswer, SearchOrder } from './search.worker.ts'
import { SearchThread } from './search-thread.ts'

/** A knowledge base at a certain version. */
export interface BaseVersion {
  id: number
  version: string
}

export interface SearcherDeps {
  /** The searchable parts of a base, and their version. */
  segmentIdsOf(base: number): Promise<BaseContents & { version: string }>
  segments(ids: readonly number[]): Promise<StoredSegment[]>
  vectors(ids: readonly number[]): Promise<StoredVectors[]>
  large: LargeDeps
  /** Memory for recently searched bases. */
  maxBytes?: number
}

/** The index of a base: segments in memory and, for a large base, parts in the database. */
interface BaseContents {
  segments: number[]
  parts: number[]
  vectors: number[]
}

/** Reads what is needed of parts in the database. */
export interface LargeDeps {
  headers(ids: readonly number[]): Promise<PartHeader[]>
  lists(needed: NeededLists): Promise<ReadBlock[]>
  texts(places: readonly CandidatePlace[]): Promise<CandidateText[]>
  /** Passages that are near in meaning, found by an index of vectors. */
  nearest(meanings: ReadonlyMap<number, EmbeddedQuestion>): Promise<NearPlace[]>
}

const MIB = 1024 * 1024

/**
 * An eighth of the machine's (or container's) memory, between 256 MiB and 2 GiB. Two bases that don't fit together are loaded in turn,
 * which takes a hundred times as long as a search.
 */
const defaultBytes = (): number => Math.min(Math.max(machineMemory() / 8, 256 * MIB), 2048 * MIB)

/** After this many attempts, a base that keeps changing is searched in its last loaded version. */
const TRIES = 3

/** Finds chunks by words and by meaning, in a worker thread. */
export function createSearcher({
  segmentIdsOf,
  segments,
  vectors,
  large,
  maxBytes = defaultBytes(),
}: SearcherDeps) {
  const thread = new SearchThread(maxBytes)
  const loading = new Map<number, Promise<string>>()
  const waiting = createWaiting()

  /** Returns the loaded version. */
  async function load(base: number): Promise<string> {
    for (let turn = 0; turn < TRIES; turn++) {
      const { version, ...ids } = await segmentIdsOf(base)
      const answer = await thread.ask({ kind: 'want', base, ...ids })
      if (answer.kind === 'needs' && (await handOver(base, version, answer))) return version
    }
    throw new Error('The search thread kept exiting while a knowledge base was being loaded')
  }

  /** In pieces. False if the thread has evicted the base in the meantime, for example by restarting. */
  async function handOver(base: number, version: string, needed: BaseContents) {
    const add = async (
      piece: { segments?: StoredSegment[]; parts?: PartHeader[]; vectors?: StoredVectors[] },
      of?: string,
    ) => {
      const inUse = waiting.bases()
      const answer = await thread.ask({
        kind: 'add',
        base,
        version: of,
        segments: [],
        parts: [],
        vectors: [],
        ...piece,
        inUse,
      })
      return answer.kind === 'added'
    }
    for await (const piece of inPieces(needed.segments, segments))
      if (!(await add({ segments: piece }))) return false
    for await (const piece of inPieces(needed.parts, large.headers))
      if (!(await add({ parts: piece }))) return false
    for await (const piece of inPieces(needed.vectors, vectors))
      if (!(await add({ vectors: piece }))) return false
    return add({}, version)
  }

  function loadOnce(base: number): Promise<string> {
    let run = loading.get(base)
    if (!run) {
      run = load(base).finally(() => loading.delete(base))
      loading.set(base, run)
    }
    return run
  }

  return {
    async search(
      bases: readonly BaseVersion[],
      question: Question,
      limit: number,
      meanings: ReadonlyMap<number, EmbeddedQuestion> = new Map(),
    ): Promise<Findings> {
      let versions: { id: number; version: string | undefined }[] = [...bases]
      waiting.count(bases, 1)
      try {
        for (let turn = 0; turn <= TRIES; turn++) {
          const answer = await ask(thread, large, {
            kind: 'search',
            bases: versions,
            question,
            limit,
            meanings,
          })
          if (answer.kind === 'found') return answer.found
          if (answer.kind !== 'missing') break
          const loaded = new Map(
            await Promise.all(answer.bases.map(async (id) => [id, await loadOnce(id)] as const)),
          )
          const isLast = turn + 1 >= TRIES
          versions = versions.map(({ id, version }) => ({
            id,
            version: isLast ? undefined : (loaded.get(id) ?? version),
          }))
        }
      } finally {
        waiting.count(bases, -1)
      }
      throw new Error('The knowledge bases changed too often to be searched')
    },

    close: () => thread.close(),
  }
}

export type Searcher = ReturnType<typeof createSearcher>

/** How many searches wait for each base: a base is not removed from memory before they are done. */
function createWaiting() {
  const counts = new Map<number, number>()
  return {
    bases: (): number[] => [...counts.keys()],
    count(bases: readonly BaseVersion[], by: 1 | -1): void {
      for (const { id } of bases) {
        const count = (counts.get(id) ?? 0) + by
        if (count > 0) counts.set(id, count)
        else counts.delete(id)
      }
    },
  }
}

/** Reads what the question needs of large bases. */
async function ask(
  thread: SearchThread,
  { lists, texts, nearest }: LargeDeps,
  order: SearchOrder & { kind: 'search' },
): Promise<SearchAnswer> {
  let answer = await thread.ask(order)
  // At the same time as the lists.
  const nearPlaces = answer.kind === 'lists' ? nearest(order.meanings) : undefined
  nearPlaces?.catch(() => undefined)
  // Again if the parts have changed in the meantime.
  for (let turn = 0; turn < TRIES && answer.kind === 'lists'; turn++) {
    const read = { parts: answer.needed.parts, blocks: await lists(answer.needed) }
    answer = await thread.ask({ ...order, read, nearest: (await nearPlaces) ?? [] })
  }
  if (answer.kind !== 'texts') return answer
  return thread.ask({ kind: 'finish', search: answer.search, texts: await texts(answer.places) })
}
