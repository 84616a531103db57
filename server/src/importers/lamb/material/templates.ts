import { say } from '@bellwether/wire'
import { toFreeTemplateName } from '../../../modules/assistants/index.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createOwners } from '../assistants/owners.ts'
import { type Draft, type ImportRun, saveAll, skip, takeName } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { targetRepository } from '../target.repository.ts'

const KIND = 'prompt template'
const MAX_PROMPT = 200_000
const MAX_METADATA = 10_000

export async function importTemplates(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  for (const { rows } of run.lamb.pages('prompt_templates', 50)) {
    const ids = rows.map((row) => row.text('id').slice(0, 40))
    const done = await itemRepository.findMany(run.db, run.sourceId, KIND, ids)
    const drafts: Draft[] = []
    for (const row of rows) {
      const id = row.text('id').slice(0, 40)
      const owner = await owners.find(row.text('owner_email'))
      if (done.has(id)) run.report.count(KIND, 'unchanged')
      else if (!owner) skip(run, KIND, id, row.text('name'), say('imports.owner_not_imported'))
      else if (['system_prompt', 'prompt_template'].some((column) => row.text(column).length > MAX_PROMPT))
        skip(run, KIND, id, row.text('name'), say('imports.prompt_too_long', { limit: MAX_PROMPT }))
      else drafts.push(toDraft(run, row, id, owner))
    }
    await saveAll(run, drafts)
  }
}

function toDraft(
  run: ImportRun,
  row: LegacyRow,
  legacyId: string,
  owner: { id: number; organizationId: number },
): Draft {
  const now = nowSeconds()
  const metadata = JSON.stringify(row.json('metadata') ?? {})
  const name = row.text('name').trim().slice(0, 200) || 'Untitled'
  const notes: Note[] = []
  async function chooseName(db: Db): Promise<string> {
    const existing = await targetRepository.templateNames(db, owner, name)
    const freeName = takeName(run, `prompt template/${owner.id}`, existing, (taken) =>
      toFreeTemplateName(name, taken),
    )
    notes.length = 0
    if (freeName !== row.text('name').trim()) notes.push(say('imports.renamed', { name: freeName }))
    return freeName
  }
  return {
    kind: KIND,
    legacyId,
    name: name,
    notes,
    plan: async () => void (await chooseName(run.db)),
    async insert(tx) {
      const freeName = await chooseName(tx)
      return targetRepository.insertTemplate(tx, {
        organization_id: owner.organizationId,
        owner_id: owner.id,
        name: freeName,
        description: row.text('description').slice(0, 10_000),
        system_prompt: row.text('system_prompt'),
        prompt_template: row.text('prompt_template'),
        is_shared: row.flag('is_shared', false) ? 1 : 0,
        metadata: metadata.length > MAX_METADATA ? '{}' : metadata,
        created_at: row.time('created_at', now),
        updated_at: row.time('updated_at', now),
      })
    },
  }
}
