import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createOwners, type Owner } from '../assistants/owners.ts'
import { type Draft, type ImportRun, isImported, saveAll, skip } from '../import-run.ts'
import { isKeepable } from '../legacy-ids.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { targetRepository } from '../target.repository.ts'

const KIND = 'knowledge base'

/** LAMB knows names and owners of knowledge bases. Their documents are on its knowledge-base server. */
export async function importKnowledgeBases(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  for (const { rows } of run.lamb.pages('kb_registry')) {
    const drafts: Draft[] = []
    const seen = new Set<string>()
    for (const row of rows) {
      const id = row.text('kb_id').trim()
      const name = row.text('kb_name').trim()
      if (!/^[\w-]{1,100}$/.test(id)) skip(run, KIND, id.slice(0, 100), name, 'The id is not valid.')
      else if (!seen.has(id) && !isImported(run, KIND, id, name)) {
        const owner = await owners.findById(row.integer('owner_user_id'))
        if (owner) drafts.push(await toDraft(run, row, id, owner))
        else skip(run, KIND, id, name, 'Its owner was not imported.')
      }
      seen.add(id)
    }
    await saveAll(run, drafts)
  }
}

async function toDraft(run: ImportRun, row: LegacyRow, id: string, owner: Owner): Promise<Draft> {
  const number = /^\d{1,10}$/.test(id) ? Number(id) : undefined
  const keepsId = isKeepable(number) && (await targetRepository.isFree(run.db, 'knowledge_bases', number))
  const wanted = row.text('kb_name').trim().slice(0, 200) || `Knowledge base ${id}`
  const description = row.json('metadata')?.['description']
  const now = nowSeconds()
  return {
    kind: KIND,
    legacyId: id,
    name: wanted,
    notes: [],
    insert: async (tx) =>
      targetRepository.insertKnowledgeBase(tx, {
        ...(keepsId ? { id: number } : {}),
        organization_id: owner.organizationId,
        owner_id: owner.id,
        name: await freeName(tx, owner.id, wanted),
        description: typeof description === 'string' ? description.slice(0, 2000) : '',
        is_shared: row.flag('is_shared', false) ? 1 : 0,
        created_at: row.time('created_at', now),
        updated_at: row.time('updated_at', now),
        index_leased_by: null,
      }),
  }
}

async function freeName(tx: Db, ownerId: number, wanted: string): Promise<string> {
  const taken = await targetRepository.knowledgeNames(tx, ownerId)
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`
  return name
}
