import {
  type LambImport,
  type LambImportReport,
  lambImportReportSchema,
  parseJsonObject,
  readMessage,
  say,
  textOf,
  toMessageBody,
  toMessageFields,
} from '@bellwether/wire'
import type {
  ImportDeps,
  ImportOptions,
  ImportPaths,
  ImportReport,
  ReportEntry,
} from '../../importers/lamb/index.ts'
import { organizationRepository } from '../../modules/organizations/index.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { conflict, isUnavailable, notFound } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import { untilAvailable } from '../../platform/jobs/until-available.ts'
import type { Log } from '../../platform/log.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type ImportRow, importRepository } from './import.repository.ts'
import { loadImporter, type ReceivedImport } from './receive-import.ts'

export interface ImportsDeps extends Omit<ImportDeps, 'client' | 'onProgress' | 'signal'> {
  config: Config
  log: Log
  outbound: Pick<Outbound, 'trusted'>
}

/** A running import renews its row this often; one that has not for longer was interrupted. */
const RENEW_MS = 2000
const STALE_SECONDS = 60
const SHOWN = 20
const MAX_ENTRIES = 1000

/** Imports that system admins start in the web app. One at a time, over all instances. */
export function createImports(deps: ImportsDeps) {
  const { db, log } = deps
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  async function begin(userId: number, options: ImportOptions): Promise<string> {
    const id = newUuid()
    const now = nowSeconds()
    await db.transaction().execute(async (tx) => {
      await organizationRepository.lockSystem(tx)
      if (await importRepository.isRunning(tx, now - STALE_SECONDS))
        throw conflict(say('server.import_running'))
      await importRepository.insert(tx, {
        id,
        state: 'running',
        options: JSON.stringify(options),
        report: null,
        error: null,
        started_by: userId,
        created_at: now,
        updated_at: now,
      })
    })
    return id
  }

  async function run(id: string, paths: ImportPaths, options: ImportOptions): Promise<void> {
    const renewal = createRenewal(deps, id)
    try {
      const { importLamb, isNotable } = await loadImporter()
      const report = await importLamb(
        { ...deps, client: deps.outbound.trusted, onProgress: renewal.note, signal: stopping.signal },
        paths,
        options,
      )
      await renewal.stop()
      await saveEnd(id, { state: report.state, report: JSON.stringify(toShown(report, isNotable)) })
    } catch (error) {
      const { aborted } = stopping.signal
      if (!aborted) log.error({ err: error, import: id }, 'import failed')
      await renewal.stop()
      // Starting it again continues it.
      await saveEnd(id, { state: aborted || isUnavailable(error) ? 'interrupted' : 'failed' })
    }
  }

  /** Even if the database is away for a while: without it, the report is lost and no other import can start for a minute. */
  const saveEnd = (id: string, end: Pick<NewRow<'lamb_imports'>, 'state'> & { report?: string }) =>
    untilAvailable(
      () => importRepository.update(db, id, { ...end, updated_at: nowSeconds() }),
      stopping.signal,
    )

  return {
    /** Returns once it has started. The uploaded files are removed when it ends. */
    async start(userId: number, received: ReceivedImport): Promise<LambImport> {
      let id: string
      try {
        id = await begin(userId, received.options)
      } catch (error) {
        await received.remove()
        throw error
      }
      const work: Promise<void> = run(id, received.paths, received.options)
        .catch((error: unknown) => log.error({ err: error, import: id }, 'failed to record an import'))
        .finally(received.remove)
        .finally(() => running.delete(work))
      running.add(work)
      return toRecord(await getRow(id))
    },
    get: async (id: string): Promise<LambImport> => toRecord(await getRow(id)),
    /** At shutdown: the import ends after the current objects, and continues when it is started again. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
    },
    list: async (): Promise<LambImport[]> => (await importRepository.list(db, SHOWN)).map(toRecord),
  }

  async function getRow(id: string): Promise<ImportRow> {
    const row = await importRepository.find(db, id)
    if (!row) throw notFound('Import')
    return row
  }
}

export type Imports = ReturnType<typeof createImports>

/** Writes the progress now and then, also as a sign that the import is alive. */
function createRenewal({ db, log }: Pick<ImportsDeps, 'db' | 'log'>, id: string) {
  let progress = ''
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing
      .then(() => importRepository.update(db, id, { progress, updated_at: nowSeconds() }))
      .catch((error: unknown) => log.warn({ err: error }, 'failed to save the progress of an import'))
  }, RENEW_MS)
  return {
    note: (now: object) => {
      progress = JSON.stringify(now)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await writing
    },
  }
}

/** The stored part of a report: what someone has to read. */
function toShown(
  { state, totals, notices, entries, omitted }: ImportReport,
  isNotable: (entry: ReportEntry) => boolean,
): LambImportReport {
  const notable = entries.filter(isNotable)
  const visibleEntries = notable.slice(0, MAX_ENTRIES)
  return {
    state,
    totals,
    notices: notices.map(textOf),
    notice_messages: notices.map(toMessageBody),
    entries: visibleEntries.map(({ notes, ...entry }) => ({
      ...entry,
      notes: notes.map(textOf),
      note_messages: notes.map(toMessageBody),
    })),
    omitted: omitted + notable.length - visibleEntries.length,
  }
}

function toProgress(stored: string): LambImport['progress'] {
  const progress = parseJsonObject(stored)
  if (!progress) return null
  const step = readMessage(progress['step']) ?? ''
  return {
    step: textOf(step),
    ...(typeof step === 'string' ? {} : toMessageFields(step)),
    done: Number(progress['done']),
    total: Number(progress['total']),
  }
}

function toRecord(row: ImportRow): LambImport {
  const isStale = row.state === 'running' && row.updated_at < nowSeconds() - STALE_SECONDS
  const report = row.report === null ? undefined : lambImportReportSchema.safeParse(JSON.parse(row.report))
  return {
    id: row.id,
    state: isStale ? 'interrupted' : row.state,
    dry_run: parseJsonObject(row.options)?.['dryRun'] === true,
    progress: toProgress(row.progress),
    report: report?.data ?? null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
