/** Hidden files and those that systems add to folders. */
const isJunk = (name: string): boolean =>
  name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

export const withoutJunk = (files: Iterable<File>): File[] => [...files].filter(({ name }) => !isJunk(name))

/** The files of a drop, with those in dropped folders. */
export async function droppedFiles(transfer: DataTransfer | null): Promise<File[]> {
  // The entries must be read before the first await: the browser empties the list afterwards.
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
  const plain = [...(transfer?.files ?? [])]
  if (!entries.some((entry) => entry?.isDirectory)) return withoutJunk(plain)
  const files: File[] = []
  for (const entry of entries) if (entry) files.push(...(await filesIn(entry)))
  return withoutJunk(files)
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    ]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: File[] = []
  // A folder is read in parts, until a part is empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return files
    for (const child of part) files.push(...(await filesIn(child)))
  }
}
