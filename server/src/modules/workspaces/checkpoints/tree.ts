import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { growingTo } from '../../../platform/growing-to.ts'
import type { ObjectStore } from '../disk/object-store.ts'

/** A file or a link as a checkpoint knows it. */
export type Leaf =
  | { kind: 'file'; hash: string; mode: number; size: number }
  | { kind: 'link'; target: string }

export interface TreeChange {
  path: string
  before: Leaf | undefined
  after: Leaf | undefined
}

type Node = Leaf | { kind: 'folder'; tree: string }
export type Folder = ReadonlyMap<string, Node>

const nodeSchema = z.union([
  z.object({ kind: z.literal('file'), hash: z.string(), mode: z.number(), size: z.number() }),
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('folder'), tree: z.string() }),
])
const folderSchema = z.array(z.tuple([z.string(), nodeSchema]))

const NOTHING: Folder = new Map()

/**
 * The files of a workspace at one moment, as a tree of folders kept by their hashes: what two moments have in common is kept once,
 * and comparing them skips it. Folders without files are not kept.
 */
export function createTrees(objects: ObjectStore) {
  const known = new LRUCache<string, Folder>(growingTo(2000))

  const load = async (tree: string): Promise<Folder> =>
    new Map(folderSchema.parse(JSON.parse(String(await objects.get(tree)))))

  async function read(tree: string): Promise<Folder> {
    const folder = known.get(tree) ?? (await load(tree))
    known.set(tree, folder)
    return folder
  }

  async function write(folder: Folder): Promise<string> {
    const entries = [...folder].sort(([a], [b]) => (a < b ? -1 : 1))
    const tree = await objects.put(Buffer.from(JSON.stringify(entries)))
    known.set(tree, folder)
    return tree
  }

  async function withSteps(
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
    const before = inner?.kind === 'folder' ? await read(inner.tree) : NOTHING
    const after = await withSteps(before, rest, leaf)
    if (after.size > 0) changed.set(step, { kind: 'folder', tree: await write(after) })
    else if (inner?.kind === 'folder') changed.delete(step)
    return changed
  }

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

  return {
    write,
    writeEmpty: (): Promise<string> => write(NOTHING),

    /** The same tree with one file put in, replaced or (undefined) taken out. */
    async withLeaf(tree: string, path: string, leaf: Leaf | undefined): Promise<string> {
      return write(await withSteps(await read(tree), path.split('/'), leaf))
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

    /** What a tree is made of, by hash. Read once and not remembered: who asks goes through all there are. */
    async partsOf(tree: string): Promise<{ trees: string[]; contents: string[] }> {
      const nodes = [...(await load(tree)).values()]
      return {
        trees: nodes.flatMap((node) => (node.kind === 'folder' ? [node.tree] : [])),
        contents: nodes.flatMap((node) => (node.kind === 'file' ? [node.hash] : [])),
      }
    },

    /** By path, what differs. */
    compare: (before: string, after: string): AsyncGenerator<TreeChange> => compare(before, after, ''),
  }
}

export type Trees = ReturnType<typeof createTrees>

const leafOf = (node: Node | undefined): Leaf | undefined => (node?.kind === 'folder' ? undefined : node)
const treeOf = (node: Node | undefined): string | undefined =>
  node?.kind === 'folder' ? node.tree : undefined

export function isSame(a: Leaf | undefined, b: Leaf | undefined): boolean {
  if (a?.kind === 'file' && b?.kind === 'file') return a.hash === b.hash && a.mode === b.mode
  if (a?.kind === 'link' && b?.kind === 'link') return a.target === b.target
  return a === b
}
