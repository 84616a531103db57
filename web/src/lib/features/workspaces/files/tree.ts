import type { TreeEntry } from '../workspaces.ts'

export interface TreeRow extends TreeEntry {
  name: string
  depth: number
}

const byName = new Intl.Collator(undefined, { numeric: true })

/** With more entries than this, folders are collapsed at first. */
export const MANY = 200

/** Depth first, folders before files, each by name. Pure. */
export function toRows(entries: readonly TreeEntry[]): TreeRow[] {
  const inside = new Map<string, TreeRow[]>()
  for (const entry of entries) {
    const cut = entry.path.lastIndexOf('/')
    const row = { ...entry, name: entry.path.slice(cut + 1), depth: entry.path.split('/').length - 1 }
    const folder = cut < 0 ? '' : entry.path.slice(0, cut)
    const siblings = inside.get(folder)
    if (siblings) siblings.push(row)
    else inside.set(folder, [row])
  }
  const listOf = (folder: string): TreeRow[] =>
    (inside.get(folder) ?? [])
      .sort(
        (a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder') || byName.compare(a.name, b.name),
      )
      .flatMap((row) => (row.kind === 'folder' ? [row, ...listOf(row.path)] : [row]))
  return listOf('')
}

/** Without the contents of collapsed folders. Pure. */
export const visibleRows = (rows: readonly TreeRow[], folded: ReadonlySet<string>): TreeRow[] =>
  rows.filter(({ path }) => foldersOf(path).every((folder) => !folded.has(folder)))

/** `a/b/c.md` is in `a` and `a/b`. Pure. */
export const foldersOf = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
}
