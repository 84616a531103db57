import {
  type AssistantSnapshot,
  type AssistantVersion,
  assistantSnapshotSchema,
  type SavedAssistant,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import type { AssistantInContext } from '../assistant.repository.ts'
import type { AssistantService } from '../assistant.service.ts'
import { changesBetween } from '../changes.ts'
import { toSnapshot } from '../records.ts'
import { saveForm } from '../save.ts'
import { versionRepository } from './version.repository.ts'

export interface VersionDeps {
  db: Db
  assistants: Pick<AssistantService, 'get' | 'getRow' | 'warningsOf'>
}

/** Versions are for people who may edit the assistant: others must not see what its author has removed. */
export function createVersionService({ db, assistants }: VersionDeps) {
  const getEditable = (caller: UserCaller, id: number) => assistants.getRow(caller, 'edit', id)

  async function list(caller: UserCaller, id: number, { limit, offset }: { limit: number; offset: number }) {
    const row = await getEditable(caller, id)
    const last = row.version - offset
    const first = Math.max(1, last - limit + 1)
    if (last < 1) return { versions: [], total_count: row.version }
    const replaced = await versionRepository.listReplacements(db, id, first - 1, last)
    const names = await versionRepository.namesOf(db, id, first, last)
    const byVersion = new Map(replaced.map((item) => [item.version, item]))
    const versions: AssistantVersion[] = []
    for (let version = last; version >= first; version--) {
      const isCurrent = version === row.version
      if (!isCurrent && !byVersion.has(version)) continue
      // A version was created by the save that replaced the previous one; the first, by creating the assistant.
      const creatingSave = byVersion.get(version - 1)
      versions.push({
        version,
        name: names.get(version) ?? null,
        current: isCurrent,
        saved_at: creatingSave?.saved_at ?? row.created_at,
        saved_by: creatingSave ? creatingSave.saved_by_email : row.owner_email,
      })
    }
    return { versions, total_count: row.version }
  }

  async function getSnapshot(row: AssistantInContext, version: number): Promise<AssistantSnapshot> {
    if (version === row.version) return toSnapshot(row)
    const stored = await versionRepository.findSnapshot(db, row.id, version)
    if (stored === undefined) throw notFound('Version')
    const snapshot = assistantSnapshotSchema.parse(JSON.parse(stored))
    // From before display names were stored.
    return snapshot.name === row.lamb_name ? { ...snapshot, name: row.name } : snapshot
  }

  async function get(caller: UserCaller, id: number, version: number) {
    const row = await getEditable(caller, id)
    return { version, current: version === row.version, ...(await getSnapshot(row, version)) }
  }

  async function diff(caller: UserCaller, id: number, version: number, to: number | 'current') {
    const row = await getEditable(caller, id)
    const other = to === 'current' ? row.version : to
    const [before, after] = [await getSnapshot(row, version), await getSnapshot(row, other)]
    return { from: version, to: other, changes: changesBetween(before, after) }
  }

  /** A regular save: it creates a version itself, so it can be undone. */
  async function restore(caller: UserCaller, id: number, version: number): Promise<SavedAssistant> {
    const row = await getEditable(caller, id)
    const snapshot = await getSnapshot(row, version)
    await saveForm(db, caller, id, () => snapshot)
    const warnings = await assistants.warningsOf(caller, await getEditable(caller, id))
    return { ...(await assistants.get(caller, id)), warnings }
  }

  async function rename(caller: UserCaller, id: number, version: number, name: string | null) {
    const row = await getEditable(caller, id)
    if (version !== row.version && (await versionRepository.findSnapshot(db, id, version)) === undefined)
      throw notFound('Version')
    await versionRepository.setName(db, id, version, name)
    return { version, name }
  }

  return { list, get, diff, restore, rename }
}

export type VersionService = ReturnType<typeof createVersionService>
