import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import type { Db } from '../../../../platform/db/db.ts'
import type { Log } from '../../../../platform/log.ts'
import type { Language } from '../../../../platform/text/language.ts'
import { startWorker } from '../../../../platform/threads/worker.ts'
import { toLanguage } from './base-language.ts'
import { type OutdatedDocument, reindexRepository } from './reindex.repository.ts'
import type { ReindexAnswer, ReindexOrder } from './reindex.worker.ts'

export interface ReindexDeps {
  db: Db
  log: Log
  /** A document was reindexed. */
  onReindexed(): void
}

const DOCUMENTS_AT_ONCE = 50
/** Passages read from the database at once. */
const PORTION = 2000
/** A search waits this long for the documents of its knowledge base; the rest follows in the background. */
const MAX_WAIT_MS = 10_000

/**
 * Reindexes documents whose index has the format of an earlier version, from their stored passages: all of them in the
 * background after startup, but first those of a knowledge base that is being searched. Several instances may do the
 * same work; the first result counts.
 */
export function createReindexing({ db, log, onReindexed }: ReindexDeps) {
  const running = new Map<number, Promise<void>>()
  let worker: Worker | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let isStopped = false
  let backgroundRun: Promise<void> | undefined

  const forget = (): void => {
    worker = undefined
  }

  /** One document at a time. */
  function build(order: ReindexOrder): Promise<Exclude<ReindexAnswer, { error: string }>> {
    const next = turn.then(async () => {
      worker ??= startReindexWorker()
      worker.once('exit', forget)
      worker.postMessage(order)
      const answer = await nextAnswer(worker)
      worker?.off('exit', forget)
      if ('error' in answer) throw new Error(answer.error)
      return answer
    })
    turn = next.catch(() => undefined)
    return next
  }

  async function reindexOne(document: OutdatedDocument, fallback: Language): Promise<void> {
    const passages = await passagesOf(db, document.file)
    const title = document.title || document.name.replace(/\.[a-z0-9]{1,5}$/i, '')
    const { language, bytes } = await build({ title, passages, fallback })
    if (await reindexRepository.replace(db, { document, language, bytes })) onReindexed()
  }

  /** Reindexes one knowledge base, or all. A document that fails is left as it is and not tried again. */
  async function work(base?: number): Promise<void> {
    const failed = new Set<number>()
    while (!isStopped) {
      const outdated = await reindexRepository.outdated(db, DOCUMENTS_AT_ONCE + failed.size, base)
      const documents = outdated.filter(({ segment }) => !failed.has(segment))
      if (documents.length === 0) return
      for (const document of documents) {
        if (isStopped) return
        const fallback = toLanguage(await reindexRepository.languageOf(db, document.base))
        await reindexOne(document, fallback).catch((error: unknown) => {
          failed.add(document.segment)
          if (!isStopped) log.error({ err: error, file: document.file }, 'failed to reindex a document')
        })
      }
    }
  }

  return {
    /** Call it once. */
    start(): void {
      backgroundRun = work()
        .catch((error: unknown) => log.error({ err: error }, 'failed to reindex documents'))
        .finally(() => worker?.terminate())
        .then(() => {
          worker = undefined
        })
    },

    /** Makes the documents of a knowledge base searchable. */
    async ensure(base: number): Promise<void> {
      if ((await reindexRepository.outdated(db, 1, base)).length === 0) return
      let run = running.get(base)
      if (!run) {
        run = work(base)
          .catch((error: unknown) => log.error({ err: error, base }, 'failed to reindex a knowledge base'))
          .finally(() => running.delete(base))
        running.set(base, run)
      }
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, MAX_WAIT_MS)
      })
      await Promise.race([run, limit])
      clearTimeout(timer)
    },

    async stop(): Promise<void> {
      isStopped = true
      await worker?.terminate()
      await Promise.all([backgroundRun, ...running.values()])
    },
  }
}

export type Reindexing = ReturnType<typeof createReindexing>

/** Fails if the thread exits, for example because the server stops. */
async function nextAnswer(worker: Worker): Promise<ReindexAnswer> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    const [answer] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(() => {
        throw new Error('the thread has exited')
      }),
    ])
    return answer as ReindexAnswer
  } finally {
    waiting.abort()
  }
}

function startReindexWorker(): Worker {
  const worker = startWorker('reindex', new URL('./reindex.worker.ts', import.meta.url))
  worker.unref()
  return worker
}

async function passagesOf(db: Db, file: number) {
  const passages: { heading: string; text: string }[] = []
  for (;;) {
    const page = await reindexRepository.passagesOf(db, file, { limit: PORTION, offset: passages.length })
    for (const passage of page) passages.push(passage)
    if (page.length < PORTION) return passages
  }
}
