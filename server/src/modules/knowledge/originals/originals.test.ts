import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDiskStorage } from '../../../platform/storage/disk/disk-storage.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
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

describe('the source of a document for the reading thread', () => {
  /** As a bucket: its objects are not files on this disk. */
  async function openElsewhere() {
    const dataDir = await mkdtemp(join(tmpdir(), 'originals-'))
    const { findFile: _findFile, ...elsewhere } = createDiskStorage(await mkdtemp(join(tmpdir(), 'bucket-')))
    const storage: Storage = elsewhere
    const originals = createOriginals({ storage, dataDir })
    const store = async (content: Buffer) => (await originals.receive(7, 'a.txt', content)).keep()
    return { dataDir, originals, store }
  }

  test('is the file itself if it is on this disk, however small', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'originals-'))
    const originals = createOriginals({ storage: createDiskStorage(dataDir), dataDir })
    const path = await (await originals.receive(7, 'a.txt', Buffer.from('own'))).keep()
    const source = await originals.useSource(path, 3, async (given) => given)
    expect(source).toBe(join(dataDir, 'knowledge', path))
  })

  test('is its bytes if it is small and elsewhere', async () => {
    const { dataDir, originals, store } = await openElsewhere()
    const source = await originals.useSource(await store(Buffer.from('elsewhere')), 9, async (given) => given)
    if (!(source instanceof Uint8Array)) throw new Error('not in memory')
    expect(Buffer.from(source).toString()).toBe('elsewhere')
    expect(await readdir(dataDir)).toEqual([])
  })

  test('is a copy if it is large and elsewhere, which is removed afterwards', async () => {
    const { originals, store } = await openElsewhere()
    const path = await store(MIB)
    const copy = await originals.useSource(path, MIB.length, async (source) => {
      if (typeof source !== 'string') throw new Error('in memory')
      expect((await readFile(source)).length).toBe(MIB.length)
      return source
    })
    await expect(readFile(copy)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test.each([3, MIB.length])('of %i bytes that is gone says so', async (size) => {
    const { originals } = await openElsewhere()
    await expect(originals.useSource('7/none', size, async () => undefined)).rejects.toMatchObject({
      code: 'empty',
      userMessage: { code: 'documents.original_missing' },
    })
  })
})
