import { constants, createWriteStream } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Header, Pax } from 'tar'

const BLOCK = 512
const CHUNK_BYTES = 1024 * 1024

/** An entry of an archive: a text, or a file, of which as many bytes are stored as it has when it is opened. */
export type Entry =
  | { path: string; text: string }
  | { path: string; file: string }
  | { path: string; folder: true }
  | { path: string; open(): Promise<{ size: number; content: Readable } | undefined> }

export interface ArchiveTotals {
  files: number
  bytes: number
  /** Files that were removed before they could be read. */
  gone: number
  /** Files that became shorter while they were read; the missing end is stored as zeros. */
  changed: string[]
}

/**
 * Writes a compressed tar archive. Unlike the library's own function for folders, it continues if a file is removed
 * or changed in the meantime, because the server keeps running.
 */
export async function writeArchive(
  out: string,
  entries: (totals: ArchiveTotals) => AsyncIterable<Entry>,
): Promise<ArchiveTotals> {
  const totals: ArchiveTotals = { files: 0, bytes: 0, gone: 0, changed: [] }
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const entry of entries(totals)) yield* packEntry(entry, totals)
    yield Buffer.alloc(2 * BLOCK)
  }
  await pipeline(
    Readable.from(bytes(), { objectMode: false }),
    createGzip(),
    createWriteStream(out, { mode: 0o600, flags: 'wx', flush: true }),
  )
  return totals
}

async function* packEntry(entry: Entry, totals: ArchiveTotals): AsyncGenerator<Buffer> {
  if ('text' in entry) {
    const bytes = Buffer.from(entry.text)
    yield headerOf(entry.path, bytes.length, 0o600, 'File')
    yield padded(bytes)
    return
  }
  if ('folder' in entry) {
    yield headerOf(`${entry.path}/`, 0, 0o700, 'Directory')
    return
  }
  if ('open' in entry) {
    const opened = await entry.open()
    if (opened) yield* packContent(opened, entry.path, 0o600, totals)
    else totals.gone++
    return
  }
  const handle = await openPlainFile(entry.file)
  if (!handle) {
    totals.gone++
    return
  }
  const { size, mode } = await handle.stat()
  const content = handle.createReadStream({ highWaterMark: CHUNK_BYTES })
  yield* packContent({ size, content }, entry.path, mode & 0o777, totals)
}

async function* packContent(
  { size, content }: { size: number; content: Readable },
  path: string,
  mode: number,
  totals: ArchiveTotals,
): AsyncGenerator<Buffer> {
  yield headerOf(path, size, mode, 'File')
  let remaining = size
  try {
    for await (const piece of content) {
      if (remaining === 0) break
      const part: Buffer = piece.subarray(0, remaining)
      remaining -= part.length
      yield part
    }
  } finally {
    content.destroy()
  }
  if (remaining > 0) totals.changed.push(path)
  for (; remaining > 0; remaining -= Math.min(CHUNK_BYTES, remaining))
    yield Buffer.alloc(Math.min(CHUNK_BYTES, remaining))
  const rest = size % BLOCK
  if (rest > 0) yield Buffer.alloc(BLOCK - rest)
  totals.files++
  totals.bytes += size
}

/** Undefined if the file was removed or is not a regular file: links and sockets are not backed up. */
async function openPlainFile(path: string): Promise<FileHandle | undefined> {
  let handle: FileHandle
  try {
    // A link or a pipe that replaced the file must not block the backup.
    handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  return undefined
}

function headerOf(path: string, size: number, mode: number, type: 'File' | 'Directory'): Buffer {
  const header = new Header({ path, size, mode, mtime: new Date(0), type })
  const block = Buffer.alloc(BLOCK)
  // Long and non-ASCII names need a separate record before the header.
  const needsPax = header.encode(block)
  return needsPax ? Buffer.concat([new Pax({ path, size }).encode(), block]) : block
}

const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])

/** All files and folders below `root` by their relative paths, except those that `leaveOut` names. */
export async function* walk(
  root: string,
  leaveOut: (path: string) => boolean,
  prefix = '',
): AsyncGenerator<{ path: string; isFolder: boolean }> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix ? `${prefix}/${entry.name}` : entry.name
    if (leaveOut(path)) continue
    if (entry.isDirectory()) {
      yield { path, isFolder: true }
      yield* walk(root, leaveOut, path)
    } else if (entry.isFile()) yield { path, isFolder: false }
  }
}
