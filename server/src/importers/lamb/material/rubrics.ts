import { rubricDataSchema, say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import { newUuid } from '../../../platform/ids.ts'
import { createOwners, type Owners } from '../assistants/owners.ts'
import { type Draft, type ImportRun, isImported, saveAll, skip } from '../import-run.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { targetRepository } from '../target.repository.ts'

const KIND = 'rubric'
const ID = /^[\w-]{1,100}$/
const MAX_DATA = 1_000_000

/** By the id that assistants use. LAMB's text stays as it is, so that prompts stay the same. */
export async function importRubrics(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  const seen = new Set<string>()
  for (const { rows } of run.lamb.pages('rubrics', 50)) {
    const drafts: Draft[] = []
    for (const row of rows) {
      const id = row.text('rubric_id').trim()
      if (seen.has(id))
        skip(run, KIND, id.slice(0, 100), row.text('title').trim(), say('imports.listed_twice'))
      else {
        const draft = await toDraft(run, row, id, owners)
        if (draft) drafts.push(draft)
      }
      seen.add(id)
    }
    await saveAll(run, drafts)
  }
}

async function toDraft(
  run: ImportRun,
  row: LegacyRow,
  id: string,
  owners: Owners,
): Promise<Draft | undefined> {
  const title = row.text('title').trim()
  const leave = (reason: Note) => void skip(run, KIND, id.slice(0, 100), title, reason)
  if (!ID.test(id)) return leave(say('imports.id_invalid'))
  if (isImported(run, KIND, id, title)) return undefined
  const owner = await owners.find(row.text('owner_email'))
  if (!owner) return leave(say('imports.owner_not_imported'))
  const data = row.json('rubric_data')
  const text = row.text('rubric_data')
  if (!data || text.length > MAX_DATA || !rubricDataSchema.safeParse(data).success)
    return leave(say('imports.criteria_unreadable'))
  const isFree = await targetRepository.isRubricIdFree(run.db, id)
  const ourId = isFree ? id : newUuid()
  const parent = row.text('parent_rubric_id').trim()
  const now = nowSeconds()
  return {
    kind: KIND,
    legacyId: id,
    name: title,
    notes: isFree ? [] : [say('imports.rubric_new_id')],
    async insert(tx) {
      await targetRepository.insertRubric(tx, {
        rubric_id: ourId,
        organization_id: owner.organizationId,
        owner_id: owner.id,
        title: title.slice(0, 500) || 'Untitled',
        description: row.text('description').slice(0, 10_000),
        rubric_data: text,
        is_public: row.flag('is_public', false) ? 1 : 0,
        is_showcase: row.flag('is_showcase', false) ? 1 : 0,
        parent_rubric_id: run.ids.find(KIND, parent) ?? null,
        created_at: row.time('created_at', now),
        updated_at: row.time('updated_at', now),
      })
      return ourId
    },
  }
}
