import { FileRefusal, hasCode } from '../file-refusal.ts'
import type { FileContent } from '../files/content.ts'
import { nameOf, parentOf } from '../files/folder-view.ts'
import { type Found, walk } from '../files/walk.ts'
import type { ObjectStore } from '../objects/objects.ts'
import type { Leaf, Node, Trees } from '../trees/tree.ts'
import { type DiskStats, diskFiles } from './disk-files.ts'

type DiskFound = Found<DiskStats>

export interface Usage {
  files: number
  bytes: number
}

export interface Snapshot extends Usage {
  tree: string
  /** Files that are not in `tree`: too large, unreadable, or with a second name elsewhere. */
  skipped: string[]
}

interface Seen {
  mark: string
  leaf: Leaf
  /** When its content was last stored. */
  keptAt: number
}

/**
 * A file that was changed this shortly before it was read may be changed again without a change of its times. Such a file is read
 * again the next time.
 */
const SETTLED_NS = 1_000_000_000n
/** Unreferenced contents are removed after a day at the earliest. They are stored again long before that. */
const TRUSTED_MS = 6 * 3_600_000

/** Creates the tree of a folder, reading only files whose inode, size or times have changed. */
export function createSnapshots({
  objects,
  trees,
  root,
  maxFiles,
  fileBytes,
  withTimes = false,
}: SnapshotDeps) {
  let seen = new Map<string, Seen>()

  async function look(entry: DiskFound): Promise<Seen | undefined> {
    const mark = markOf(entry.stats)
    const keptAt = Date.now()
    const times = withTimes ? { modified: Math.floor(Number(entry.stats.mtimeMs) / 1000) } : {}
    if (entry.kind === 'link') {
      const link = await readLink(entry)
      return link && { mark, keptAt, leaf: { ...link, ...times } }
    }
    const cached = seen.get(entry.path)
    if (cached?.mark === mark && keptAt - cached.keptAt < TRUSTED_MS) return cached
    try {
      const content = await entry.folder.readFile(entry.name, fileBytes)
      await objects.put(content.bytes)
      return { mark, keptAt, leaf: { ...toLeaf(content), ...times } }
    } catch (error) {
      // It is in no checkpoint, and restoring does not touch it.
      if (error instanceof FileRefusal && SKIPPED.has(error.refusal)) return undefined
      throw error
    }
  }

  /** Our own edits count immediately, whatever the clock of the disk says. */
  const forget = (path: string): void => void seen.delete(path)

  return {
    forget,
    async take(): Promise<Snapshot> {
      const usage: Usage = { files: 0, bytes: 0 }
      const skipped: string[] = []
      const folders = new Map<string, Map<string, Node>>([['', new Map()]])
      const now = new Map<string, Seen>()
      const readAt = BigInt(Date.now()) * 1_000_000n
      for await (const entry of walk(diskFiles(root), '', maxFiles * 2)) {
        if (entry.kind === 'folder') {
          folders.set(entry.path, new Map())
          continue
        }
        usage.files++
        usage.bytes += Number(entry.stats.size)
        const file = await look(entry)
        if (!file) {
          skipped.push(entry.path)
          continue
        }
        folders.get(parentOf(entry.path))?.set(nameOf(entry.path), file.leaf)
        const isSettled =
          readAt - entry.stats.ctimeNs > SETTLED_NS && readAt - entry.stats.mtimeNs > SETTLED_NS
        if (isSettled) now.set(entry.path, file)
      }
      seen = now
      // Folders come before what is in them, so the last ones have no folders of their own that are still to be written.
      for (const [path, entries] of [...folders].reverse()) {
        if (path === '' || entries.size === 0) continue
        folders.get(parentOf(path))?.set(nameOf(path), { kind: 'folder', tree: await trees.write(entries) })
      }
      return { ...usage, skipped, tree: await trees.write(folders.get('') ?? new Map()) }
    },
  }
}

export interface SnapshotDeps {
  objects: ObjectStore
  trees: Trees
  root: string
  maxFiles: number
  fileBytes: number
  /** Adds `modified` to the leaves. */
  withTimes?: boolean
}

export type Snapshots = ReturnType<typeof createSnapshots>

const SKIPPED: ReadonlySet<string> = new Set([
  'too_large',
  'not_found',
  'permission_denied',
  'not_a_file',
  'hard_link',
  'busy',
  'path_outside',
])

/** Undefined when it is no longer a link. */
async function readLink({ folder, name }: DiskFound): Promise<Leaf | undefined> {
  try {
    return { kind: 'link', target: await folder.readLink(name) }
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EINVAL')) return undefined
    throw error
  }
}

/** Includes the ctime, which programs can't set back. */
const markOf = ({ ino, size, mtimeNs, ctimeNs, mode }: DiskStats): string =>
  `${ino}-${size}-${mtimeNs}-${ctimeNs}-${mode}`

export const toLeaf = ({ hash, mode, bytes }: Pick<FileContent, 'hash' | 'mode' | 'bytes'>): Leaf => ({
  kind: 'file',
  hash,
  mode,
  size: bytes.length,
})
