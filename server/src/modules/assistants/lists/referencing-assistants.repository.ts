import { parseMetadata } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'

/** How many assistants of the organization use this one as a tool. */
export async function countReferencingAssistants(
  db: Db,
  organizationId: number,
  id: number,
): Promise<number> {
  const rows = await db
    .selectFrom('assistants')
    .select(['id', 'metadata'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    // A first look at the text, so that only a few are read closely.
    .where('metadata', 'like', '%assistant_id%')
    .execute()
  return rows.filter((row) => row.id !== id && lists(row.metadata, id)).length
}

const lists = (metadata: string, id: number): boolean =>
  (parseMetadata(metadata)?.tools ?? []).some((entry) => {
    if (typeof entry !== 'object' || entry === null) return false
    const { config, assistant_id: beside } = entry as {
      config?: { assistant_id?: unknown }
      assistant_id?: unknown
    }
    return Number(config?.assistant_id ?? beside) === id
  })
