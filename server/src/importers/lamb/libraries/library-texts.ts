import { isUtf8 } from 'node:buffer'
import { FILE_LIMITS } from '@bellwether/wire'
import type { Owner } from '../assistants/owners.ts'
import type { ImportRun } from '../import-run.ts'
import { findSavedFile, isFileHere, saveFile } from '../material/files.ts'
import { targetRepository } from '../target.repository.ts'
import { LIBRARY } from './libraries.ts'
import type { ItemPlace } from './library-folder.ts'
import { placeOfItem } from './library-items.ts'

const KIND = 'library text'

/** The file with the text of an item, for an assistant of this owner. */
export type FindLibraryText = (library: string, item: string, owner: Owner) => Promise<FoundFile | undefined>

export interface FoundFile {
  path: string
  /** It can be imported or uploaded later. */
  isMissing: boolean
}

/**
 * LAMB's assistants can read one item of a library as a whole. Here they read a file of their owner, so the text becomes
 * one. Only items of libraries that the owner could use. Without the files of libraries, the assistant waits for it.
 */
export function createLibraryTexts(run: ImportRun): FindLibraryText {
  let items: Map<string, ItemPlace & { title: string }> | undefined
  const readItems = () => {
    const found = new Map<string, ItemPlace & { title: string }>()
    for (const row of run.lamb.rows('library_items')) {
      const place = placeOfItem(row)
      found.set(place.item, { ...place, title: row.text('title').trim() })
    }
    return found
  }

  return async (library, id, owner) => {
    const legacyId = `${id.slice(0, 100)}/${owner.id}`
    const saved = await findSavedFile(run, KIND, legacyId)
    if (saved !== undefined) return { path: saved, isMissing: false }
    items ??= readItems()
    const item = items.get(id)
    if (item?.library !== library || !(await mayUse(run, library, owner))) return undefined
    const name = `${slugOf(item.title)}-${id.slice(0, 8)}.md`
    // Negative in a dry run.
    const path = `${Math.abs(owner.id)}/${name}`
    if (!run.libraryFolder) return (await isFileHere(run, path)) ? undefined : { path, isMissing: true }
    const bytes = await textOf(run, item)
    if (!bytes) return undefined
    const contentType = 'text/markdown; charset=utf-8'
    const file = { path, name, bytes, isImage: false, contentType }
    const ourPath = await saveFile(run, { kind: KIND, legacyId }, owner, file)
    return ourPath === undefined ? undefined : { path: ourPath, isMissing: false }
  }
}

async function mayUse(run: ImportRun, library: string, owner: Owner): Promise<boolean> {
  const ourId = run.ids.find(LIBRARY, library)
  if (ourId === undefined) return false
  const base =
    run.planned.libraries.get(library) ?? (await targetRepository.findKnowledgeBase(run.db, Number(ourId)))
  const isShared = base?.is_shared === 1 && base.organization_id === owner.organizationId
  return base?.owner_id === owner.id || isShared
}

async function textOf({ libraryFolder }: ImportRun, item: ItemPlace): Promise<Buffer | undefined> {
  const content = await libraryFolder?.openText(item)
  if (!content) return undefined
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of content) {
    size += part.length
    if (size > FILE_LIMITS.textBytes) return undefined
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  return isUtf8(bytes) && !bytes.includes(0) ? bytes : undefined
}

const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'item'
