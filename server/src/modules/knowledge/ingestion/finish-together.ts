import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUnavailable } from '../../../platform/errors.ts'
import { passageRepository } from '../passages/passage.repository.ts'
import type { PreparedDocument } from '../reading/index-document.ts'
import { baseRepository, lockBase } from '../records/base.repository.ts'
import { replacementRepository } from '../records/replacement.repository.ts'
import { namesakeRepository } from '../replacing/namesake.repository.ts'
import { type Job, jobRepository } from './job.repository.ts'
import { resultColumns, rowsOf } from './result-rows.ts'

type Finish = (job: Job, document: PreparedDocument, snapshot: string | undefined) => Promise<void>

interface Finished {
  job: Job
  document: PreparedDocument
  resolve(): void
  reject(error: unknown): void
}

export interface FinishDeps {
  db: Db
  /** Saves the result of any job, in a transaction of its own. */
  finishOne: Finish
  onIndexed: (() => void) | undefined
}

/** Longer documents are written alone, so that the transaction stays short. */
const MAX_PASSAGES = 50
const MAX_FILES = 64

/**
 * Saves the results of jobs. New, small files of a knowledge base that end while the results of others are being
 * written are written together in the next transaction: a transaction for each takes longer than reading the file.
 */
export function createFinishTogether(deps: FinishDeps): Finish {
  const waiting = new Map<number, Finished[]>()

  async function writeAll(base: number, queue: Finished[]): Promise<void> {
    while (queue.length > 0) await writeGroup(deps, base, queue.splice(0, MAX_FILES))
    waiting.delete(base)
  }

  return (job, document, snapshot) => {
    const isShort = document.chunks.length <= MAX_PASSAGES
    if (!isShort || snapshot !== undefined || job.chunk_count > 0 || job.source_url !== null)
      return deps.finishOne(job, document, snapshot)
    return new Promise((resolve, reject) => {
      const finished = { job, document, resolve, reject }
      const queue = waiting.get(job.knowledge_base_id)
      if (queue) queue.push(finished)
      else {
        const first = [finished]
        waiting.set(job.knowledge_base_id, first)
        void writeAll(job.knowledge_base_id, first)
      }
    })
  }
}

/** Never throws: each job gets its own result. */
async function writeGroup(deps: FinishDeps, base: number, group: readonly Finished[]): Promise<void> {
  let alone = group
  try {
    const firsts = group.length > 1 ? await findFirsts(deps.db, base, group) : []
    if (firsts.length > 0) {
      await write(deps.db, base, firsts)
      deps.onIndexed?.()
      for (const { resolve } of firsts) resolve()
      alone = group.filter((job) => !firsts.includes(job))
    }
  } catch (error) {
    if (isUnavailable(error)) {
      for (const { reject } of group) reject(error)
      return
    }
    // One of them may be the cause.
  }
  for (const { job, document, resolve, reject } of alone)
    await deps.finishOne(job, document, undefined).then(resolve, reject)
}

/** Those that replace nothing: no older file of the same name, no earlier version. */
async function findFirsts(db: Db, base: number, group: readonly Finished[]): Promise<Finished[]> {
  const jobs = group.map(({ job }) => job)
  const oldest = await namesakeRepository.oldest(
    db,
    base,
    jobs.map(({ name }) => name),
  )
  const replacing = await replacementRepository.ofFiles(
    db,
    jobs.map(({ id }) => id),
  )
  return group.filter(({ job }) => oldest.get(job.name) === job.id && !replacing.has(job.id))
}

const write = (db: Db, base: number, group: readonly Finished[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockBase(tx, base)
    const leasedIds = await jobRepository.endFirst(
      tx,
      group.map(({ job, document }) => {
        const { title, language, character_count, warnings, plugin_params } = resultColumns(job, document)
        const chunks = document.chunks.length
        return { job, title, language, chunks, characters: character_count, warnings, params: plugin_params }
      }),
      nowSeconds(),
    )
    const stillLeased = group.filter(({ job }) => leasedIds.has(job.id))
    if (stillLeased.length === 0) return
    await passageRepository.insertAll(
      tx,
      stillLeased.map(({ job, document }) => ({
        file: job.id,
        rows: rowsOf(job.id, document.chunks),
        bytes: document.segment,
      })),
    )
    await baseRepository.markChanged(tx, base)
  })
