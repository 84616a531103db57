import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from '../../platform/zip/zip-archive.ts'

/** Archives are read into memory. Larger folders are imported on the command line. */
export const MAX_ZIP_BYTES = 512 * 1024 * 1024
const GIB = 1024 * 1024 * 1024
const LIMITS = {
  entries: 200_000,
  expandedBytes: 8 * GIB,
  partBytes: GIB,
  ratio: 200,
  ratioFromBytes: 50 * 1024 * 1024,
  milliseconds: 15 * 60 * 1000,
}

/** Unpacks a zip of a folder. Entries that point outside the folder are skipped; links become plain files. */
export async function unpackFolder(zip: string, folder: string): Promise<void> {
  const archive = ZipArchive.open(await readFile(zip), LIMITS)
  for (const name of archive.names()) {
    if (name.endsWith('/') || !isInside(name)) continue
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(archive.read(name)), createWriteStream(path, { mode: 0o600 }))
  }
}

const isInside = (name: string): boolean =>
  name
    .split('/')
    .every(
      (step) => step !== '' && step !== '.' && step !== '..' && !step.includes('\\') && !step.includes('\0'),
    )
