import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { hasCode } from '../file-refusal.ts'

/** Files that wait, inaccessible to programs, until all of them have arrived. */
export interface Incoming {
  put(index: number, content: AsyncIterable<Uint8Array>): Promise<void>
  read(index: number): Promise<Buffer>
  /** Runs `work` when all files have arrived. If it is interrupted, they are found by `findArrived`; `paths` says where each belongs. */
  moveIn<T>(paths: readonly string[], work: () => Promise<T>): Promise<T>
}

/** Files of which some may be in their places already, because the server was killed. */
export interface Arrived {
  paths: readonly string[]
  /** When the last one had arrived, in milliseconds since 1970. */
  at: number
  read(index: number): Promise<Buffer>
  remove(): Promise<void>
}

/** Exists in a folder while its files are moved to their places. */
const ARRIVED = 'arrived'

export async function withIncoming<T>(aside: string, work: (incoming: Incoming) => Promise<T>): Promise<T> {
  await mkdir(aside, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(aside, 'zip-'))
  try {
    return await work({
      put: (index, content) =>
        writeFile(join(folder, String(index)), Readable.from(content), { mode: 0o600 }),
      read: (index) => readFile(join(folder, String(index))),
      async moveIn(paths, move) {
        const list = join(folder, ARRIVED)
        await writeFile(`${list}.new`, JSON.stringify(paths), { mode: 0o600 })
        await rename(`${list}.new`, list)
        try {
          return await move()
        } finally {
          await rm(list, { force: true })
        }
      },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The folders in which `moveIn` was interrupted. */
export async function listArrived(aside: string): Promise<string[]> {
  const folders: string[] = []
  for (const name of await readdir(aside).catch(ifMissing<string[]>([]))) {
    const folder = join(aside, name)
    if (await stat(join(folder, ARRIVED)).catch(ifMissing(undefined))) folders.push(folder)
  }
  return folders
}

/** Undefined if its files are in their places by now. */
export async function findArrived(folder: string): Promise<Arrived | undefined> {
  const list = join(folder, ARRIVED)
  const stats = await stat(list).catch(ifMissing(undefined))
  if (!stats) return undefined
  return {
    paths: JSON.parse(await readFile(list, 'utf8')) as string[],
    at: stats.mtimeMs,
    read: (index) => readFile(join(folder, String(index))),
    async remove() {
      // First: without it, the other files mean nothing.
      await rm(list, { force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const ifMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (hasCode(error, 'ENOENT')) return otherwise
    throw error
  }
