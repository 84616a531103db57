import { say } from '@bellwether/wire'
import type { ImportRun } from '../import-run.ts'
import { createLibraryTexts, type FoundFile } from '../libraries/library-texts.ts'
import { findSavedFile, isFileHere } from '../material/files.ts'
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
      const text = await findLibraryText(library, item, owner)
      if (!text) continue
      texts.set(`${library}/${item}`, text.path)
      if (text.isMissing) notes.push(say('imports.library_text_not_yet', { path: text.path }))
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
async function findFile(run: ImportRun, path: string): Promise<FoundFile | undefined> {
  const imported = await findSavedFile(run, 'file', path)
  if (imported !== undefined) return { path: imported, isMissing: false }
  const ourPath = toOurPath(run, path)
  if (ourPath === undefined || run.staticFolder !== undefined) return undefined
  return (await isFileHere(run, ourPath)) ? undefined : { path: ourPath, isMissing: true }
}

function toOurPath(run: ImportRun, path: string): string | undefined {
  const [, legacyOwner, name] = /^(\d{1,15})\/([^/\\]{1,200})$/.exec(path) ?? []
  const owner = run.ids.number('user', legacyOwner)
  return owner === undefined || name === undefined || name.startsWith('.') ? undefined : `${owner}/${name}`
}

/** The path of the file that was missing when an earlier import wrote this note. */
export function awaitedFile(run: ImportRun, note: Note): string | undefined {
  if (typeof note === 'string') return undefined
  const path = String(note.params['path'])
  if (note.code === 'imports.library_text_not_yet') return path
  return note.code === 'imports.file_not_yet' ? toOurPath(run, path) : undefined
}
