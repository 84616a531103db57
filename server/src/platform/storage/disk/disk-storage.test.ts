import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rounds } from '../../../../test/harness/rounds.ts'
import { describeStorage } from '../storage.contract.ts'
import { createDiskStorage } from './disk-storage.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'bellwether-disk-'))

describeStorage('disk', async () => {
  const dataDir = newFolder()
  const names = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  return {
    storage: createDiskStorage(dataDir),
    leftOvers: async () => names().filter((name) => name.includes('.staged-')).length,
  }
})

it('reports a full disk as “unavailable”, and leaves nothing behind', async () => {
  const dataDir = newFolder()
  async function* full(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('some')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  await expect(createDiskStorage(dataDir).stage('files/7/a.txt', full())).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    message: 'The server’s disk is full. Nothing was saved.',
  })
  expect(readdirSync(join(dataDir, 'files', '7'))).toEqual([])
})

it('refuses an object whose folder is removed while it is on its way', async () => {
  const dataDir = newFolder()
  const storage = createDiskStorage(dataDir)
  const staged = await storage.stage('knowledge/7/note', Buffer.from('x'))
  await storage.removePrefix('knowledge/7/')
  await expect(staged.commit()).rejects.toMatchObject({ code: 'conflict' })
  await staged.discard()
  for (let round = 0; round < rounds(20); round++) {
    const puts = Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => storage.put(`knowledge/${round}/${at}`, Buffer.from('x'))),
    )
    for (let time = 0; time < 5; time++)
      await storage.removePrefix(`knowledge/${round}/`).catch(() => undefined)
    for (const put of await puts)
      if (put.status === 'rejected') expect(put.reason).toMatchObject({ code: 'conflict' })
    await storage.removePrefix(`knowledge/${round}/`)
  }
  expect(readdirSync(join(dataDir, 'knowledge'))).toEqual([])
})

it('follows no link out of a folder', async () => {
  const dataDir = newFolder()
  const storage = createDiskStorage(dataDir)
  const outside = newFolder()
  await writeFile(join(outside, 'key'), 'secret')
  await storage.put('files/7/own.txt', Buffer.from('own'))
  await symlink(join(outside, 'key'), join(dataDir, 'files', '7', 'link.txt'))
  await symlink(outside, join(dataDir, 'files', '8'))
  for (const key of ['files/7/link.txt', 'files/8/key']) {
    expect(await storage.head(key)).toBeUndefined()
    expect(await storage.open(key)).toBeUndefined()
    expect(await storage.findFile?.(key)).toBeUndefined()
  }
  await expect(storage.put('files/8/new', Buffer.from('x'))).rejects.toMatchObject({ code: 'bad_request' })
  const listed: string[] = []
  for await (const { key } of storage.list('')) listed.push(key)
  for await (const { key } of storage.list('files/8/')) listed.push(key)
  expect(listed).toEqual(['files/7/own.txt'])
  await storage.removePrefix('files/8/')
  expect(readdirSync(outside)).toEqual(['key'])
})

it('leaves the live folders of workspaces alone', async () => {
  const dataDir = newFolder()
  const storage = createDiskStorage(dataDir)
  await storage.put('workspaces/1/objects/abc', Buffer.from('x'))
  const own = join(dataDir, 'workspaces', '1', 'files')
  mkdirSync(own)
  writeFileSync(join(own, '.staged-mine'), 'mine')
  await storage.removeLeftovers(0, new AbortController().signal)
  expect(existsSync(join(own, '.staged-mine'))).toBe(true)
  const listed: string[] = []
  for await (const { key } of storage.list('')) listed.push(key)
  expect(listed).toEqual(['workspaces/1/objects/abc'])
})

it('stores many files of new and known folders at the same time', async () => {
  const dataDir = newFolder()
  const storage = createDiskStorage(dataDir)
  await storage.put('files/1/first.txt', Buffer.from('first'))
  const keys = Array.from({ length: 60 }, (_one, at) => `files/${at % 3}/${at}.txt`)
  await Promise.all(keys.map((key) => storage.put(key, Buffer.from(key))))
  for (const key of keys) expect(readFileSync(join(dataDir, key), 'utf8')).toBe(key)
  expect(readdirSync(join(dataDir, 'files', '1'))).toHaveLength(21)
})

it('reports a folder that was removed to its own files only', async () => {
  const dataDir = newFolder()
  const storage = createDiskStorage(dataDir)
  const [kept, lost] = await Promise.all([
    storage.stage('files/7/a.txt', Buffer.from('a')),
    storage.stage('files/8/b.txt', Buffer.from('b')),
  ])
  rmSync(join(dataDir, 'files', '8'), { recursive: true })
  const ends = await Promise.allSettled([kept.commit(), lost.commit()])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(readFileSync(join(dataDir, 'files', '7', 'a.txt'), 'utf8')).toBe('a')
})

it('makes a folder again that was removed after it was used', async () => {
  const dataDir = newFolder()
  const storage = createDiskStorage(dataDir)
  await storage.put('files/7/a.txt', Buffer.from('a'))
  await storage.removePrefix('files/7/')
  await storage.put('files/7/b.txt', Buffer.from('b'))
  expect(readdirSync(join(dataDir, 'files', '7'))).toEqual(['b.txt'])
})
