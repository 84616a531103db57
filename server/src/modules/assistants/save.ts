import type { AssistantSnapshot } from '@bellwether/wire'
import { say } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { type AssistantRow, assistantRepository } from './assistant.repository.ts'
import { isSameForm } from './changes.ts'
import { toFreeLambName, toLambName } from './names/names.ts'
import { toSnapshot } from './records.ts'
import { versionRepository } from './versions/version.repository.ts'

/** LAMB's page looks for `named '…'` and `already exists for this owner` in this message. */
export const nameTaken = (name: string) => conflict(say('assistants.name_taken', { name }))

interface SaveOptions {
  /** The version that the caller was editing. */
  expected?: number | undefined
  /** For LAMB's route, which sets LAMB's form of the name. Otherwise derived from the name. */
  lambName?: string | undefined
}

/** null for the server itself. */
type SavedBy = Pick<UserCaller, 'userId'> | null

/**
 * Replaces the content of an assistant and stores the previous one as a version, in one transaction. Writes nothing
 * when nothing changes. The caller has checked access.
 */
export async function saveForm(
  db: Db,
  caller: SavedBy,
  id: number,
  toNext: (current: AssistantSnapshot) => AssistantSnapshot,
  { expected, lambName }: SaveOptions = {},
): Promise<void> {
  let name = ''
  try {
    await db.transaction().execute(async (tx) => {
      const row = await assistantRepository.lock(tx, id)
      if (!row) throw notFound('Assistant')
      if (expected !== undefined && expected !== row.version) throw stale(row.version)
      const before = toSnapshot(row)
      const next = toNext(before)
      const lamb_name = lambName ?? (await lambNameFor(tx, row, next.name))
      name = lambName ?? next.name
      if (isSameForm(before, next) && lamb_name === row.lamb_name) return
      await keep(tx, caller, row, before)
      await assistantRepository.replaceForm(tx, id, { ...next, lamb_name }, nowSeconds())
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(name)
    throw error
  }
}

async function lambNameFor(tx: Db, row: AssistantRow, name: string): Promise<string | null> {
  if (name === row.name) return row.lamb_name
  const owner = { organizationId: row.organization_id, ownerId: row.owner_id }
  const lambName = toLambName(row.owner_id, name)
  const { lambNames } = await assistantRepository.takenNames(tx, owner, { name, lambName }, row.id)
  return toFreeLambName(lambName, lambNames)
}

const keep = (tx: Db, caller: SavedBy, row: AssistantRow, before: AssistantSnapshot): Promise<void> =>
  versionRepository.insert(tx, {
    assistant_id: row.id,
    version: row.version,
    snapshot: JSON.stringify(before),
    saved_by: caller?.userId ?? null,
    saved_at: nowSeconds(),
  })

const stale = (current: number) => conflict(say('assistants.changed_meanwhile', { version: current }))
