import { say } from '@bellwether/wire'
import { FileRefusal } from '../file-refusal.ts'
import type { EntryStats, Files, FolderView } from '../files/folder-view.ts'
import type { ObjectStore } from '../objects/objects.ts'
import type { Leaf, Node, Folder as TreeFolder, Trees } from '../trees/tree.ts'

/** The current version of a workspace's files, as its row in the database has it. */
export interface Head {
  tree: string
  version: number
  baseline: string
  file_count: number
  byte_count: number
  updated_at: number
}

interface Source {
  id: string
  trees: Trees
  objects: ObjectStore
}

/** The files of one version. */
export const storedFiles = (source: Source, head: Pick<Head, 'tree' | 'updated_at'>): Files => ({
  root: `/workspaces/${source.id}`,
  key: `workspaces/${source.id}`,
  open: async () => toView(source, head.updated_at, await source.trees.read(head.tree)),
})

function toView(source: Source, updatedAt: number, folder: TreeFolder): FolderView {
  const get = (name: string): Node => folder.get(name) ?? fail('ENOENT')
  return {
    async openFolder(name) {
      const node = get(name)
      if (node.kind !== 'folder') return fail('ENOTDIR')
      return toView(source, updatedAt, await source.trees.read(node.tree))
    },
    list: async () => [...folder.keys()].map((name) => ({ name })),
    async stat(name) {
      const node = folder.get(name)
      return node && toStats(node, updatedAt)
    },
    async readLink(name) {
      const node = get(name)
      return node.kind === 'link' ? node.target : fail('EINVAL')
    },
    async readFile(name, limit) {
      const leaf = requireFile(get(name))
      if (leaf.size > limit)
        throw new FileRefusal('too_large', say('workspace_files.file_too_large', { size: leaf.size, limit }))
      return { bytes: await source.objects.get(leaf.hash), hash: leaf.hash, mode: leaf.mode }
    },
    close: async () => undefined,
  }
}

function requireFile(node: Node): Leaf & { kind: 'file' } {
  if (node.kind === 'file') return node
  if (node.kind === 'folder') throw new FileRefusal('not_a_file', say('workspace_files.is_a_folder'))
  return fail('ELOOP')
}

const FILE = 0o100000
const LINK = 0o120777
const FOLDER = 0o040755

const toStats = (node: Node, updatedAt: number): EntryStats => ({
  isFile: () => node.kind === 'file',
  isDirectory: () => node.kind === 'folder',
  isSymbolicLink: () => node.kind === 'link',
  size: BigInt(node.kind === 'file' ? node.size : node.kind === 'link' ? Buffer.byteLength(node.target) : 0),
  mode: BigInt(node.kind === 'file' ? FILE | node.mode : node.kind === 'link' ? LINK : FOLDER),
  mtimeMs: BigInt((node.kind === 'folder' ? updatedAt : (node.modified ?? updatedAt)) * 1000),
})

/** Like the operating system. */
function fail(code: string): never {
  throw Object.assign(new Error(code), { code })
}
