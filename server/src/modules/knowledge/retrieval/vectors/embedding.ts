import { say, toStoredText } from '@bellwether/wire'
import { nowSeconds } from '../../../../platform/clock.ts'
import { readDatabaseClock } from '../../../../platform/db/database-clock.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { isAppError, messageOf } from '../../../../platform/errors.ts'
import { newUuid } from '../../../../platform/ids.ts'
import { createLeasedWork } from '../../../../platform/jobs/leased-work.ts'
import { untilAvailable } from '../../../../platform/jobs/until-available.ts'
import type { Log } from '../../../../platform/log.ts'
import {
  countVectors,
  readBlock,
  type VectorBlock,
  writeBlock,
} from '../../../../search/vectors/vector-block.ts'
import { baseRepository, lockBase } from '../../records/base.repository.ts'
import { embedPassages, isRefusal } from './embed-passages.ts'
import type { Embedder } from './embedder.ts'
import { createPauses } from './pauses.ts'
import { createSaving } from './saving.ts'
import { isSettled } from './serving.ts'
import { VECTOR_LEASE_SECONDS, type VectorJob, vectorRepository } from './vector.repository.ts'

export interface EmbeddingDeps {
  db: Db
  isPostgres: boolean
  log: Log
  embedder: Embedder
  /** Documents embedded at the same time. */
  atOnce?: number
  /** How often to look for new work: from other instances, expired leases and changed settings. */
  lookMs?: number
  /** Provider calls after which progress is saved; more for a long document, which is saved as a whole. */
  saveEvery?: number
  /** A document has its vectors now. */
  onEmbedded?(): void
}

const RENEW_MS = 3000
/** Seconds until a document that the model refuses is tried again. */
const REFUSED_WAIT = 3600

/**
 * Embeds the documents that have no vectors of their organization's model. Until then they are found by words. As
 * with ingestion, the state is in the database: after a crash the next process continues, and several share the work.
 */
export function createEmbedding(deps: EmbeddingDeps) {
  const { db, isPostgres, log, embedder, atOnce = 2, lookMs = 5000, saveEvery = 8 } = deps
  const worker = newUuid()
  const pauses = createPauses()
  const { finish, release } = createEnding(deps, worker, pauses)
  const { wake, isStopped, stop, noteFailure } = createLeasedWork<VectorJob>({
    log,
    atOnce,
    lookMs,
    claim: createClaim(deps, worker, (organization): boolean => isStopped() || pauses.has(organization)),
    work,
    failure: 'failed to look for documents to embed',
  })

  async function work(job: VectorJob, controller: AbortController): Promise<void> {
    const renewing = setInterval(() => {
      keep(job, controller, {}).catch((error: unknown) => {
        noteFailure(error)
        log.warn({ err: error, file: job.file_id }, 'failed to renew a lease')
      })
    }, RENEW_MS)
    try {
      const vectors = await makeVectors(job, controller)
      await untilAvailable(() => finish(job, vectors), controller.signal)
      pauses.end(job.organization_id)
      deps.onEmbedded?.()
    } catch (error) {
      await release(job, error, controller.signal.aborted).catch((failure: unknown) =>
        log.error({ err: failure, file: job.file_id }, 'failed to save the result of an embedding'),
      )
    } finally {
      clearInterval(renewing)
    }
  }

  /** Renews the lease, and ends the work if it is no longer needed. */
  async function keep(
    job: VectorJob,
    controller: AbortController,
    change: Partial<ReturnType<typeof toStored>>,
  ): Promise<void> {
    const lease = { leased_until: (await readDatabaseClock(db, isPostgres)) + VECTOR_LEASE_SECONDS }
    const isMine = await vectorRepository.change(db, job.id, worker, { ...change, ...lease })
    if (!isMine) controller.abort(new Error('the document no longer needs embedding'))
  }

  async function makeVectors(job: VectorJob, controller: AbortController): Promise<VectorBlock> {
    const { signal } = controller
    const passages = await vectorRepository.textsOf(db, job.file_id)
    const saving = createSaving(passages.length, saveEvery)
    return embedPassages({
      passages,
      existing: job.dimension > 0 ? readBlock(job.bytes, job.dimension) : undefined,
      async embed(texts) {
        signal.throwIfAborted()
        const { organization_id, model } = job
        return untilAvailable(() => embedder.embed(organization_id, model, texts, 'passage', signal), signal)
      },
      async onBatch(block) {
        if (!saving.isDue(Date.now())) return
        await untilAvailable(() => keep(job, controller, toStored(block)), signal)
      },
    })
  }

  return {
    wake,

    /** Its settings changed, so what failed before may succeed now. */
    settingsChanged(organization: number): void {
      pauses.end(organization)
      wake()
    },

    /** To be called once. */
    async start(): Promise<void> {
      // One SQLite file has one server: jobs in progress were left by the previous process.
      if (!isPostgres) await vectorRepository.releaseAll(db)
      wake()
    },

    /** Returns running jobs, so that the next process can continue them. */
    stop,
  }
}

export type Embedding = ReturnType<typeof createEmbedding>

/** Organizations take turns, and so do the people of each. */
function createClaim(
  { db, isPostgres, embedder }: EmbeddingDeps,
  worker: string,
  isPaused: (organization: number) => boolean,
) {
  let lastOrganization = 0
  let lastOwner = 0
  return async (mayTakeOver: () => boolean): Promise<VectorJob | undefined> => {
    const organizations = await vectorRepository.organizations(db)
    const now = await readDatabaseClock(db, isPostgres)
    const takesOver = mayTakeOver()
    const inTurn = [
      ...organizations.filter((id) => id > lastOrganization),
      ...organizations.filter((id) => id <= lastOrganization),
    ]
    for (const organization of inTurn) {
      if (isPaused(organization)) continue
      const model = await embedder.modelOf(organization)
      if (model === undefined) continue
      const next = { organization, model, lastOwner }
      const job = await vectorRepository.claim(db, next, worker, now, takesOver)
      if (!job) continue
      lastOrganization = organization
      lastOwner = job.owner_id
      return job
    }
    return undefined
  }
}

/** Ends the work on a document, with its vectors or with an error. */
function createEnding({ db, log }: EmbeddingDeps, worker: string, pauses: ReturnType<typeof createPauses>) {
  /**
   * The vectors of a document become visible all at once. When the last document of a base is done, the vectors of an
   * earlier model are no longer needed.
   */
  async function finish(job: VectorJob, block: VectorBlock): Promise<void> {
    await db.transaction().execute(async (tx) => {
      // Locks the base before its contents, as all code that changes both does; otherwise two could deadlock.
      await lockBase(tx, job.knowledge_base_id)
      const isMine = await vectorRepository.change(tx, job.id, worker, {
        ...toStored(block),
        status: 'ready',
        error_message: null,
        leased_by: null,
        leased_until: 0,
      })
      if (isMine) await changeOver(tx, job)
    })
  }

  /** Once the base is complete with this model, the vectors of others are deleted. */
  async function changeOver(tx: Db, { knowledge_base_id: base, model }: VectorJob): Promise<void> {
    await baseRepository.markChanged(tx, base)
    const { files, models } = await vectorRepository.stateOf(tx, base)
    const state = models.get(model)
    if (models.size > 1 && state && isSettled(files, state))
      await vectorRepository.deleteOthers(tx, base, model)
  }

  async function release(job: VectorJob, error: unknown, aborted: boolean): Promise<void> {
    const isRefused = isRefusal(error)
    if (!aborted && !isRefused) pauses.begin(job.organization_id)
    if (!aborted)
      log.warn(
        { err: error, file: job.file_id, organization: job.organization_id },
        'failed to embed a document',
      )
    const end = {
      leased_by: null,
      leased_until: 0,
      ...(aborted ? {} : { error_message: toStoredText(isAppError(error) ? messageOf(error) : UNEXPECTED) }),
    }
    if (!isRefused || aborted) return void (await vectorRepository.change(db, job.id, worker, end))
    await db.transaction().execute(async (tx) => {
      await lockBase(tx, job.knowledge_base_id)
      const refused = { ...end, status: 'failed', run_after: nowSeconds() + REFUSED_WAIT } as const
      const isMine = await vectorRepository.change(tx, job.id, worker, refused)
      // It may be the last document that the base waited for. Refused again, it changes nothing.
      if (isMine && job.status !== 'failed') await changeOver(tx, job)
    })
  }

  return { finish, release }
}

const UNEXPECTED = say('knowledge.embedding_failed')

const toStored = (block: VectorBlock) => ({
  dimension: block.dimension,
  bytes: writeBlock(block),
  passages: countVectors(block),
  updated_at: nowSeconds(),
})
