import { chmod, lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '../../platform/db/db.ts'
import { isFileThere, type OpenWorkspace } from './index.ts'
import type { DiskWorkspace, StoredWorkspace } from './open-workspace.ts'
import { applyChanges } from './stored/apply-changes.ts'
import type { Leaf } from './trees/tree.ts'

/** Files put there without our way of editing: by another program on disk, by a command in stored ones. And what they are now. */
export interface FixtureFiles {
  put(path: string, content: string | Buffer, mode?: number): Promise<void>
  link(path: string, target: string): Promise<void>
  remove(path: string): Promise<void>
  bytes(path: string): Promise<Buffer>
  text(path: string): Promise<string>
  mode(path: string): Promise<number>
  /** Where a link leads; undefined when it is none. */
  targetOf(path: string): Promise<string | undefined>
  isThere(path: string): Promise<boolean>
}

export function createFixtureFiles(db: Db, workspace: () => OpenWorkspace): FixtureFiles {
  const of = (): Omit<FixtureFiles, 'text' | 'isThere'> => {
    const opened = workspace()
    return opened.kind === 'disk' ? onDisk(opened) : inStorage(db, opened)
  }
  return {
    put: (...args) => of().put(...args),
    link: (...args) => of().link(...args),
    remove: (path) => of().remove(path),
    bytes: (path) => of().bytes(path),
    text: async (path) => (await of().bytes(path)).toString('utf8'),
    mode: (path) => of().mode(path),
    targetOf: (path) => of().targetOf(path),
    isThere: (path) => isFileThere(workspace(), path),
  }
}

function onDisk({ root }: DiskWorkspace): Omit<FixtureFiles, 'text' | 'isThere'> {
  const place = (path: string) => join(root, path)
  const make = (path: string) => mkdir(dirname(place(path)), { recursive: true })
  return {
    async put(path, content, mode) {
      await make(path)
      await writeFile(place(path), content)
      if (mode !== undefined) await chmod(place(path), mode)
    },
    async link(path, target) {
      await make(path)
      await symlink(target, place(path))
    },
    remove: (path) => rm(place(path), { recursive: true }),
    bytes: (path) => readFile(place(path)),
    mode: async (path) => (await lstat(place(path))).mode & 0o777,
    targetOf: (path) => readlink(place(path)).catch(() => undefined),
  }
}

function inStorage(db: Db, workspace: StoredWorkspace): Omit<FixtureFiles, 'text' | 'isThere'> {
  const find = async (path: string) => workspace.trees.find((await workspace.readHead()).tree, path)
  async function file(path: string): Promise<Leaf & { kind: 'file' }> {
    const leaf = await find(path)
    if (leaf?.kind !== 'file') throw new Error(`no file: ${path}`)
    return leaf
  }
  const change = (path: string, after: Leaf | undefined): Promise<undefined> =>
    applyChanges(db, workspace, {
      plan: async ({ tree }) => [{ path, before: await workspace.trees.find(tree, path), after }],
      save: async () => undefined,
    })
  return {
    async put(path, content, mode) {
      const bytes = Buffer.from(content)
      const before = await find(path)
      const hash = await workspace.objects.put(bytes)
      const oldMode = before?.kind === 'file' ? before.mode : 0o644
      await change(path, { kind: 'file', hash, size: bytes.length, mode: mode ?? oldMode })
    },
    link: (path, target) => change(path, { kind: 'link', target }),
    remove: (path) => change(path, undefined),
    bytes: async (path) => workspace.objects.get((await file(path)).hash),
    mode: async (path) => (await file(path)).mode,
    async targetOf(path) {
      const leaf = await find(path)
      return leaf?.kind === 'link' ? leaf.target : undefined
    },
  }
}
