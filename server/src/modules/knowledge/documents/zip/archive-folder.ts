import { toFolderName } from '../document-names.ts'

/**
 * Files of an archive go into a folder with its name, so that those of another archive don't replace them. Archives
 * often contain just that folder. `archive`: its name, also with the folders that it was in. Pure.
 */
export function inArchiveFolder<T extends { name: string }>(archive: string, files: readonly T[]): T[] {
  const path = archive.replace(/\.zip$/i, '')
  const parent = path.slice(0, path.lastIndexOf('/') + 1)
  const own = `${path.slice(parent.length)}/`
  const isInside = files.every(({ name }) => toFolderName(name).startsWith(own))
  const folder = isInside || own === '/' ? parent : parent + own
  return files.map((file) => ({ ...file, name: folder + file.name }))
}
