import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { growingTo } from '../../../platform/growing-to.ts'
import type { ObjectStore } from '../objects/objects.ts'
import { type Folder, isSame, type Leaf, leafOf, NOTHING, treeOf } from './tree-nodes.ts'

export { type Folder, isSame, type Leaf, type Node } from './tree-nodes.ts'

export interface TreeChange {
  path: string
  before: Leaf | undefined
  after: Leaf | undefined
}

const nodeSchema = z.union([
  z.object({
    kind: z.literal('file'),
    hash: z.string(),
    mode: z.number(),
    size: z.number(),
    modified: z.number().optional(),
  }),
  z.object({ kind: z.literal('link'), target: z.string(), modified: z.number().optional() }),
  z.object({ kind: z.literal('folder'), tree: z.string() }),
])
const folderSchema = z.array(z.tuple([z.string(), nodeSchema]))

/**
 * The files of a workspace at one time, as a tree of folders stored by hash: common parts of two trees are stored
 * once and skipped when comparing. Empty folders are not stored.
 */
export function createTrees(objects: ObjectStore) {
  const cache = new LRUCache<string, Folder>(growingTo(2000))

  const load = async (tree: string): Promise<Folder> =>
    new Map(folderSchema.parse(JSON.parse(String(await objects.get(tree)))))

  async function read(tree: string): Promise<Folder> {
    const folder = cache.get(tree) ?? (await load(tree))
    cache.set(tree, folder)
    return folder
  }

  async function write(folder: Folder): Promise<string> {
    const entries = [...folder].sort(([a], [b]) => (a < b ? -1 : 1))
    const tree = await objects.put(Buffer.from(JSON.stringify(entries)))
    cache.set(tree, folder)
    return tree
  }

  const store = { read, write }

  async function* compare(
    before: string | undefined,
    after: string | undefined,
    at: string,
  ): AsyncGenerator<TreeChange> {
    if (before === after) return
    const old = before === undefined ? NOTHING : await read(before)
    const now = after === undefined ? NOTHING : await read(after)
    const names = [...new Set([...old.keys(), ...now.keys()])].sort()
    for (const name of names) {
      const [a, b] = [old.get(name), now.get(name)]
      const path = at + name
      const [leafA, leafB] = [leafOf(a), leafOf(b)]
      if ((leafA || leafB) && !isSame(leafA, leafB)) yield { path, before: leafA, after: leafB }
      yield* compare(treeOf(a), treeOf(b), `${path}/`)
    }
  }

  async function* leaves(tree: string, at: string): AsyncGenerator<{ path: string; leaf: Leaf }> {
    for (const [name, node] of await read(tree)) {
      if (node.kind === 'folder') yield* leaves(node.tree, `${at}${name}/`)
      else yield { path: at + name, leaf: node }
    }
  }

  return {
    read,
    /** Every file and link. */
    leaves: (tree: string) => leaves(tree, ''),
    write,
    writeEmpty: (): Promise<string> => write(NOTHING),

    /** The same tree with one file added, replaced or (undefined) removed. */
    async withLeaf(tree: string, path: string, leaf: Leaf | undefined): Promise<string> {
      return write(await withSteps(store, await read(tree), path.split('/'), leaf))
    },

    /**
     * The same tree with many files added, replaced or removed. Fails with ENOTDIR if a file and a folder would have
     * the same name.
     */
    async withLeaves(
      tree: string,
      leaves: Iterable<readonly [path: string, leaf: Leaf | undefined]>,
    ): Promise<string> {
      const changes = [...leaves].map(([path, leaf]) => ({ steps: path.split('/'), leaf }))
      return write(await withAll(store, await read(tree), changes))
    },

    async find(tree: string, path: string): Promise<Leaf | undefined> {
      let folder: Folder = await read(tree)
      const steps = path.split('/')
      for (const [index, step] of steps.entries()) {
        const node = folder.get(step)
        if (index === steps.length - 1) return leafOf(node)
        if (node?.kind !== 'folder') return undefined
        folder = await read(node.tree)
      }
      return undefined
    },

    /** The parts of a tree, by hash. Not cached: the caller reads all trees there are. */
    async partsOf(tree: string): Promise<{ trees: string[]; contents: string[] }> {
      const nodes = [...(await load(tree)).values()]
      return {
        trees: nodes.flatMap((node) => (node.kind === 'folder' ? [node.tree] : [])),
        contents: nodes.flatMap((node) => (node.kind === 'file' ? [node.hash] : [])),
      }
    },

    /** The differences, by path. */
    compare: (before: string, after: string): AsyncGenerator<TreeChange> => compare(before, after, ''),
  }
}

export type Trees = ReturnType<typeof createTrees>

interface Store {
  read(tree: string): Promise<Folder>
  write(folder: Folder): Promise<string>
}

/** The same folder with one file added, replaced or (undefined) removed. Files along the path become folders. */
async function withSteps(
  store: Store,
  folder: Folder,
  steps: readonly string[],
  leaf: Leaf | undefined,
): Promise<Folder> {
  const [step = '', ...rest] = steps
  const changed = new Map(folder)
  if (rest.length === 0) {
    if (leaf) changed.set(step, leaf)
    else changed.delete(step)
    return changed
  }
  const inner = folder.get(step)
  const before = inner?.kind === 'folder' ? await store.read(inner.tree) : NOTHING
  const after = await withSteps(store, before, rest, leaf)
  if (after.size > 0) changed.set(step, { kind: 'folder', tree: await store.write(after) })
  else if (inner?.kind === 'folder') changed.delete(step)
  return changed
}

interface LeafChange {
  steps: readonly string[]
  leaf: Leaf | undefined
}

/** The same for many files. Fails with ENOTDIR if a file and a folder would have the same name. */
async function withAll(store: Store, folder: Folder, changes: readonly LeafChange[]): Promise<Folder> {
  const changed = new Map(folder)
  for (const [step, { ownChange, inside }] of byFirstStep(changes)) {
    const node = folder.get(step)
    const inner = node?.kind === 'folder' ? await store.read(node.tree) : NOTHING
    const newFolder = inside.length > 0 ? await withAll(store, inner, inside) : inner
    const leaf = ownChange ? ownChange.leaf : leafOf(node)
    if (newFolder.size > 0 && leaf)
      throw Object.assign(new Error('a file is in the way'), { code: 'ENOTDIR' })
    if (leaf) changed.set(step, leaf)
    else if (newFolder === inner && inner.size > 0) continue
    else if (newFolder.size > 0) changed.set(step, { kind: 'folder', tree: await store.write(newFolder) })
    else changed.delete(step)
  }
  return changed
}

function byFirstStep(changes: readonly LeafChange[]) {
  const groups = new Map<string, { ownChange?: LeafChange; inside: LeafChange[] }>()
  for (const change of changes) {
    const [step = '', ...steps] = change.steps
    const group = groups.get(step) ?? { inside: [] }
    groups.set(step, group)
    if (steps.length === 0) group.ownChange = change
    else group.inside.push({ steps, leaf: change.leaf })
  }
  return groups
}
