import { setImmediate as otherWork } from 'node:timers/promises'
import { say } from '@bellwether/wire'
import { createPricing, MICROS, type Pricing, usageRepository } from '../../../modules/usage/index.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { NewRow } from '../../../platform/db/schema.ts'
import { type AssistantOwners, assistantOwners } from '../assistants/assistant-owners.ts'
import { type ImportRun, saveAll } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { readPrices } from './prices.ts'

const KIND = 'usage record'
const TOTAL = 'usage total'
/** Our record of how far the list was read. */
const CURSOR = 'cursor'
const MAX_TOKENS = 1_000_000_000

/** Each page is saved with the place where the next one starts. */
export async function importUsage(run: ImportRun): Promise<void> {
  const pricing = createPricing(readPrices(run))
  const owners = assistantOwners(run)
  const cursor = (await itemRepository.findMany(run.db, run.sourceId, KIND, [CURSOR])).get(CURSOR)
  const total = run.lamb.count('usage_logs')
  let done = 0
  for (const { rows, cursor: next } of run.lamb.pages('usage_logs', 500, cursor)) {
    const records = []
    for (const row of rows) {
      const record = await toRecord(run, row, pricing, owners)
      if (record) records.push(record)
      else run.report.count(KIND, 'skipped')
    }
    await savePage(run, records, next)
    done += rows.length
    run.onProgress({ step: say('imports.step_usage'), done, total })
  }
  if (cursor !== undefined && total > done) run.report.count(KIND, 'unchanged', total - done)
  if (run.report.countOf(KIND, 'skipped') > 0) run.report.notice(say('imports.usage_left_out'))
  await importTotals(run, pricing, owners)
}

async function savePage(run: ImportRun, records: NewRow<'usage_records'>[], cursor: string): Promise<void> {
  run.signal?.throwIfAborted()
  if (!run.options.dryRun)
    await run.db.transaction().execute(async (tx) => {
      await usageRepository.insertMany(tx, records)
      await itemRepository.setCursor(tx, {
        source: run.sourceId,
        kind: KIND,
        legacy_id: CURSOR,
        our_id: cursor,
        created_at: nowSeconds(),
      })
    })
  run.report.count(KIND, 'imported', records.length)
}

const tokensOf = (value: unknown): number =>
  typeof value === 'number' && value > 0 ? Math.min(Math.floor(value), MAX_TOKENS) : 0

interface Figures {
  provider: string
  model: string
  inputTokens: number
  outputTokens: number
}

function figuresOf(row: LegacyRow): Figures {
  const data = row.json('usage_data') ?? {}
  return {
    // LAMB only wrote down the usage of this one.
    provider: row.text('provider').trim().slice(0, 100) || 'openai',
    model: (row.text('model_name').trim() || (typeof data['model'] === 'string' ? data['model'] : '')).slice(
      0,
      200,
    ),
    inputTokens: tokensOf(data['prompt_tokens']),
    outputTokens: tokensOf(data['completion_tokens']),
  }
}

const costOf = (pricing: Pricing, { provider, model, ...figures }: Figures): number | null =>
  pricing.costOf(provider, model, figures)

async function toRecord(
  run: ImportRun,
  row: LegacyRow,
  pricing: Pricing,
  owners: AssistantOwners,
): Promise<NewRow<'usage_records'> | undefined> {
  const assistantId = run.ids.number('assistant', row.integer('assistant_id'))
  const owner = assistantId === undefined ? undefined : await owners(assistantId)
  if (assistantId === undefined || !owner) return undefined
  const figures = figuresOf(row)
  const cost = costOf(pricing, figures)
  return {
    organization_id: owner.organizationId,
    assistant_id: assistantId,
    owner_id: owner.ownerId,
    user_id: run.ids.number('user', row.integer('user_id')) ?? null,
    end_user: null,
    provider: figures.provider,
    model: figures.model,
    input_tokens: figures.inputTokens,
    output_tokens: figures.outputTokens,
    outcome: 'ok',
    cost,
    unpriced: cost === null ? 1 : 0,
    tool: null,
    created_at: row.time('created_at', nowSeconds()),
  }
}

interface Sums {
  input: number
  output: number
  cost: number
}

/** LAMB counts usage also without a log. Limits depend on the totals, so the rest becomes one record. */
async function importTotals(run: ImportRun, pricing: Pricing, owners: AssistantOwners): Promise<void> {
  if (!run.lamb.has('assistant_usage_totals')) return
  const logged = await sumLogs(run, pricing)
  for (const { rows } of run.lamb.pages('assistant_usage_totals')) {
    const ids = rows.map((row) => row.text('assistant_id'))
    const done = await itemRepository.findMany(run.db, run.sourceId, TOTAL, ids)
    for (const row of rows) {
      const id = row.text('assistant_id')
      const assistantId = run.ids.number('assistant', row.integer('assistant_id'))
      const owner = assistantId === undefined ? undefined : await owners(assistantId)
      if (done.has(id)) run.report.count(TOTAL, 'unchanged')
      if (assistantId === undefined || !owner) {
        run.report.count(TOTAL, 'skipped')
        run.report.notice(say('imports.usage_left_out'))
      }
      if (done.has(id) || assistantId === undefined || !owner) continue
      const rest = restOf(row, logged.get(id))
      if (rest.input + rest.output + rest.cost <= 0) continue
      const record: NewRow<'usage_records'> = {
        organization_id: owner.organizationId,
        assistant_id: assistantId,
        owner_id: owner.ownerId,
        user_id: null,
        end_user: null,
        kind: 'model',
        provider: 'lamb',
        model: 'imported',
        input_tokens: rest.input,
        output_tokens: rest.output,
        outcome: 'ok',
        cost: rest.cost,
        tool: null,
        created_at: row.time('updated_at', nowSeconds()),
      }
      const insert = async (tx: ImportRun['db']) => {
        await usageRepository.insertMany(tx, [record])
        return id
      }
      await saveAll(run, [{ kind: TOTAL, legacyId: id, name: '', notes: [], isCounted: true, insert }])
    }
  }
}

async function sumLogs(run: ImportRun, pricing: Pricing): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>()
  for (const { rows } of run.lamb.pages('usage_logs', 1000)) {
    for (const row of rows) addLog(sums, row, pricing)
    await otherWork()
  }
  return sums
}

function addLog(sums: Map<string, Sums>, row: LegacyRow, pricing: Pricing): void {
  const id = row.text('assistant_id')
  const sum = sums.get(id) ?? { input: 0, output: 0, cost: 0 }
  const figures = figuresOf(row)
  sum.input += figures.inputTokens
  sum.output += figures.outputTokens
  sum.cost += costOf(pricing, figures) ?? 0
  sums.set(id, sum)
}

function restOf(row: LegacyRow, logged: Sums = { input: 0, output: 0, cost: 0 }): Sums {
  const cost = Math.round((row.number('cost_usd_total') ?? 0) * MICROS)
  return {
    input: Math.max(0, tokensOf(row.integer('prompt_tokens_total')) - logged.input),
    output: Math.max(0, tokensOf(row.integer('completion_tokens_total')) - logged.output),
    cost: Math.max(0, Math.min(cost, 1_000_000 * MICROS) - logged.cost),
  }
}
