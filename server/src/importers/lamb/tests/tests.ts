import { say, TEST_LIMITS, testDraftSchema } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import { createOwners, type Owners } from '../assistants/owners.ts'
import { type Draft, type ImportRun, isImported, saveAll, skip } from '../import-run.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { readList, readMessages } from './legacy-messages.ts'
import { importedTestRepository } from './test.repository.ts'

const KIND = 'test'
const PAGE = 100

/** LAMB's test scenarios become tests without checks, which people review. */
export async function importTests(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  const counts = new Map<number, number>()
  for (const { rows } of run.lamb.pages('assistant_test_scenarios', PAGE)) {
    const drafts: Draft[] = []
    for (const row of rows) {
      const draft = await toDraft(run, row, owners, counts)
      if (draft) drafts.push(draft)
    }
    await saveAll(run, drafts)
  }
}

async function toDraft(
  run: ImportRun,
  row: LegacyRow,
  owners: Owners,
  counts: Map<number, number>,
): Promise<Draft | undefined> {
  const legacyId = row.text('id').slice(0, 100)
  const title = row.text('title').trim().slice(0, 200)
  if (isImported(run, KIND, legacyId, title)) return undefined
  const leave = (reason: Note) => void skip(run, KIND, legacyId, title, reason)
  const assistant = run.ids.number('assistant', row.integer('assistant_id'))
  if (assistant === undefined) return leave(say('imports.assistant_not_imported'))
  const read = testDraftSchema.safeParse(toGiven(row, title))
  if (!read.success) return leave(say('imports.test_invalid'))
  const count = (counts.get(assistant) ?? 0) + 1
  counts.set(assistant, count)
  if (count > TEST_LIMITS.perAssistant)
    return leave(say('imports.too_many_tests', { limit: TEST_LIMITS.perAssistant }))
  const { messages, tags, checks, ...texts } = read.data
  const by = await owners.find(row.text('created_by'))
  const now = nowSeconds()
  return {
    kind: KIND,
    legacyId,
    name: title,
    notes: [],
    insert: (tx) =>
      importedTestRepository.insertTest(tx, {
        assistant_id: assistant,
        ...texts,
        messages: JSON.stringify(messages),
        tags: JSON.stringify(tags),
        checks: JSON.stringify(checks),
        created_by: by?.id ?? null,
        created_at: row.time('created_at', now),
        updated_at: row.time('updated_at', now),
      }),
  }
}

const toGiven = (row: LegacyRow, title: string) => ({
  title: title || 'Test',
  description: row.text('description').slice(0, TEST_LIMITS.notes),
  kind: row.text('scenario_type').slice(0, 50) || 'single_turn',
  messages: readMessages(row.text('messages')),
  expected: row.text('expected_behavior').slice(0, TEST_LIMITS.notes),
  tags: readList(row.text('tags'))
    .filter((tag) => typeof tag === 'string')
    .map((tag) => tag.replaceAll('\u0000', '').trim().slice(0, 50))
    .filter((tag) => tag !== '')
    .slice(0, 20),
})
