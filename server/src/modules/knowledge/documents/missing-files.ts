import type { UserCaller } from '../../../platform/caller.ts'
import type { Knowledge } from '../knowledge.ts'
import type { KnowledgeFileRow } from '../records/file.repository.ts'
import { toFolderName } from './document-names.ts'

export type NamedFile = Pick<KnowledgeFileRow, 'id' | 'name'>

/**
 * The files of a knowledge base that are no longer in the synced folders. Only the top-level folders of these names
 * count (no folder counts as one): files from elsewhere are not missing. Pure.
 */
export function missingFrom(stored: readonly NamedFile[], names: readonly string[]): NamedFile[] {
  const present = new Set(names.map(toFolderName))
  const folders = new Set([...present].map(folderOf))
  return stored.filter(({ name }) => folders.has(folderOf(name)) && !present.has(name))
}

const folderOf = (name: string): string => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '')

/** For a synced folder: the files that are no longer in it. Deletes them from the knowledge base if requested. */
export async function findMissing(
  documents: Pick<Knowledge['documents'], 'listUploaded' | 'remove'>,
  caller: UserCaller,
  base: number,
  names: readonly string[],
  isDeleted: boolean,
): Promise<{ missing: NamedFile[]; deleted: NamedFile[] }> {
  const missing = missingFrom(await documents.listUploaded(caller, base), names)
  if (!isDeleted) return { missing, deleted: [] }
  for (const { id } of missing) await documents.remove(caller, base, id)
  return { missing: [], deleted: missing }
}
