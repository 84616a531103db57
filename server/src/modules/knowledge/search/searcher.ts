import type { FoundChunk, StoredSegment, StoredVectors } from './knowledge-index.ts'
import type { AskedMeaning } from './meaning.ts'
import { SearchThread } from './search-thread.ts'

/** A knowledge base at a certain state of its files. */
export interface BaseVersion {
  id: number
  version: string
}

export interface SearcherDeps {
  /** What of a base can be searched, and the version that this is true for. */
  segmentIdsOf(base: number): Promise<{ version: string; segments: number[]; vectors: number[] }>
  segments(ids: readonly number[]): Promise<StoredSegment[]>
  vectors(ids: readonly number[]): Promise<StoredVectors[]>
  /** Memory for what was searched lately. */
  mostBytes?: number
}

const MOST_BYTES = 256 * 1024 * 1024
/** Segments handed over at once: more would be a long read from the database, and a long wait for everybody. */
const AT_ONCE = 20
/** A base that changes all the time is searched as it was a moment ago, rather than never. */
const TRIES = 3

/** Finds chunks by words and by meaning, off the event loop. */
export function createSearcher({ segmentIdsOf, segments, vectors, mostBytes = MOST_BYTES }: SearcherDeps) {
  const thread = new SearchThread(mostBytes)
  const loading = new Map<number, Promise<string>>()

  /** Answers with the version that is loaded. */
  async function load(base: number): Promise<string> {
    const { version, ...wanted } = await segmentIdsOf(base)
    const answer = await thread.ask({ kind: 'want', base, ...wanted })
    const needed = answer.kind === 'needs' ? answer : { segments: [], vectors: [] }
    await thread.ask({
      kind: 'add',
      base,
      version,
      segments: await inPieces(needed.segments, segments),
      vectors: await inPieces(needed.vectors, vectors),
    })
    return version
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
      question: string,
      limit: number,
      meanings: ReadonlyMap<number, AskedMeaning> = new Map(),
    ): Promise<FoundChunk[]> {
      let wanted = [...bases]
      for (let turn = 0; turn < TRIES; turn++) {
        const answer = await thread.ask({ kind: 'search', bases: wanted, question, limit, meanings })
        if (answer.kind === 'found') return answer.found
        if (answer.kind !== 'missing') break
        const versions = await Promise.all(
          answer.bases.map(async (id) => ({ id, version: await loadOnce(id) })),
        )
        wanted = wanted.map((base) => versions.find(({ id }) => id === base.id) ?? base)
      }
      throw new Error('The knowledge bases changed too often to be searched')
    },

    close: () => thread.close(),
  }
}

export type Searcher = ReturnType<typeof createSearcher>

async function inPieces<T>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) found.push(...(await read(ids.slice(at, at + AT_ONCE))))
  return found
}
