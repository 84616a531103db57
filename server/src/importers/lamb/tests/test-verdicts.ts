import { say, TEST_LIMITS } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import { createOwners, type Owners } from '../assistants/owners.ts'
import { type Draft, type ImportRun, saveAll, skip } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { importedTestRepository } from './test.repository.ts'

const KIND = 'test evaluation'
const PAGE = 100
const VERDICTS = ['good', 'bad', 'mixed'] as const
const MAX_DIMENSIONS = 10_000

/** What people said about the answers of test runs. */
export async function importTestVerdicts(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  for (const { rows } of run.lamb.pages('assistant_test_evaluations', PAGE)) {
    const ids = rows.map((row) => row.text('id').slice(0, 100))
    const done = await itemRepository.findMany(run.db, run.sourceId, KIND, ids)
    const drafts: Draft[] = []
    for (const row of rows) {
      if (done.has(row.text('id').slice(0, 100))) run.report.count(KIND, 'unchanged')
      else {
        const draft = await toDraft(run, row, owners)
        if (draft) drafts.push(draft)
      }
    }
    await saveAll(run, drafts)
  }
}

async function toDraft(run: ImportRun, row: LegacyRow, owners: Owners): Promise<Draft | undefined> {
  const legacyId = row.text('id').slice(0, 100)
  const result = run.ids.number('test result', row.text('test_run_id').slice(0, 100))
  if (result === undefined) return void skip(run, KIND, legacyId, '', say('imports.test_result_not_imported'))
  const verdict = VERDICTS.find((candidate) => candidate === row.text('verdict').trim().toLowerCase())
  if (!verdict) return void skip(run, KIND, legacyId, '', say('imports.test_without_verdict'))
  const person = await owners.find(row.text('evaluator'))
  const dimensions = JSON.stringify(row.json('dimensions') ?? {})
  return {
    kind: KIND,
    legacyId,
    name: '',
    notes: [],
    isCounted: true,
    insert: (tx) =>
      importedTestRepository.insertVerdict(tx, {
        result_id: result,
        user_id: person?.id ?? null,
        verdict,
        notes: row.text('notes').slice(0, TEST_LIMITS.notes),
        dimensions: dimensions.length > MAX_DIMENSIONS ? '{}' : dimensions,
        created_at: row.time('created_at', nowSeconds()),
      }),
  }
}
