import { FileRefusal, hasCode, toRefusal } from '../file-refusal.ts'
import type { FileContent } from './content.ts'

/** The facts about a name in a folder, as from `lstat`. */
export interface EntryStats {
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
  size: bigint
  mode: bigint
  mtimeMs: bigint
}

/**
 * A folder of a workspace for reading, on disk or in object storage. Everything is about the names in it, one step deep and without
 * following links. Fails with the codes of the operating system (ENOENT, ENOTDIR, ELOOP, …), wherever the files are.
 */
export interface FolderView<S extends EntryStats = EntryStats> {
  /** The caller closes both. */
  openFolder(name: string): Promise<FolderView<S>>
  list(): Promise<readonly { name: string }[]>
  /** Of the name itself; undefined if it does not exist. */
  stat(name: string): Promise<S | undefined>
  readLink(name: string): Promise<string>
  /** Refuses anything but a regular file of at most `limit` bytes. */
  readFile(name: string, limit: number): Promise<FileContent>
  close(): Promise<void>
}

/** The files of a workspace for reading: as they are on disk, or one version of stored ones. */
export interface Files<S extends EntryStats = EntryStats> {
  /** The absolute path that stands for the workspace in paths and in links. */
  root: string
  /** The same on every instance, for locks. */
  key: string
  open(): Promise<FolderView<S>>
}

/** Opens a folder step by step. No link is followed: `path` is one that `findPlace` has resolved. The caller closes it. */
export async function openView<S extends EntryStats>(files: Files<S>, path: string): Promise<FolderView<S>> {
  let folder = await files.open()
  for (const step of stepsOf(path)) {
    const above = folder
    try {
      folder = await above.openFolder(step)
    } finally {
      await above.close()
    }
  }
  return folder
}

async function inView<T>(files: Files, path: string, work: (folder: FolderView) => Promise<T>): Promise<T> {
  const folder = await openView(files, path)
  try {
    return await work(folder)
  } finally {
    await folder.close()
  }
}

/** A regular file's bytes; anything else is refused. */
export async function readRegularFile(files: Files, path: string, limit: number): Promise<FileContent> {
  try {
    return await inView(files, parentOf(path), (folder) => folder.readFile(nameOf(path), limit))
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Undefined if it does not exist. */
export const readIfExists = (files: Files, path: string, limit: number): Promise<FileContent | undefined> =>
  ifExists(readRegularFile(files, path, limit))

export async function ifExists(read: Promise<FileContent>): Promise<FileContent | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof FileRefusal && error.refusal === 'not_found') return undefined
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

/** Undefined if it does not exist; `path` contains no links. */
export async function statIfExists(files: Files, path: string): Promise<EntryStats | undefined> {
  try {
    return await inView(files, parentOf(path), (folder) => folder.stat(nameOf(path)))
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return undefined
    throw error
  }
}

export const stepsOf = (path: string): string[] => (path === '' ? [] : path.split('/'))
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
