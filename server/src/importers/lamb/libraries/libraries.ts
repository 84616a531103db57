import { knowledgeSettingsSchema, say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createOwners, type Owner } from '../assistants/owners.ts'
import { type Draft, type ImportRun, isImported, saveAll, skip } from '../import-run.ts'
import { freeBaseName } from '../knowledge/knowledge-bases.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { targetRepository } from '../target.repository.ts'

export const LIBRARY = 'library'

/** LAMB's libraries. There is no second store of documents here: a library is a knowledge base. */
export async function importLibraries(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  const seen = new Set<string>()
  for (const row of run.lamb.rows('libraries')) {
    const id = row.text('id').trim().slice(0, 100)
    const name = row.text('name').trim()
    const leave = (reason: Note) => skip(run, LIBRARY, id, name, reason)
    const owner = await owners.findById(row.integer('owner_user_id'))
    if (!/^[\w-]{1,100}$/.test(id)) leave(say('imports.id_invalid'))
    else if (seen.has(id)) leave(say('imports.listed_twice'))
    else if (isImported(run, LIBRARY, id, name)) seen.add(id)
    else if (row.text('status') === 'deleted') leave(say('imports.deleted_in_lamb'))
    else if (!owner) leave(say('imports.owner_not_imported'))
    else {
      seen.add(id)
      run.planned.libraries.set(id, accessOf(row, owner))
      await saveAll(run, [toDraft(run, row, id, name, owner)])
    }
  }
}

const accessOf = (row: LegacyRow, owner: Owner) => ({
  owner_id: owner.id,
  organization_id: owner.organizationId,
  is_shared: row.flag('is_shared', false) ? (1 as const) : (0 as const),
})

function toDraft(run: ImportRun, row: LegacyRow, legacyId: string, name: string, owner: Owner): Draft {
  const now = nowSeconds()
  const wanted = name.slice(0, 200) || `Library ${legacyId}`
  const notes: Note[] = []
  async function chooseName(db: Db): Promise<string> {
    const freeName = await freeBaseName(run, db, owner.id, wanted)
    notes.splice(0, notes.length, say('imports.library_is_knowledge_base'))
    if (freeName !== name) notes.push(say('imports.renamed', { name: freeName }))
    return freeName
  }
  return {
    kind: LIBRARY,
    legacyId,
    name: wanted,
    notes,
    plan: async () => void (await chooseName(run.db)),
    insert: async (tx) =>
      targetRepository.insertKnowledgeBase(tx, {
        ...accessOf(row, owner),
        name: await chooseName(tx),
        description: row.text('description').slice(0, 2000),
        settings: settingsOf(row),
        created_at: row.time('created_at', now),
        updated_at: row.time('updated_at', now),
        index_leased_by: null,
      }),
  }
}

/** LAMB's defaults for imports, as far as they are known here. */
function settingsOf(row: LegacyRow): string {
  const given = row.json('import_config') ?? {}
  const { import_defaults } = knowledgeSettingsSchema.shape
  const defaults = Object.entries(given).filter(
    ([name, value]) =>
      ['image_descriptions', 'max_discovery_depth'].includes(name) &&
      import_defaults.safeParse({ [name]: value }).success,
  )
  return JSON.stringify(defaults.length > 0 ? { import_defaults: Object.fromEntries(defaults) } : {})
}
