/** An entry of a workspace's tree. */
export interface TreeEntry {
  path: string
  kind: 'file' | 'folder' | 'link'
}

const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'))

/** The files below a folder, without hidden ones; '' is the whole workspace. Pure. */
export const filesBelow = (entries: readonly TreeEntry[], folder: string): string[] =>
  entries
    .filter(({ kind, path }) => kind === 'file' && !isHidden(path))
    .map(({ path }) => path)
    .filter((path) => folder === '' || path.startsWith(`${folder}/`))

/** The folders that contain files, and the whole workspace. Pure. */
export const foldersOf = (entries: readonly TreeEntry[]): string[] => [
  '',
  ...entries
    .filter(({ kind, path }) => kind === 'folder' && filesBelow(entries, path).length > 0)
    .map(({ path }) => path),
]
