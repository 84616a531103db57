import { existsSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { createDiskObjects } from '../disk/disk-objects.ts'
import { createStoredObjects } from '../objects/stored-objects.ts'
import { objectStorageIn, type StorageKind } from '../testing.ts'
import { createTrees } from '../trees/tree.ts'

interface KeepRules {
  db: Db
  dataDir: string
  kind: StorageKind
  workspaceId: string
}

/** Reads everything that a workspace refers to, past all caches; throws when an object is gone. Gives the number of objects. */
export async function requireAllThere({ db, dataDir, kind, workspaceId }: KeepRules): Promise<number> {
  const objects = objectsOf({ dataDir, kind, workspaceId })
  const trees = createTrees(objects)
  const read = new Set<string>()
  const readContent = async (hash: string) => {
    if (!read.has(hash)) await objects.get(hash)
    read.add(hash)
  }
  const readTree = async (tree: string): Promise<void> => {
    if (read.has(tree)) return
    await readContent(tree)
    const parts = await trees.partsOf(tree)
    for (const hash of parts.contents) await readContent(hash)
    for (const inner of parts.trees) await readTree(inner)
  }
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
  const roots = await rows(sql<{ tree: string }>`
    select tree from workspace_checkpoints where workspace_id = ${workspaceId}
    union select baseline as tree from workspaces where id = ${workspaceId}
    union select tree from workspaces where id = ${workspaceId} and tree is not null`)
  for (const { tree } of roots) await readTree(tree)
  const edits = await rows(sql<{ before_hash: string | null; after_hash: string | null }>`
    select before_hash, after_hash from workspace_edits where workspace_id = ${workspaceId}`)
  for (const { before_hash, after_hash } of edits)
    for (const hash of [before_hash, after_hash]) if (hash !== null) await readContent(hash)
  return read.size
}

/** Without a cache. */
const objectsOf = ({ dataDir, kind, workspaceId }: Omit<KeepRules, 'db'>) =>
  (kind === 'disk' ? createDiskObjects(dataDir) : createStoredObjects(objectStorageIn(dataDir))).of(
    workspaceId,
  )

export const readObject = (store: Omit<KeepRules, 'db'>, hash: string): Promise<Buffer> =>
  objectsOf(store).get(hash)

/** The objects, those set aside, and files that should not be there. */
export async function listStore({ dataDir, kind, workspaceId }: Omit<KeepRules, 'db'>) {
  return kind === 'disk' ? listFolder(dataDir, workspaceId) : listStorage(dataDir, workspaceId)
}

async function listStorage(dataDir: string, workspaceId: string) {
  const contents = { objects: [] as string[], aside: [] as string[], odd: [] as string[] }
  for await (const { key } of objectStorageIn(dataDir).list(`workspaces/${workspaceId}/`)) {
    const [, , place = '', name = ''] = key.split('/')
    if (place === 'objects') contents.objects.push(name)
    else if (place === 'aside') contents.aside.push(name)
    else if (place !== 'swept') contents.odd.push(key)
  }
  return contents
}

async function listFolder(dataDir: string, workspaceId: string) {
  const folder = join(dataDir, 'workspaces', workspaceId, 'state', 'objects')
  const objects: string[] = []
  const odd: string[] = []
  for (const prefix of await readdir(folder))
    if (prefix !== 'aside')
      for (const name of await readdir(join(folder, prefix)))
        (/^[0-9a-f]{62}$/.test(name) ? objects : odd).push(prefix + name)
  const aside = existsSync(join(folder, 'aside')) ? await readdir(join(folder, 'aside')) : []
  return { objects, aside, odd }
}

const LONG_AGO_MS = 48 * 3_600_000

/** As if these objects and the last sweep were of two days ago. */
export async function makeOld(
  { dataDir, workspaceId }: Omit<KeepRules, 'db'>,
  hashes: readonly string[],
): Promise<void> {
  const longAgo = new Date(Date.now() - LONG_AGO_MS)
  const folder = join(dataDir, 'workspaces', workspaceId)
  const hashSet = new Set(hashes)
  // On disk, the first two characters of a hash are a folder.
  const isWanted = (path: string) =>
    hashSet.has(path.replaceAll(sep, '').slice(-64)) || path.endsWith('swept')
  const paths = await readdir(folder, { recursive: true })
  await Promise.all(paths.filter(isWanted).map((path) => utimes(join(folder, path), longAgo, longAgo)))
}
