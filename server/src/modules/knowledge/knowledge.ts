import { setImmediate as turn } from 'node:timers/promises'
import type { WebFetcher } from '../../documents/crawler/web-fetcher.ts'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { RunLong } from '../../platform/db/postgres/long-statements.ts'
import type { Log } from '../../platform/log.ts'
import { createRemoveSoon } from '../../platform/storage/remove-soon.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { finishRemovals, removalRepository } from '../files/index.ts'
import { askedBy } from '../usage/index.ts'
import { type BaseDeps, type BaseService, createBaseService } from './bases/base.service.ts'
import { createDocumentService } from './documents/document.service.ts'
import type { DocumentDeps } from './documents/document-deps.ts'
import { createIngestion } from './ingestion/ingestion.ts'
import { createPrepare } from './ingestion/prepare.ts'
import { createReadText } from './ingestion/read-text.ts'
import { createFetchRemote } from './ingestion/remote-documents.ts'
import { createOriginals, type Originals } from './originals/originals.ts'
import { type ChunkRow, passageRepository } from './passages/passage.repository.ts'
import { NO_DESCRIBER, type PictureDescriber } from './pictures/picture-describer.ts'
import { findRefusal } from './recordings/transcribe-recording.ts'
import { NO_TRANSCRIBER, type Transcriber } from './recordings/transcriber.ts'
import { baseRepository, type KnowledgeOwner } from './records/base.repository.ts'
import { fileRepository } from './records/file.repository.ts'
import { createPassingBox, type PasswordBox } from './records/file-password.ts'
import { namesakeRepository } from './replacing/namesake.repository.ts'
import { createLargeIndexing } from './retrieval/database/large/large-indexing.ts'
import { LARGE_LIMITS, type LargeLimits } from './retrieval/database/large/next-step.ts'
import { createNearest } from './retrieval/database/nearest/create-nearest.ts'
import { createPassageSearch, type PassageSearch, toId, toSearched } from './retrieval/passage-search.ts'
import { createBaseLanguage } from './retrieval/reindex/base-language.ts'
import { createReindexing } from './retrieval/reindex/reindex.ts'
import { createDatabaseSearcher } from './retrieval/searcher/database-searcher.ts'
import { createEmbedQuery } from './retrieval/vectors/embed-query.ts'
import { type Embedder, NO_EMBEDDER, NO_RERANKER, type Reranker } from './retrieval/vectors/embedder.ts'
import { createEmbedding } from './retrieval/vectors/embedding.ts'
import { createServing, type EmbeddingProgress, type Serving } from './retrieval/vectors/serving.ts'

export interface KnowledgeDeps extends Pick<BaseDeps, 'maySharePeople' | 'usedByOthers'> {
  db: Db
  isPostgres: boolean
  storage: Storage
  /** For temporary copies of files in a storage that is not on this disk. */
  dataDir: string
  log: Log
  webFetcher: WebFetcher
  /** Encrypts the passwords of files. Without it, they are forgotten when the process ends. */
  box?: PasswordBox
  /** Without them, the search only uses words and its own ranking. */
  embedder?: Embedder
  reranker?: Reranker
  /** Without it, images are not described by a model. */
  describer?: PictureDescriber
  /** Without it, recordings are refused. */
  transcriber?: Transcriber
  /** The number of passages from which a base is searched in the database (PostgreSQL only). */
  largeLimits?: LargeLimits
  /** With PostgreSQL, for building indexes of pgvector. Undefined: they are neither built nor used. */
  runLong: RunLong | undefined
  /** Memory for recently searched bases. */
  searchMemoryMb?: number | undefined
}

/** Documents processed at the same time: two, so that a book does not hold up a page. */
const AT_ONCE = 2
/** More than are read at the same time, because some wait for a transcription. */
const JOBS_AT_ONCE = AT_ONCE + 2

/** Passages read from the database at once. More would block the event loop too long. */
const PORTION = 2000

/** Knowledge bases: adding, processing and searching documents. */
export function createKnowledge({
  db,
  isPostgres,
  storage,
  dataDir,
  log,
  webFetcher,
  box = createPassingBox(),
  maySharePeople,
  usedByOthers,
  embedder = NO_EMBEDDER,
  reranker = NO_RERANKER,
  describer = NO_DESCRIBER,
  transcriber = NO_TRANSCRIBER,
  largeLimits = LARGE_LIMITS,
  runLong,
  searchMemoryMb,
}: KnowledgeDeps) {
  const originals = createOriginals({ storage, dataDir })
  const { serving, embedding, embedQuery, reindexing, searcher, largeIndexing } = createIndexes({
    db,
    log,
    isPostgres,
    embedder,
    runLong,
    limits: largeLimits,
    memoryMb: searchMemoryMb,
  })
  const removeOriginals = createRemoveOriginals(db, originals)
  const removeSoon = createRemoveSoon(log)
  const bases = createBaseService({
    db,
    maySharePeople,
    usedByOthers,
    removeOriginals: (base) => removeSoon(() => removeOriginals(base)),
    abandon: (files) => files.forEach((file) => void ingestion.abandon(file)),
  })
  const documents = createDocumentService({
    db,
    originals,
    removeSoon,
    box,
    getBase: bases.getFor,
    wake: () => ingestion.wake(),
    abandon: (file) => ingestion.abandon(file),
    markChanged: async (base) => {
      await baseRepository.markChanged(db, base)
      largeIndexing?.wake()
    },
    ...modelChecks(describer, transcriber),
  })
  const preparing = createPrepare({
    log,
    originals,
    box,
    fetchRemote: createFetchRemote(webFetcher),
    describer,
    transcriber,
    earlierOf: (job) => namesakeRepository.pathsOfOlder(db, job),
    passagesOf: (file) => allPassages(db, file),
    languageOf: createBaseLanguage(db),
    atOnce: AT_ONCE,
  })
  const ingestion = createIngestion({
    db,
    isPostgres,
    log,
    prepare: preparing.prepare,
    removeOriginal: originals.remove,
    onIndexed: () => {
      embedding.wake()
      largeIndexing?.wake()
    },
    atOnce: JOBS_AT_ONCE,
  })
  const reading = createReadText()
  const search = createPassageSearch({ db, log, searcher, serving, embedQuery, reranker })

  return {
    bases,
    documents,
    ...search,
    readText: reading.readText,
    ...createQueries({ db, bases, search, serving }),

    /** An organization chose another embedding model or provider: documents are embedded again where needed. */
    embeddingsChanged: embedding.settingsChanged,

    /** Files without a document, left by a server that was killed. */
    removeUnowned: createRemoveUnowned(db, originals, removeOriginals),

    async start(): Promise<void> {
      await ingestion.start()
      reindexing.start()
      await embedding.start()
      largeIndexing?.wake()
    },

    async stop(): Promise<void> {
      await ingestion.stop()
      await reindexing.stop()
      await embedding.stop()
      await largeIndexing?.stop()
      await preparing.close()
      await reading.close()
      await searcher.close()
    },
  }
}

interface IndexDeps extends Pick<KnowledgeDeps, 'db' | 'isPostgres' | 'log' | 'runLong'> {
  embedder: Embedder
  limits: LargeLimits
  memoryMb: number | undefined
}

/** The search, and what keeps its indexes up to date. */
function createIndexes({ db, isPostgres, log, runLong, embedder, limits, memoryMb }: IndexDeps) {
  const serving = createServing({ db, embedder })
  const nearest = runLong && createNearest({ db, log, runLong, limits })
  // One process with SQLite keeps everything in memory.
  const largeIndexing = isPostgres
    ? createLargeIndexing({ db, log, limits, ...(nearest && { nearest: nearest.indexing }) })
    : undefined
  const wake = () => largeIndexing?.wake()
  const embedding = createEmbedding({ db, isPostgres, log, embedder, onEmbedded: wake })
  const reindexing = createReindexing({ db, log, onReindexed: wake })
  const { ensure } = reindexing
  const searcher = createDatabaseSearcher({ db, serving, ensure, nearest: nearest?.search, limits, memoryMb })
  const embedQuery = createEmbedQuery({ embedder, log })
  return { serving, embedding, embedQuery, reindexing, searcher, largeIndexing }
}

const createRemoveUnowned =
  (db: Db, originals: Originals, removeOriginals: (base: number) => Promise<void>) =>
  async (ageMs: number, signal: AbortSignal): Promise<void> => {
    await finishRemovals({ db, area: 'knowledge', remove: removeOriginals }, signal)
    await originals.removeUnowned(ageMs, signal, (base) => pathsOf(db, base))
  }

/** Of a deleted base. */
const createRemoveOriginals =
  (db: Db, originals: Pick<Originals, 'removeAllOf'>) =>
  async (base: number): Promise<void> => {
    await originals.removeAllOf(base)
    await removalRepository.delete(db, 'knowledge', base)
  }

export type Knowledge = ReturnType<typeof createKnowledge>

/** Whether the organization has the models that a file needs. */
const modelChecks = (
  describer: PictureDescriber,
  transcriber: Transcriber,
): Pick<DocumentDeps, 'requireDescriber' | 'findRefusal'> => ({
  requireDescriber: async (organizationId, model) => void (await describer.modelOf(organizationId, model)),
  findRefusal: (organizationId, file) => findRefusal(transcriber, organizationId, file),
})

interface QueryDeps {
  db: Db
  bases: Pick<BaseService, 'getFor'>
  search: Pick<PassageSearch, 'searchBases'>
  serving: Serving
}

const createQueries = ({ db, bases, search, serving }: QueryDeps) => ({
  /** The same search that assistants use, in one base. */
  async query(
    caller: UserCaller,
    id: number,
    question: string,
    settings: { topK: number; threshold: number; sections?: boolean },
    signal?: AbortSignal,
  ) {
    const base = await bases.getFor(caller, 'see', id)
    return search.searchBases(
      [toSearched(base)],
      question,
      { ...settings, askedFor: askedBy(caller) },
      signal,
    )
  },

  /** The base's owner and name, if an assistant of this owner may search it. */
  async findForTool(
    owner: KnowledgeOwner,
    base: string,
  ): Promise<{ ownerId: number; name: string } | undefined> {
    const id = toId(base)
    const row = id === undefined ? undefined : await baseRepository.findForOwner(db, owner, id)
    return row && { ownerId: row.owner_id, name: row.name }
  },

  /** How many of a base's documents are embedded; null when its organization has no embedding model. */
  async embeddingOf(caller: UserCaller, id: number): Promise<EmbeddingProgress | null> {
    const base = await bases.getFor(caller, 'see', id)
    return serving.progressOf({ id: base.id, organizationId: base.organization_id })
  },
})

/** Undefined if the base no longer exists. */
async function pathsOf(db: Db, base: number) {
  const since = await baseRepository.findCreatedAt(db, base)
  return since === undefined ? undefined : { since, paths: await fileRepository.pathsIn(db, base) }
}

async function allPassages(db: Db, file: number): Promise<ChunkRow[]> {
  const passages: ChunkRow[] = []
  for (;;) {
    const page = await passageRepository.listOf(db, file, { limit: PORTION, offset: passages.length })
    for (const passage of page) passages.push(passage)
    if (page.length < PORTION) return passages
    await turn()
  }
}
