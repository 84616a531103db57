import type { UserCaller } from '../../../platform/caller.ts'
import type { Knowledge } from '../knowledge.ts'
import { toFolderName } from './document-names.ts'
import type { KnowledgeFileRow } from './file.repository.ts'

export type NamedFile = Pick<KnowledgeFileRow, 'id' | 'name'>

/**
 * Pure. Which files of a knowledge base are no longer in the folders that these names are of. Only those folders count (the first step
 * of a name; no folder is one, too): what was brought from elsewhere is not missing there.
 */
export function missingFrom(kept: readonly NamedFile[], names: readonly string[]): NamedFile[] {
  const there = new Set(names.map(toFolderName))
  const folders = new Set([...there].map(folderOf))
  return kept.filter(({ name }) => folders.has(folderOf(name)) && !there.has(name))
}

const folderOf = (name: string): string => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '')

/** Of a folder that was sent again: what is gone from it, and, if that is wanted, from the knowledge base too. */
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
