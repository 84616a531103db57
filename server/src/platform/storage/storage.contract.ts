import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Storage, StorageContent, StoredObject } from './storage.ts'

const MIB = 1024 * 1024
const DAY_MS = 24 * 3_600_000
/** A storage that lists in pages is given this size. */
export const PAGE_SIZE = 10

export interface StorageUnderTest {
  storage: Storage
  /** What takes room in the storage and has no key: unfinished uploads, removed contents. */
  leftOvers(): Promise<number>
}

interface Exceptions {
  /** The server used for the tests writes objects in place: parallel writers mix, and readers are cut off. A real one does not. */
  writesInPlace?: boolean
}

/** What each storage must do. */
export function describeStorage(
  name: string,
  open: () => Promise<StorageUnderTest>,
  { writesInPlace = false }: Exceptions = {},
): void {
  describe(`storage: ${name}`, () => {
    let storage: Storage
    let leftOvers: StorageUnderTest['leftOvers']
    beforeAll(async () => {
      ;({ storage, leftOvers } = await open())
    })
    const read = (key: string, range?: { start: number; end: number }) => readAll(storage, key, range)
    const keysIn = async (prefix: string) => (await listAll(storage, prefix)).map(({ key }) => key).sort()

    it('gives back what was put, with its size and time', async () => {
      const before = Date.now()
      await storage.put('files/1/a.txt', Buffer.from('hello'))
      expect(await read('files/1/a.txt')).toEqual(Buffer.from('hello'))
      const found = await storage.head('files/1/a.txt')
      expect(found).toMatchObject({ key: 'files/1/a.txt', size: 5 })
      // S3 tells whole seconds.
      expect(found?.writtenAt).toBeGreaterThanOrEqual(before - 1000)
      expect(found?.storedAt).toBeLessThanOrEqual(Date.now() + 1000)
      const opened = await storage.open('files/1/a.txt')
      opened?.content.destroy()
      expect(opened).toMatchObject({ size: 5, mark: found?.mark })
    })

    it('replaces an object, and its mark changes', async () => {
      await storage.put('files/1/b.txt', Buffer.from('one'))
      const before = await storage.head('files/1/b.txt')
      await storage.put('files/1/b.txt', Buffer.from('two'))
      expect(await read('files/1/b.txt')).toEqual(Buffer.from('two'))
      expect((await storage.head('files/1/b.txt'))?.mark).not.toBe(before?.mark)
    })

    it('streams a large object both ways, and parts of it', async () => {
      const content = randomBytes(11 * MIB + 123)
      await storage.put('knowledge/1/large', inPieces(content, 70_001))
      expect((await storage.head('knowledge/1/large'))?.size).toBe(content.length)
      expect(sha(await read('knowledge/1/large'))).toBe(sha(content))
      for (const [start, end] of [
        [0, 1],
        [0, 4],
        [5, 5],
        [MIB - 1, MIB],
        [3 * MIB + 5, 7 * MIB + 9],
        [content.length - 1, content.length - 1],
        [content.length - 10, content.length + 500],
      ] as const) {
        const part = await read('knowledge/1/large', { start, end })
        expect(sha(part), `${start}-${end}`).toBe(sha(content.subarray(start, end + 1)))
      }
      await storage.remove('knowledge/1/large')
    })

    it('takes empty objects and unusual names', async () => {
      for (const key of [
        'files/1/empty',
        'files/1/图片 ñ +&%20?#=.txt',
        'files/1/..v2.md',
        'files/1/.hidden',
      ]) {
        await storage.put(key, Buffer.alloc(0))
        expect(await read(key), key).toEqual(Buffer.alloc(0))
        expect(await keysIn('files/1/')).toContain(key)
        await storage.remove(key)
        expect(await storage.head(key), key).toBeUndefined()
      }
    })

    it('has nothing under a key that was never stored', async () => {
      expect(await storage.head('files/1/none')).toBeUndefined()
      expect(await storage.open('files/1/none')).toBeUndefined()
      await storage.remove('files/1/none')
      await storage.removePrefix('files/987/')
      expect(await keysIn('files/987/')).toEqual([])
    })

    it.each([
      '',
      'files/a',
      'secrets/1/jwt',
      'files/../secrets/jwt',
      'files/1/../../secrets/jwt',
      '/files/1/a.txt',
      'files//a.txt',
      'files/1/',
      'files/1/./a.txt',
      'files/1/a\\b',
      'files/1/a\u0000b',
      'files/1/\ud800',
      'files/1/.staged-1',
      'workspaces/1/files/a.txt',
      `files/1/${'x'.repeat(256)}`,
      `files/1/${'y'.repeat(200)}/${'y'.repeat(200)}/${'y'.repeat(200)}/${'y'.repeat(200)}/${'y'.repeat(200)}`,
    ])('refuses the key %j', async (key) => {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'bad_request' })
      expect(await storage.head(key)).toBeUndefined()
      expect(await storage.open(key)).toBeUndefined()
      await storage.remove(key)
    })

    it('shows a staged object only once it is committed', async () => {
      await storage.put('files/2/staged.txt', Buffer.from('old'))
      const staged = await storage.stage('files/2/staged.txt', inPieces(Buffer.from('new content'), 3))
      expect(staged.size).toBe(11)
      expect(await read('files/2/staged.txt')).toEqual(Buffer.from('old'))
      expect(await keysIn('files/2/')).toEqual(['files/2/staged.txt'])
      await staged.commit()
      await staged.discard()
      expect(await read('files/2/staged.txt')).toEqual(Buffer.from('new content'))

      const dropped = await storage.stage('files/2/dropped.txt', Buffer.from('x'))
      await dropped.discard()
      expect(await storage.head('files/2/dropped.txt')).toBeUndefined()
      await storage.removeLeftovers(0, new AbortController().signal)
      expect(await leftOvers()).toBe(0)
    })

    it.each([1, 12 * MIB])('leaves nothing when the sender fails after %i bytes', async (size) => {
      async function* failing(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(size)
        throw new Error('the sender left')
      }
      await expect(storage.put('files/3/broken', failing())).rejects.toThrow('the sender left')
      await expect(storage.stage('files/3/broken', failing())).rejects.toThrow('the sender left')
      expect(await storage.head('files/3/broken')).toBeUndefined()
      expect(await keysIn('files/3/')).toEqual([])
      expect(await leftOvers()).toBe(0)
    })

    it('lists and removes by prefix, and nothing beside it', async () => {
      const keys = ['files/4/a', 'files/4/img/b', 'files/44/c', 'knowledge/4/d', 'workspaces/4/objects/e']
      for (const key of keys) await storage.put(key, Buffer.from(key))
      expect(await keysIn('files/4/')).toEqual(['files/4/a', 'files/4/img/b'])
      expect(await keysIn('')).toEqual(expect.arrayContaining(keys))
      const one = (await listAll(storage, 'workspaces/4/'))[0]
      expect(one).toEqual(await storage.head('workspaces/4/objects/e'))
      await storage.removePrefix('files/4/img/')
      expect(await keysIn('files/4/')).toEqual(['files/4/a'])
      await storage.removePrefix('files/4/')
      expect(await keysIn('files/4/')).toEqual([])
      expect(await keysIn('files/44/')).toEqual(['files/44/c'])
      for (const prefix of ['files', 'files/4', '../', 'files/../'])
        await expect(listAll(storage, prefix)).rejects.toThrow('not a prefix')
      for (const prefix of ['', 'files/']) await expect(storage.removePrefix(prefix)).rejects.toThrow()
    })

    it('lists more objects than fit into one answer of a server', async () => {
      const count = 2 * PAGE_SIZE + 3
      await Promise.all(
        Array.from({ length: count }, (_, at) => storage.put(`workspaces/9/objects/${at}`, Buffer.from('x'))),
      )
      expect(new Set(await keysIn('workspaces/9/')).size).toBe(count)
      await storage.removePrefix('workspaces/9/')
      expect(await keysIn('workspaces/9/')).toEqual([])
    })

    it.skipIf(writesInPlace)(
      'has one of several contents that are stored under one key at the same time',
      async () => {
        const contents = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(2 * MIB, letter))
        await Promise.all(contents.map((content) => storage.put('files/5/same', content)))
        const found = await read('files/5/same')
        expect(contents.some((content) => content.equals(found ?? Buffer.alloc(0)))).toBe(true)
        await storage.removeLeftovers(0, new AbortController().signal)
        expect(await leftOvers()).toBe(0)
      },
    )

    it.skipIf(writesInPlace)(
      'lets a reader finish when the object is replaced or removed meanwhile',
      async () => {
        const content = randomBytes(6 * MIB)
        await storage.put('files/6/read', content)
        const opened = await storage.open('files/6/read')
        await storage.put('files/6/read', Buffer.from('other'))
        await storage.remove('files/6/read')
        expect(opened && sha(await buffer(opened.content))).toBe(sha(content))
      },
    )

    it('can be read halfway and left', async () => {
      await storage.put('files/6/left', Buffer.alloc(6 * MIB))
      const opened = await storage.open('files/6/left')
      for await (const piece of opened?.content ?? []) {
        expect(piece.length).toBeGreaterThan(0)
        break
      }
      expect(opened?.content.destroyed).toBe(true)
    })

    it('keeps what is young when left-overs are removed', async () => {
      const staged = await storage.stage('files/7/young', Buffer.from('young'))
      await storage.removeLeftovers(DAY_MS, new AbortController().signal)
      await staged.commit()
      await storage.removeLeftovers(0, new AbortController().signal)
      expect(await read('files/7/young')).toEqual(Buffer.from('young'))
    })
  })
}

async function readAll(
  storage: Storage,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer | undefined> {
  const opened = await storage.open(key, range)
  return opened && buffer(opened.content)
}

async function listAll(storage: Storage, prefix: string): Promise<StoredObject[]> {
  const all: StoredObject[] = []
  for await (const one of storage.list(prefix)) all.push(one)
  return all
}

const sha = (content: Uint8Array | undefined): string =>
  createHash('sha256')
    .update(content ?? 'nothing')
    .digest('hex')

function inPieces(content: Buffer, size: number): StorageContent {
  const pieces: Buffer[] = []
  for (let at = 0; at < content.length; at += size) pieces.push(content.subarray(at, at + size))
  return Readable.from(pieces)
}
