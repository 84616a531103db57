import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { writeZip, type ZipFile } from './write-zip.ts'
import { ZipArchive } from './zip-archive.ts'

const LIMITS = {
  entries: 100,
  partBytes: 1e9,
  expandedBytes: 1e9,
  ratio: 1e6,
  ratioFromBytes: 1e9,
  milliseconds: 20_000,
}
const file = (path: string, read: ZipFile['read']): ZipFile => ({
  path,
  mode: 0o644,
  modifiedAt: new Date('2026-01-02T03:04:06Z'),
  read,
})
async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

it('packs files piece by piece, as others read them', async () => {
  const pieces = Array.from({ length: 40 }, () => randomBytes(64 * 1024))
  const zip = await buffer(
    writeZip(
      each([
        file('small.txt', async () => Buffer.from('small')),
        file('large.bin', async () => each(pieces)),
        file('gone.bin', async () => undefined),
        file('empty.bin', async () => each<Buffer>([])),
      ]),
    ),
  )
  const archive = ZipArchive.open(new Uint8Array(zip), LIMITS)
  expect([...archive.names()]).toEqual(['small.txt', 'large.bin', 'empty.bin'])
  expect((await buffer(archive.read('small.txt'))).toString()).toBe('small')
  expect((await buffer(archive.read('large.bin'))).equals(Buffer.concat(pieces))).toBe(true)
  expect(await buffer(archive.read('empty.bin'))).toHaveLength(0)
})

it('reads on only as its reader does, and closes a file when the reader leaves', async () => {
  let read = 0
  let isClosed = false
  async function* endless() {
    try {
      for (;;) {
        read += 1
        yield randomBytes(64 * 1024)
      }
    } finally {
      isClosed = true
    }
  }
  let written = 0
  for await (const piece of writeZip(each([file('endless.bin', async () => endless())]))) {
    written += piece.length
    if (written > 1024 * 1024) break
  }
  expect(read).toBeLessThan(64)
  await expect.poll(() => isClosed).toBe(true)
})

it('passes on why a file can’t be read', async () => {
  async function* broken() {
    yield Buffer.from('start')
    throw new Error('the disk is gone')
  }
  await expect(buffer(writeZip(each([file('broken.bin', async () => broken())])))).rejects.toThrow(
    'the disk is gone',
  )
})
