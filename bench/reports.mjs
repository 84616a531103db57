// npm run bench -- reports: reports over a year of usage on SQLite, and how long other requests wait. ROWS defaults to 1000000.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installIfNeeded, requireNode } from '../scripts/setup.mjs'

requireNode()
await installIfNeeded()
const { register } = await import('tsx/esm/api')
register()
const { sql } = await import('kysely')
const { openDatabase } = await import('../server/src/platform/db/open-database.ts')
const { createUsageReports } = await import('../server/src/modules/usage/usage-report.ts')

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const START = Date.UTC(2026, 0, 1) / 1000
const YEAR = 365 * 86_400
const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-reports-'))
const { db, reports: reportsDb, migrate, close } = await openDatabase({ dataDir })
await migrate()
for (let from = 0; from < ROWS; from += 50_000) {
  const until = Math.min(ROWS, from + 50_000)
  await sql`
    insert into usage_records
      (kind, organization_id, assistant_id, owner_id, user_id, end_user, provider, model, input_tokens, output_tokens, cost, unpriced,
       tool_calls, outcome, tool, units, created_at)
    with recursive n(i) as (select ${from} union all select i + 1 from n where i + 1 < ${until})
    select 'answer', 1, i % 200 + 1, i % 50 + 1, i % 1000 + 1, null, 'openai', 'm' || (i % 5), 500, 100, 10, 0, 0, 'ok', null, 0,
      ${START} + cast(i as integer) * ${YEAR} / ${ROWS}
    from n`.execute(db)
}

const organization = { id: 1, config: '{}' }
const organizations = { getFor: async () => organization, getRow: async () => organization }
const reports = createUsageReports({ reports: reportsDb, organizations })
const caller = { kind: 'user', userId: 7, organizationId: 1 }
const query = { org: undefined, from: '2026-01-01', to: '2026-12-31' }

for (const scope of ['mine', 'assistants', 'organization']) {
  let longest = 0
  let last = performance.now()
  let isOver = false
  const watch = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(watch)
  }
  watch()
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await reports.report(caller, { ...query, scope })
  const duration = performance.now() - startedAt
  watch()
  isOver = true
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `${scope.padEnd(12)} ${ROWS} rows: ${duration.toFixed(0)} ms, CPU ${((user + system) / 1000).toFixed(0)} ms, others waited up to ${longest.toFixed(0)} ms`,
  )
}
await close()
await rm(dataDir, { recursive: true, force: true })
