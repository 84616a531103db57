import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { createTrees } from '../checkpoints/tree.ts'
import { createObjectStore } from '../disk/object-store.ts'

/** Reads everything that a workspace refers to; throws when something of it is gone. Tells how many contents there are. */
export async function requireAllThere(db: Db, dataDir: string, workspaceId: string): Promise<number> {
  const objects = createObjectStore(join(dataDir, 'workspaces', workspaceId, 'state', 'objects'))
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
    union select baseline as tree from workspaces where id = ${workspaceId}`)
  for (const { tree } of roots) await readTree(tree)
  const edits = await rows(sql<{ before_hash: string | null; after_hash: string | null }>`
    select before_hash, after_hash from workspace_edits where workspace_id = ${workspaceId}`)
  for (const { before_hash, after_hash } of edits)
    for (const hash of [before_hash, after_hash]) if (hash !== null) await readContent(hash)
  return read.size
}

/** What lies in the store: objects, those set aside, and what should not be there. */
export async function listStore(dataDir: string, workspaceId: string) {
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
