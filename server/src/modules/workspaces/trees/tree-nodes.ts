/** A file or a link as a checkpoint knows it. `modified` (Unix seconds) only in trees whose files are not on disk as well. */
export type Leaf =
  | { kind: 'file'; hash: string; mode: number; size: number; modified?: number | undefined }
  | { kind: 'link'; target: string; modified?: number | undefined }

export type Node = Leaf | { kind: 'folder'; tree: string }
export type Folder = ReadonlyMap<string, Node>

export const NOTHING: Folder = new Map()

export const leafOf = (node: Node | undefined): Leaf | undefined =>
  node?.kind === 'folder' ? undefined : node
export const treeOf = (node: Node | undefined): string | undefined =>
  node?.kind === 'folder' ? node.tree : undefined

/** Ignores their times. */
export function isSame(a: Leaf | undefined, b: Leaf | undefined): boolean {
  if (a?.kind === 'file' && b?.kind === 'file') return a.hash === b.hash && a.mode === b.mode
  if (a?.kind === 'link' && b?.kind === 'link') return a.target === b.target
  return a === b
}
