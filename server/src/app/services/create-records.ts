import { createSpending } from '../../modules/budgets/index.ts'
import { type OrganizationSettings, settingsIn } from '../../modules/organizations/index.ts'
import { createTraceRecorder, createTraceRetention, createTraceService } from '../../modules/traces/index.ts'
import { createModelCalls, createUsageRecorder } from '../../modules/usage/index.ts'
import type { Config } from '../../platform/config.ts'
import type { DatabaseKind, Db } from '../../platform/db/db.ts'
import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Log } from '../../platform/log.ts'

export interface RecordParts {
  db: Db
  databaseKind: DatabaseKind
  outbox: Outbox
  config: Config
  log: Log
  metrics: Metrics
  settingsOf(organizationId: number): Promise<OrganizationSettings>
}

/** The records of every answer: usage, cost and trace. */
export function createRecords({ db, databaseKind, outbox, config, log, metrics, settingsOf }: RecordParts) {
  const usage = createUsageRecorder({
    outbox,
    onNote({ kind, provider, outcome, inputTokens, outputTokens }) {
      if (kind === 'answer') metrics.countCompletion(provider, outcome, inputTokens, outputTokens)
    },
    onError(error, lost) {
      log.error({ err: error, lost }, 'failed to write usage')
      if (lost > 0) metrics.countDroppedUsage(lost)
    },
  })
  const spending = createSpending({
    db,
    kind: databaseKind,
    outbox,
    onError: (error) => log.error({ err: error }, 'failed to count an answer in its budgets'),
  })
  const { note: noteModelCall, measure: measureCall } = createModelCalls({
    usage,
    settingsOf,
    charge: spending.charge,
    reserve: spending.reserveFor,
    onError: (error) => log.error({ err: error }, 'failed to record the use of a model'),
  })
  const traceRecorder = createTraceRecorder({
    outbox,
    onError: (error, lost) => log.error({ err: error, lost }, 'failed to write traces'),
  })
  const traces = createTraceService({
    db,
    flush: traceRecorder.flush,
    showsTexts: async (id) => settingsIn((await settingsOf(id)).config).activity !== 'off',
    currencyOf: async (id) => (await settingsOf(id)).config.prices?.currency ?? 'USD',
  })
  const traceRetention = createTraceRetention({
    db,
    defaultDays: config.TRACE_DAYS,
    onError: (error) => log.error({ err: error }, 'failed to delete old traces'),
  })
  return { usage, spending, noteModelCall, measureCall, traceRecorder, traces, traceRetention }
}

export type Records = ReturnType<typeof createRecords>
