import { parseJsonObject } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'

interface Searched {
  id: number
  organization_id: number
}

/** Other people's assistants that search this knowledge base. */
export async function findOthersUsing(
  db: Db,
  base: Searched & { owner_id: number },
): Promise<{ name: string; owner: string }[]> {
  const others = (await findUsing(db, base)).filter(({ owner_id }) => owner_id !== base.owner_id)
  return others.map(({ name, owner_email }) => ({ name, owner: owner_email }))
}

/** The assistants that search it: this person's own by name, those of others as a count. */
export async function usageFor(
  db: Db,
  userId: number,
  base: Searched,
): Promise<{ assistants: { id: number; name: string }[]; others: number }> {
  const using = await findUsing(db, base)
  const ownAssistants = using.filter(({ owner_id }) => owner_id === userId)
  return {
    assistants: ownAssistants.map(({ id, name }) => ({ id, name })),
    others: using.length - ownAssistants.length,
  }
}

/** As the collection of a RAG processor or of a tool. */
async function findUsing(
  db: Db,
  base: Searched,
): Promise<{ id: number; name: string; owner_id: number; owner_email: string }[]> {
  const id = String(base.id)
  const rows = await db
    .selectFrom('assistants')
    .innerJoin('users', 'users.id', 'assistants.owner_id')
    .select([
      'assistants.id',
      'assistants.name',
      'assistants.owner_id',
      'assistants.rag_collections',
      'assistants.metadata',
      'users.email as owner_email',
    ])
    .where('assistants.organization_id', '=', base.organization_id)
    .where('deleted_at', 'is', null)
    .orderBy('assistants.id')
    .execute()
  return rows.filter(
    ({ rag_collections, metadata }) =>
      rag_collections.split(',').some((collection) => collection.trim() === id) || toolsMention(metadata, id),
  )
}

function toolsMention(metadata: string, id: string): boolean {
  const tools = parseJsonObject(metadata)?.['tools']
  return Array.isArray(tools) && tools.some((entry) => collectionsOf(entry).includes(id))
}

function collectionsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return []
  const { config, collections } = entry as { config?: unknown; collections?: unknown }
  const ids = (config as { collections?: unknown } | undefined)?.collections ?? collections
  return Array.isArray(ids) ? ids.map(String) : []
}
