import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createOwners, type Owner } from '../assistants/owners.ts'
import { type Draft, type ImportRun, isImported, saveAll, skip, takeName } from '../import-run.ts'
import { isKeepable } from '../legacy-ids.ts'
import type { Note } from '../report.ts'
import { targetRepository } from '../target.repository.ts'
import type { KbBase } from './kb-source.ts'

const KIND = 'knowledge base'

interface Found extends KbBase {
  createdAt: number
}

/**
 * LAMB knows names and owners of knowledge bases; their documents are on its knowledge-base server. Older versions only
 * had that server.
 */
export async function importKnowledgeBases(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  for await (const base of findBases(run)) {
    if (run.knowledgeIds.has(base.id)) continue
    run.knowledgeIds.add(base.id)
    if (!/^[\w-]{1,100}$/.test(base.id))
      skip(run, KIND, base.id.slice(0, 100), base.name, say('imports.id_invalid'))
    else if (!isImported(run, KIND, base.id, base.name)) {
      const owner = await owners.findById(base.owner)
      if (owner) await saveAll(run, [await toDraft(run, base, owner)])
      else skip(run, KIND, base.id, base.name, say('imports.owner_not_imported'))
    }
  }
}

async function* findBases(run: ImportRun): AsyncGenerator<Found> {
  const now = nowSeconds()
  for (const row of run.lamb.rows('kb_registry')) {
    const description = row.json('metadata')?.['description']
    yield {
      id: row.text('kb_id').trim(),
      name: row.text('kb_name').trim(),
      description: typeof description === 'string' ? description : '',
      owner: row.integer('owner_user_id'),
      isShared: row.flag('is_shared', false),
      createdAt: row.time('created_at', now),
    }
  }
  if (run.kb) for await (const base of run.kb.bases()) yield { ...base, createdAt: now }
}

async function toDraft(run: ImportRun, base: Found, owner: Owner): Promise<Draft> {
  const { id, description, isShared, createdAt } = base
  const number = /^\d{1,10}$/.test(id) ? Number(id) : undefined
  const keepsId = isKeepable(number) && (await targetRepository.isFree(run.db, 'knowledge_bases', number))
  const name = base.name.slice(0, 200) || `Knowledge base ${id}`
  const notes: Note[] = []
  async function chooseName(db: Db): Promise<string> {
    const freeName = await freeBaseName(run, db, owner.id, name)
    notes.length = 0
    if (freeName !== base.name) notes.push(say('imports.renamed', { name: freeName }))
    return freeName
  }
  return {
    kind: KIND,
    legacyId: id,
    name,
    notes,
    plan: async () => void (await chooseName(run.db)),
    async insert(tx) {
      const freeName = await chooseName(tx)
      return targetRepository.insertKnowledgeBase(tx, {
        ...(keepsId ? { id: number } : {}),
        organization_id: owner.organizationId,
        owner_id: owner.id,
        name: freeName,
        description: description.slice(0, 2000),
        is_shared: isShared ? 1 : 0,
        created_at: createdAt,
        updated_at: createdAt,
        index_leased_by: null,
      })
    },
  }
}

export async function freeBaseName(run: ImportRun, db: Db, ownerId: number, wanted: string): Promise<string> {
  const existing = await targetRepository.knowledgeNames(db, ownerId)
  return takeName(run, `knowledge base/${ownerId}`, existing, (taken) => {
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`
    return name
  })
}
