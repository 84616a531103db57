import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Files that wait, inaccessible to programs, until all of them have arrived. */
export interface Incoming {
  put(index: number, content: AsyncIterable<Uint8Array>): Promise<void>
  read(index: number): Promise<Buffer>
}

export async function withIncoming<T>(aside: string, work: (incoming: Incoming) => Promise<T>): Promise<T> {
  await mkdir(aside, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(aside, 'zip-'))
  try {
    return await work({
      put: (index, content) =>
        writeFile(join(folder, String(index)), Readable.from(content), { mode: 0o600 }),
      read: (index) => readFile(join(folder, String(index))),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
