import type { Db } from '../../../../../platform/db/db.ts'
import type { Log } from '../../../../../platform/log.ts'
import { pgvectorRepository } from './pgvector.repository.ts'

/** What the installed version of the extension can do. */
export interface Pgvector {
  /** Where its types and operators are. */
  schema: string
  type: 'halfvec' | 'vector'
  /** Of vectors that can have an index. */
  maxDimension: number
  /** Whether a scan goes on when rows that it found were deleted. */
  canIterate: boolean
}

/** Undefined for versions without HNSW. */
export function abilitiesOf(version: string, schema: string): Pgvector | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const atLeast = (wanted: number) => major > 0 || minor >= wanted
  if (!atLeast(5)) return undefined
  return {
    schema,
    ...(atLeast(7)
      ? ({ type: 'halfvec', maxDimension: 4000 } as const)
      : ({ type: 'vector', maxDimension: 2000 } as const)),
    canIterate: atLeast(8),
  }
}

const KEPT_MS = 10 * 60_000

/** Whether pgvector can be used; asked again after some time, because it may be installed or removed meanwhile. */
export function createPgvector({ db, log }: { db: Db; log: Pick<Log, 'info' | 'warn'> }) {
  let found: { pgvector: Pgvector | undefined; until: number } | undefined
  const noted = new Set<string>()

  /** Each message once. */
  function note(message: string): void {
    if (noted.has(message)) return
    noted.add(message)
    log.warn(message)
  }

  async function find(): Promise<Pgvector | undefined> {
    const installed = await pgvectorRepository.installed(db)
    if (!installed) return undefined
    const pgvector = abilitiesOf(installed.version, installed.schema)
    if (!pgvector)
      note(
        `pgvector ${installed.version} is too old to search large knowledge bases: 0.5.0 or newer is needed`,
      )
    return pgvector
  }

  return {
    /** Undefined when it is not there. */
    async current(): Promise<Pgvector | undefined> {
      if (found && found.until > performance.now()) return found.pgvector
      const pgvector = await find()
      found = { pgvector, until: performance.now() + KEPT_MS }
      return pgvector
    },

    /** The same, after trying to create it. */
    async ensure(): Promise<Pgvector | undefined> {
      const existing = await find()
      if (!existing && (await pgvectorRepository.isAvailable(db))) {
        const failure = await pgvectorRepository.create(db)
        if (failure)
          note(
            `pgvector is installed, but could not be created: ${failure}. Run “create extension vector” as a superuser to search large knowledge bases by meaning.`,
          )
        else log.info('created the extension pgvector to search large knowledge bases by meaning')
      }
      found = undefined
      return this.current()
    },

    /** Whether it is there or could be created. */
    mayBeUsed: async (): Promise<boolean> =>
      (await pgvectorRepository.installed(db)) !== undefined || pgvectorRepository.isAvailable(db),

    note,
  }
}

export type PgvectorSupport = ReturnType<typeof createPgvector>
