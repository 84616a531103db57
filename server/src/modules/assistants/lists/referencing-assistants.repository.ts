import { parseJsonObject } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'

/** The number of assistants in the organization that use this one as a tool. */
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
    .execute()
  return rows.filter((row) => row.id !== id && refersTo(row.metadata, id)).length
}

const refersTo = (metadata: string, id: number): boolean =>
  [parseJsonObject(metadata)?.['tools']].flat().some((entry) => {
    if (typeof entry !== 'object' || entry === null) return false
    const { config, assistant_id: beside } = entry as {
      config?: { assistant_id?: unknown }
      assistant_id?: unknown
    }
    return Number(config?.assistant_id ?? beside) === id
  })
