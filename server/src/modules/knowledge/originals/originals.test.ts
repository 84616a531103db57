import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiskStorage } from '../../../platform/storage/disk/disk-storage.ts'
import { createOriginals } from './originals.ts'

const MIB = Buffer.alloc(1024 * 1024, 'x')
async function* pieces(count: number) {
  for (let at = 0; at < count; at += 1) yield MIB
}

test('a file is written as it arrives; one above 200 MiB is refused at the limit and removed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'originals-'))
  const originals = createOriginals({ storage: createDiskStorage(dataDir), dataDir })
  const folder = join(dataDir, 'knowledge', '7')
  let sent = 0
  async function* counted() {
    for await (const piece of pieces(400)) {
      sent += 1
      yield piece
    }
  }
  await expect(originals.receive(7, 'book.pdf', counted())).rejects.toMatchObject({ code: 'too_large' })
  expect(sent).toBe(201)
  expect(await readdir(folder)).toEqual([])

  const received = await originals.receive(7, 'book.pdf', pieces(3))
  expect(received.size).toBe(3 * MIB.length)
  const path = await received.keep()
  await received.discard()
  expect((await originals.useFile(path, (file) => readFile(file))).length).toBe(3 * MIB.length)
  await originals.remove(path)
  expect(await readdir(folder)).toEqual([])
})
