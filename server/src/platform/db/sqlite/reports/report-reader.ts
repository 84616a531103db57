import { say } from '@bellwether/wire'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { AppError, unavailable } from '../../../errors.ts'
import { createTaskThread, TaskTimeout } from '../../../threads/task-thread.ts'
import { startWorker } from '../../../threads/worker.ts'
import type { Db } from '../../db.ts'
import type { Database } from '../../schema.ts'

export interface ReportQuery {
  sql: string
  parameters: readonly unknown[]
}

export interface ReportLimits {
  /** Time limit of one query. */
  timeoutMs: number
  /** Maximum number of waiting queries; they run one at a time. */
  maxQueued: number
}

const LIMITS: ReportLimits = { timeoutMs: 30_000, maxQueued: 100 }

/** For expensive reports: selects only, in a separate thread, one at a time, each with a time limit. */
export function openReportReader(file: string, limits: ReportLimits = LIMITS): Db {
  const ask = createTaskThread<ReportQuery, unknown[]>({
    start: () =>
      startWorker('report-reader', new URL('./report-reader.worker.ts', import.meta.url), {
        workerData: { file },
      }),
    timeoutMs: limits.timeoutMs,
  })
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  async function run(query: ReportQuery): Promise<unknown[]> {
    if (waiting >= limits.maxQueued) throw unavailable(say('server.too_many_reports'), 5)
    waiting++
    const turn = last.then(() => ask(query))
    last = turn.catch(() => undefined)
    try {
      return await turn
    } catch (error) {
      if (!(error instanceof TaskTimeout)) throw error
      throw new AppError('unavailable', say('server.report_too_slow'), { cause: error })
    } finally {
      waiting--
    }
  }

  return new Kysely<Database>({
    dialect: {
      createDriver: () => new ReportDriver(run),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })
}

class ReportDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(run: (query: ReportQuery) => Promise<unknown[]>) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
        if (!SelectQueryNode.is(query)) throw new Error('Reports can only read')
        return { rows: (await run({ sql, parameters })) as R[] }
      },
      // biome-ignore lint/correctness/useYield: the interface requires a generator, but streaming is not supported.
      async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
        throw new Error('Reports are not streamed')
      },
    }
  }

  async init(): Promise<void> {
    // The first query starts the thread.
  }

  acquireConnection = async (): Promise<DatabaseConnection> => this.#connection
  beginTransaction = noTransactions
  commitTransaction = noTransactions
  rollbackTransaction = noTransactions

  async releaseConnection(): Promise<void> {
    // All queries share one connection.
  }

  async destroy(): Promise<void> {
    // The thread ends when it is idle.
  }
}

async function noTransactions(): Promise<never> {
  throw new Error('Reports can only read')
}
