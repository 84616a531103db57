import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Draft, ImportRun } from '../import-run.ts'
import { saveAll, skip } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { targetRepository } from '../target.repository.ts'
import { type AssistantOwners, assistantOwners } from './assistant-owners.ts'
import { createOwners, type Owners } from './owners.ts'

const KIND = 'share'

/** Within one organization only: a share with someone elsewhere would open the assistant to them. */
export async function importShares(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  const ownerOf = assistantOwners(run)
  const seen = new Set<string>()
  for (const { rows } of run.lamb.pages('assistant_shares')) {
    const keys = rows.map(keyOf)
    const done = await itemRepository.findMany(run.db, run.sourceId, KIND, keys)
    const drafts: Draft[] = []
    for (const row of rows) {
      const key = keyOf(row)
      if (seen.has(key)) skip(run, KIND, key, '', say('imports.listed_twice'))
      else if (done.has(key)) run.report.count(KIND, 'unchanged')
      else {
        const draft = await toDraft(run, row, owners, ownerOf)
        if (draft) drafts.push(draft)
      }
      seen.add(key)
    }
    await saveAll(run, drafts)
  }
}

const keyOf = (row: LegacyRow): string =>
  `${row.text('assistant_id').slice(0, 40)}/${row.text('shared_with_user_id').slice(0, 40)}`

async function toDraft(
  run: ImportRun,
  row: LegacyRow,
  owners: Owners,
  ownerOf: AssistantOwners,
): Promise<Draft | undefined> {
  const legacyId = keyOf(row)
  const assistant = run.ids.number('assistant', row.integer('assistant_id'))
  const user = await owners.findById(row.integer('shared_with_user_id'))
  if (assistant === undefined || !user)
    return void skip(run, KIND, legacyId, '', say('imports.assistant_or_person_not_imported'))
  if ((await ownerOf(assistant))?.organizationId !== user.organizationId)
    return void skip(run, KIND, legacyId, '', say('imports.person_in_other_organization'))
  const by = await owners.findById(row.integer('shared_by_user_id'))
  return {
    kind: KIND,
    legacyId,
    name: '',
    notes: [],
    isCounted: true,
    async insert(tx) {
      await targetRepository.insertShare(tx, {
        assistant_id: assistant,
        user_id: user.id,
        shared_by: by?.id ?? null,
        shared_at: row.time('shared_at', nowSeconds()),
      })
      return assistant
    },
  }
}
