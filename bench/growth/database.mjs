import { register } from 'tsx/esm/api'
import { cpuPerAnswer, cpuPerRequest, makeAssistant } from './measure.mjs'

const YEAR = 365 * 86_400

/** More assistants in the organization: an answer of one of them, a page of the list, and the whole list of models. */
export async function measureAssistants(bench) {
  const rows = []
  let createdCount = 0
  let last
  for (const count of [1, 100, 1000, 10_000]) {
    for (; createdCount < count; createdCount++)
      last = await makeAssistant(bench, `assistant ${createdCount}`)
    rows.push([
      count,
      await cpuPerAnswer(bench, bench.target(last)),
      await cpuPerRequest(bench, () => bench.call('GET', '/assistants?scope=mine&limit=25')),
      await cpuPerRequest(bench, () => bench.call('GET', '/v1/models?limit=100')),
      await cpuPerRequest(bench, () => bench.call('GET', '/v1/models'), 5),
    ])
  }
  return {
    title: 'Assistants of an organization',
    columns: ['assistants', 'answer (ms)', 'page of 25 (ms)', '100 models (ms)', 'all models (ms)'],
    rows,
  }
}

/** A year of usage, written beside the running server. */
export async function measureUsageRows(bench) {
  const unregister = register()
  const { sql } = await import('kysely')
  const { openDatabase } = await import('../../server/src/platform/db/open-database.ts')
  const { db, close } = await openDatabase({ dataDir: bench.dataDir })
  const now = Math.floor(Date.now() / 1000)
  const day = (at) => new Date(at * 1000).toISOString().slice(0, 10)
  const path = `/usage?scope=organization&from=${day(now - YEAR)}&to=${day(now)}`
  const assistant = await makeAssistant(bench, 'usage')
  const rows = []
  let written = 0
  for (const count of [1, 1000, 10_000, 100_000, 1_000_000]) {
    for (; written < count; written = Math.min(count, written + 50_000))
      await sql`
        insert into usage_records
          (kind, organization_id, assistant_id, owner_id, user_id, end_user, provider, model, input_tokens, output_tokens, cost,
           unpriced, tool_calls, outcome, tool, units, created_at)
        with recursive n(i) as (select ${written} union all select i + 1 from n where i + 1 < ${Math.min(count, written + 50_000)})
        select 'answer', 1, i % 200 + 1, 1, 1, null, 'openai', 'm' || (i % 5), 500, 100, 10, 0, 0, 'ok', null, 0,
          ${now} - (i * 7919) % ${YEAR}
        from n`.execute(db)
    rows.push([
      count,
      await cpuPerAnswer(bench, bench.target(assistant)),
      await cpuPerRequest(bench, () => bench.call('GET', path), 3),
    ])
  }
  await close()
  await unregister()
  return {
    title: 'Usage rows',
    columns: ['rows', 'CPU per answer (ms)', 'CPU per report of a year (ms)'],
    rows,
  }
}
