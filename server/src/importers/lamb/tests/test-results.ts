import { say, TEST_LIMITS } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import { type Draft, type ImportRun, saveAll, skip } from '../import-run.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { readMessages, readOutput } from './legacy-messages.ts'
import { importedTestRepository } from './test.repository.ts'

const KIND = 'test result'
const PAGE = 100
const MAX_ANSWER = 200_000
const MAX_TITLE = 200
const MAX_SETTINGS = 20_000

/** LAMB's test runs. They don't count for publishing: the assistant here is not the one that was tested. */
export async function importTestResults(run: ImportRun): Promise<void> {
  const titles = new Map<string, string>()
  for (const row of run.lamb.rows('assistant_test_scenarios'))
    titles.set(row.text('id').slice(0, 100), row.text('title').trim().slice(0, MAX_TITLE))
  for (const { rows } of run.lamb.pages('assistant_test_runs', PAGE)) {
    const drafts = rows.flatMap((row) => toDraft(run, row, titles) ?? [])
    await saveAll(run, drafts)
  }
}

function toDraft(run: ImportRun, row: LegacyRow, titles: ReadonlyMap<string, string>): Draft | undefined {
  const legacyId = row.text('id').slice(0, 100)
  const scenario = row.text('scenario_id').slice(0, 100)
  const messages = readMessages(row.text('input_messages'))
    .slice(-TEST_LIMITS.messages)
    .map(({ role, content }) => ({ role, content: content.slice(0, TEST_LIMITS.message) }))
  const title = titles.get(scenario) || messages.at(-1)?.content.slice(0, MAX_TITLE) || 'Test'
  if (run.ids.earlier(KIND, legacyId)) return void run.report.count(KIND, 'unchanged')
  const assistant = run.ids.number('assistant', row.integer('assistant_id'))
  if (assistant === undefined)
    return void skip(run, KIND, legacyId, title, say('imports.assistant_not_imported'))
  const { answer, error } = readOutput(row.text('output'))
  const at = row.time('created_at', nowSeconds())
  const tokens = row.json('token_usage') ?? {}
  return {
    kind: KIND,
    legacyId,
    name: title,
    notes: answer.length > MAX_ANSWER ? [say('imports.answer_cut', { limit: MAX_ANSWER })] : [],
    isCounted: true,
    insert: (tx) =>
      importedTestRepository.insertResult(
        tx,
        {
          assistant_id: assistant,
          state: 'completed',
          total: 1,
          complete: 0,
          fingerprint: '',
          model: null,
          version: 1,
          created_by: null,
          created_at: at,
          active_at: at,
          finished_at: at,
        },
        {
          assistant_id: assistant,
          test_id: run.ids.number('test', scenario) ?? null,
          title,
          messages: JSON.stringify(messages),
          answer: answer.slice(0, MAX_ANSWER),
          details: '{}',
          outcome: error === null ? 'unchecked' : 'error',
          error: error?.slice(0, 2000) ?? null,
          model: row.text('model_used').slice(0, 200),
          version: 1,
          input_tokens: countOf(tokens['prompt_tokens']),
          output_tokens: countOf(tokens['completion_tokens']),
          cost: null,
          milliseconds: countOf(row.number('elapsed_ms')),
          snapshot: toSnapshot(row),
          created_at: at,
        },
      ),
  }
}

const MAX_COUNT = 2_000_000_000

const countOf = (value: unknown): number =>
  typeof value === 'number' && value > 0 ? Math.min(Math.round(value), MAX_COUNT) : 0

const toStorable = (text: string): string => text.replaceAll('\u0000', '').slice(0, MAX_ANSWER)

/** LAMB stores the parts that the answer depended on. */
function toSnapshot(row: LegacyRow): string {
  const { system_prompt, ...parts } = row.json('assistant_snapshot') ?? {}
  const metadata = JSON.stringify(parts)
  return JSON.stringify({
    system_prompt: typeof system_prompt === 'string' ? toStorable(system_prompt) : '',
    prompt_template: '',
    metadata: metadata.length > MAX_SETTINGS ? '{}' : metadata,
    rag_collections: '',
    rag_top_k: 3,
  })
}
