import { nameOf, parentOf } from '../files/folder-view.ts'
import type { ObjectStore } from '../objects/objects.ts'
import type { Leaf, Trees } from '../trees/tree.ts'
import { withFolder } from './in-folder.ts'
import { writeFile } from './write-file.ts'

/** Read in parallel, because each may come from another machine. */
const AT_ONCE = 16

/** Writes the files and links of a tree to an empty folder. `root` is its real path. */
export async function writeTree(
  { trees, objects }: { trees: Trees; objects: ObjectStore },
  tree: string,
  root: string,
): Promise<void> {
  let group: { path: string; leaf: Leaf }[] = []
  const flush = async () => {
    const contents = await Promise.all(
      group.map(({ leaf }) => (leaf.kind === 'file' ? objects.get(leaf.hash) : undefined)),
    )
    for (const [index, { path, leaf }] of group.entries()) await writeLeaf(root, path, leaf, contents[index])
    group = []
  }
  for await (const entry of trees.leaves(tree)) {
    group.push(entry)
    if (group.length === AT_ONCE) await flush()
  }
  await flush()
}

async function writeLeaf(root: string, path: string, leaf: Leaf, bytes: Buffer | undefined): Promise<void> {
  if (leaf.kind === 'link')
    return withFolder(root, parentOf(path), (folder) => folder.makeLink(nameOf(path), leaf.target), {
      create: true,
    })
  if (bytes) await writeFile(root, path, { bytes, mode: leaf.mode, unsynced: true, isNew: false })
}
