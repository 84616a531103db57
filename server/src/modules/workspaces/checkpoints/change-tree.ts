import { type Folder, type Leaf, leafOf, NOTHING } from './tree-nodes.ts'

interface Store {
  read(tree: string): Promise<Folder>
  write(folder: Folder): Promise<string>
}

/** The same folder with one file added, replaced or (undefined) removed. Files along the path become folders. */
export async function withSteps(
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

export interface LeafChange {
  steps: readonly string[]
  leaf: Leaf | undefined
}

/** The same for many files. Fails with ENOTDIR if a file and a folder would have the same name. */
export async function withAll(store: Store, folder: Folder, changes: readonly LeafChange[]): Promise<Folder> {
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
