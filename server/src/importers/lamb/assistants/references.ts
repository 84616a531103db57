import { say } from '@bellwether/wire'
import type { ImportRun } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import { createLibraryTexts } from '../libraries/library-texts.ts'
import { materialRepository } from '../material/material.repository.ts'
import type { Note } from '../report.ts'
import { type LegacySettings, type References, readLegacySettings } from './metadata.ts'
import type { Owner } from './owners.ts'

/** The objects that these settings name, by our ids. */
export type FindReferences = (
  settings: LegacySettings,
  owner: Owner,
) => Promise<{ references: References; notes: Note[] }>

export function createReferences(run: ImportRun): FindReferences {
  const knowledgeBase = (id: string) => run.ids.find('knowledge base', id)
  const rubric = (id: string) => run.ids.find('rubric', id)
  const findLibraryText = createLibraryTexts(run)
  return async (settings, owner) => {
    const files = new Map<string, string>()
    const texts = new Map<string, string>()
    const notes: Note[] = []
    const named = namedIn(settings)
    for (const [library, item] of named.texts) {
      const path = await findLibraryText(library, item, owner)
      if (path !== undefined) texts.set(`${library}/${item}`, path)
    }
    for (const path of named.paths) {
      const file = await findFile(run, path)
      if (!file) continue
      files.set(path, file.path)
      if (file.isMissing) notes.push(say('imports.file_not_yet', { path }))
    }
    const references: References = {
      knowledgeBase,
      rubric,
      file: (path) => files.get(path),
      libraryText: (library, item) => texts.get(`${library}/${item}`),
    }
    return { references, notes }
  }
}

function namedIn(settings: LegacySettings): { paths: Set<string>; texts: [string, string][] } {
  const paths = new Set<string>()
  const texts: [string, string][] = []
  readLegacySettings(settings, {
    libraryText(library, item) {
      texts.push([library, item])
      return undefined
    },
    knowledgeBase: (id) => id,
    rubric: (id) => id,
    file(path) {
      paths.add(path)
      return path
    },
  })
  return { paths, texts }
}

/**
 * An imported file; or, if files are not imported, the path that it would have, so that its owner can upload it
 * again. Never the path of a file that was here before.
 */
async function findFile(
  run: ImportRun,
  path: string,
): Promise<{ path: string; isMissing: boolean } | undefined> {
  const imported = (await itemRepository.findMany(run.db, run.sourceId, 'file', [path])).get(path)
  if (imported !== undefined) return { path: imported, isMissing: false }
  const [, legacyOwner, name] = /^(\d{1,15})\/([^/\\]{1,200})$/.exec(path) ?? []
  const owner = run.ids.number('user', legacyOwner)
  if (owner === undefined || name === undefined || name.startsWith('.')) return undefined
  if (run.staticFolder !== undefined && !run.options.dryRun) return undefined
  const ourPath = `${owner}/${name}`
  if (await materialRepository.hasFile(run.db, ourPath)) return undefined
  return { path: ourPath, isMissing: run.staticFolder === undefined }
}
