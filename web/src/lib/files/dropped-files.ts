import { isSystemFile } from '@bellwether/wire/file-names'

const paths = new WeakMap<File, string>()

/** The name of a file with its folders, if it was dropped or chosen with one. */
export const pathOf = (file: File): string => paths.get(file) ?? (file.webkitRelativePath || file.name)

export const withoutSystemFiles = (files: Iterable<File>): File[] =>
  [...files].filter((file) => !isSystemFile(pathOf(file)))

/** The files of a drop, with those in dropped folders. */
export async function droppedFiles(transfer: DataTransfer | null): Promise<File[]> {
  // The entries must be read before the first await: the browser empties the list afterwards.
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
  const plain = [...(transfer?.files ?? [])]
  if (!entries.some((entry) => entry?.isDirectory)) return withoutSystemFiles(plain)
  const files: File[] = []
  for (const entry of entries) if (entry) await collect(entry, files)
  return files
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '')
  if (isSystemFile(path)) return
  if (entry.isFile) {
    const file = await readEntry(entry as FileSystemFileEntry)
    paths.set(file, path)
    files.push(file)
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A folder is read in parts, until a part is empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return
    for (const child of part) await collect(child, files)
  }
}

/** One that the browser can't open must not stop the others: it is refused as empty. */
const readEntry = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(new File([], entry.name))))
