import { join } from 'node:path'
import { createOutbox } from '../../platform/db/outbox/outbox.ts'
import { createOutboxDatabase } from '../../platform/db/outbox/outbox-database.ts'
import { createRunLong } from '../../platform/db/postgres/long-statements.ts'
import { createIdempotency } from '../../platform/http/idempotency/idempotency.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { createCoordination } from '../../platform/instances/coordination.ts'
import { createMailQueue } from '../../platform/mail/mail-queue.ts'
import { createMailServer } from '../../platform/mail/mail-server.ts'
import { ALLOW_SETTINGS, createOutbound, mapPurposes } from '../../platform/outbound/create-outbound.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { createRemoveSoon } from '../../platform/storage/remove-soon.ts'
import type { ServiceDeps } from './service-deps.ts'

const DATABASE_PATIENCE_MS = 2000

/** Secrets, storage, outgoing connections, metrics, deferred writes and the other instances: what all other services build on. */
export function createFoundation({ config, log, database, secrets, storage }: ServiceDeps) {
  const { db } = database
  const box = createSecretBox(secrets.encryption, secrets.signing)
  const via = `1.1 bellwether-${box.sign('via').slice(0, 12)}`
  const outbound = createOutbound({
    allow: mapPurposes((purpose) => config[ALLOW_SETTINGS[purpose]]),
    onRefused: ({ purpose, place, reason }) =>
      log.warn({ purpose, place, reason, setting: ALLOW_SETTINGS[purpose] }, 'outgoing request blocked'),
    firstByteMs: config.UPSTREAM_FIRST_BYTE_MS,
    idleMs: config.UPSTREAM_IDLE_MS,
    via,
  })
  const outboxDatabase = createOutboxDatabase(db, database.kind)
  const outbox = createOutbox({
    folder: join(config.DATA_DIR, 'unsaved'),
    database: outboxDatabase,
    // Over a network, silence may last.
    patienceMs: database.kind === 'postgres' ? DATABASE_PATIENCE_MS : undefined,
    onError: (error, lost) =>
      lost > 0
        ? log.error({ err: error, lost }, 'records were lost')
        : log.warn({ err: error }, 'database unavailable; records are queued'),
  })
  return {
    ...createCoordination(database, log),
    db,
    databaseKind: database.kind,
    /** Undefined with SQLite. */
    runLong: database.newClient && createRunLong(database.newClient),
    reports: database.reports,
    emptyLog: database.emptyLog,
    /** For short edits; `locks` are for answers, which take minutes. */
    editLocks: database.locks,
    storage,
    removeSoon: createRemoveSoon(log),
    dataDir: config.DATA_DIR,
    box,
    via,
    outbound,
    metrics: createMetrics(),
    outbox,
    outboxDatabase,
    idempotency: createIdempotency({ db, box }),
    mail: createMailQueue({
      db,
      outbox,
      box,
      log,
      server:
        config.SMTP_URL && config.SMTP_FROM ? createMailServer(config.SMTP_URL, config.SMTP_FROM) : undefined,
    }),
  }
}

export type Foundation = ReturnType<typeof createFoundation>
