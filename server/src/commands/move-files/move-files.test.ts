/** @module-tag nightly */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { startS3Server, type TestS3Server } from '../../platform/storage/s3/s3-server.testing.ts'
import { createS3Storage } from '../../platform/storage/s3/s3-storage.ts'
import { readS3Url } from '../../platform/storage/s3/s3-url.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { moveFilesCommand } from './move-files.main.ts'

const HASH = createHash('sha256').update('old content').digest('hex')
const DOCUMENT = 'knowledge/1/0a0a0a0a-0000-4000-8000-000000000000'
const PICTURE_BYTES = 30_001
const CONTENTS: Record<string, Buffer> = {
  'files/1/notes ñ.md': Buffer.from('the notes'),
  'files/1/empty.txt': Buffer.alloc(0),
  'files/1/img/picture.png': randomBytes(PICTURE_BYTES),
  [DOCUMENT]: randomBytes(70_000),
  [`${DOCUMENT}.pictures`]: Buffer.from('{}'),
}
/** With one that S3 takes in several parts, and PostgreSQL in many chunks. */
const LARGE_CONTENTS = { ...CONTENTS, [DOCUMENT]: randomBytes(9 * 1024 * 1024) }

const readKey = async (storage: Storage, key: string): Promise<Buffer | undefined> => {
  const opened = await storage.open(key)
  return opened && buffer(opened.content)
}

async function expectContents(storage: Storage, contents = CONTENTS): Promise<void> {
  for (const [key, content] of Object.entries(contents))
    expect((await readKey(storage, key))?.equals(content), `${storage.kind} ${key}`).toBe(true)
}

onEachDatabase('moving the files ($name)', ({ name, env }) => {
  const isPostgres = name !== 'SQLite'
  let folder: string
  let server: TestS3Server
  let output = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-move-'))
    server = await startS3Server()
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const newInstallation = async (called: string): Promise<Record<string, string>> => {
    const DATA_DIR = join(folder, called)
    mkdirSync(DATA_DIR)
    return { ...(await env()), DATA_DIR }
  }
  const move = (settings: Record<string, string>, ...args: string[]): Promise<number> => {
    output = ''
    return moveFilesCommand(settings, args, (text) => {
      output += text
    })
  }
  const start = (settings: Record<string, string>, FILES_URL?: string): Promise<TestApp> =>
    startTestApp({ ...settings, ...(FILES_URL === undefined ? {} : { FILES_URL }) })
  const storageOf = (app: TestApp): Storage => app.app.services.storage
  const fill = async (app: TestApp, contents = CONTENTS): Promise<void> => {
    for (const [key, content] of Object.entries(contents)) await storageOf(app).put(key, content)
  }

  it('moves everything from storage to storage and back', async () => {
    const settings = await newInstallation('all')
    let app = await start(settings, 'disk')
    await fill(app, LARGE_CONTENTS)
    await app.stop()
    const objects = join(settings['DATA_DIR'] ?? '', 'workspaces', 'w1', 'state', 'objects', HASH.slice(0, 2))
    mkdirSync(objects, { recursive: true })
    writeFileSync(join(objects, HASH.slice(2)), 'old content')
    let from = 'disk'
    for (const to of [server.url('files', `${name} one`), ...(isPostgres ? ['postgres'] : []), 'disk']) {
      await expect(start(settings, to)).rejects.toThrow('move-files')
      expect(await move(settings, '--to', to, '--from', from, '--delete-source'), output).toBe(0)
      expect(output).toContain('100 %: 6 files')
      expect(output).toContain('Verified by size and SHA-256')
      expect(output).not.toContain('S3RVER')
      app = await start(settings, to)
      await expectContents(storageOf(app), LARGE_CONTENTS)
      const old = to === 'disk' ? undefined : await readKey(storageOf(app), `workspaces/w1/objects/${HASH}`)
      if (to !== 'disk') expect(old?.toString()).toBe('old content')
      expect(existsSync(join(objects, HASH.slice(2)))).toBe(to === 'disk')
      await app.stop()
      if (from === 'disk')
        expect(readdirSync(join(settings['DATA_DIR'] ?? '', 'files', '1', 'img'))).toEqual([])
      from = to
    }
    expect(readFileSync(join(objects, HASH.slice(2)), 'utf8')).toBe('old content')
  })

  it('can be repeated, and repairs differences', async () => {
    const settings = await newInstallation('again')
    const app = await start(settings, 'disk')
    await fill(app)
    await app.stop()
    const unreachable = 's3://key:secret@files?endpoint=http://127.0.0.1:1'
    expect(await move(settings, '--to', unreachable)).toBe(2)
    expect(output).toContain('ECONNREFUSED')
    // As an interrupted run leaves it: one copied, one with another content.
    const to = server.url('files', `${name} again`)
    const target = createS3Storage(readS3Url(to))
    await target.put('files/1/notes ñ.md', Buffer.from('the notes'))
    await target.put('files/1/img/picture.png', Buffer.alloc(PICTURE_BYTES))
    const still = await start(settings)
    expect(storageOf(still).kind).toBe('disk')
    await still.stop()
    expect(await move(settings, '--to', to), output).toBe(0)
    await expectContents(target)
    // Without --delete-source the old copies stay, and can be deleted later.
    const old = join(settings['DATA_DIR'] ?? '', 'files', '1', 'notes ñ.md')
    expect(existsSync(old)).toBe(true)
    expect(await move(settings, '--to', to)).toBe(2)
    expect(output).toContain('already')
    expect(await move(settings, '--to', to, '--from', 'disk', '--delete-source'), output).toBe(0)
    expect(output).toContain('Deleted 5 files')
    expect(existsSync(old)).toBe(false)
    await expectContents(target)
  })

  it('asks what to do with files that were deleted after an interrupted move', async () => {
    const settings = await newInstallation('extra')
    const to = server.url('files', `${name} extra`)
    const target = createS3Storage(readS3Url(to))
    let app = await start(settings, 'disk')
    await fill(app)
    await app.stop()
    // As a run that was killed after it had copied everything leaves it.
    for (const [key, content] of Object.entries(CONTENTS)) await target.put(key, content)
    app = await start(settings)
    await storageOf(app).remove(DOCUMENT)
    await app.stop()
    expect(await move(settings, '--to', to, '--extra', 'other')).toBe(2)
    expect(await move(settings, '--to', to)).toBe(2)
    expect(output).toContain("doesn't have (1)")
    expect(await target.head(DOCUMENT)).toBeDefined()
    app = await start(settings)
    expect(storageOf(app).kind).toBe('disk')
    await app.stop()
    expect(await move(settings, '--to', to, '--extra', 'delete'), output).toBe(0)
    const { [DOCUMENT]: _deleted, ...others } = CONTENTS
    await expectContents(target, others)
    expect(await target.head(DOCUMENT)).toBeUndefined()
    // Back to the disk, which still has its copies.
    await target.remove('files/1/empty.txt')
    expect(await move(settings, '--to', 'disk', '--from', to)).toBe(2)
    expect(await move(settings, '--to', 'disk', '--from', to, '--extra', 'keep'), output).toBe(0)
    app = await start(settings, 'disk')
    await expectContents(storageOf(app), others)
    await app.stop()
  })

  it('includes what a running server stores, and stops it from storing more', async () => {
    const settings = await newInstallation('running')
    const app = await start(settings, 'disk')
    await fill(app)
    const to = server.url('files', `${name} running`)
    expect(await move(settings, '--to', to), output).toBe(0)
    await expect(storageOf(app).put('files/1/late', Buffer.from('late'))).rejects.toMatchObject({
      code: 'unavailable',
    })
    const token = await app.signIn()
    const form = new FormData()
    form.set('file', new File(['late'], 'late.md'))
    const refused = await app.call('POST', '/creator/files/upload', token, form)
    expect(refused.status, JSON.stringify(refused.body)).toBe(503)
    await app.stop()
    const next = await start(settings, to)
    await expectContents(storageOf(next))
    expect((await next.call('GET', '/creator/files/list', token)).body).toEqual([])
    await next.stop()
  })

  it('moves workspaces with their files and history, and back', async () => {
    const settings = await newInstallation('workspaces')
    let app = await start(settings, 'disk')
    let token = await app.signIn()
    const { id } = (await app.call('POST', '/workspaces', token, { name: 'Essay' })).body
    const file = `/workspaces/${id}/files/drafts/one.txt`
    const put = (body: string) =>
      fetch(app.url + file, { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body })
    const read = async () =>
      (await fetch(app.url + file, { headers: { authorization: `Bearer ${token}` } })).text()
    expect((await put('first')).status).toBe(200)
    expect((await put('second')).status).toBe(200)
    for (const to of [server.url('files', `${name} workspaces`), 'disk']) {
      const from = to === 'disk' ? server.url('files', `${name} workspaces`) : 'disk'
      await app.stop()
      expect(await move(settings, '--to', to, '--from', from, '--delete-source'), output).toBe(0)
      expect(output).toContain('Workspaces: 1')
      expect(
        existsSync(join(settings['DATA_DIR'] ?? '', 'workspaces', id, 'files', 'drafts', 'one.txt')),
      ).toBe(to === 'disk')
      app = await start(settings, to)
      token = await app.signIn()
      expect(await read()).toBe('second')
      const edits = (await app.call('GET', `/workspaces/${id}/edits`, token)).body.edits
      expect((await app.call('POST', `/workspaces/${id}/edits/${edits[0].id}/undo`, token)).status).toBe(200)
      expect(await read()).toBe('first')
      expect((await put('second')).status).toBe(200)
    }
    await app.stop()
  })

  it('never deletes the only copy when both names mean the same place', async () => {
    const settings = await newInstallation('twice')
    const to = server.url('files', `${name} twice`)
    const again = to.replace('127.0.0.1', 'localhost')
    expect(again).not.toBe(to)
    const app = await start(settings, to)
    await fill(app)
    await app.stop()
    expect(await move(settings, '--to', again, '--from', to, '--delete-source'), output).toBe(0)
    expect(output).toContain('Nothing was copied or deleted')
    const next = await start(settings, again)
    await expectContents(storageOf(next))
    await next.stop()
    expect(await move(settings, '--to', again, '--from', to, '--delete-source')).toBe(2)
    expect(output).toContain('the same place')
  })

  it('keeps files of workspaces that can’t be moved', async () => {
    const settings = await newInstallation('kept')
    const app = await start(settings, 'disk')
    const token = await app.signIn()
    const { id } = (await app.call('POST', '/workspaces', token, { name: 'Repository' })).body
    await app.stop()
    const git = join(settings['DATA_DIR'] ?? '', 'workspaces', id, 'files', '.git')
    mkdirSync(git, { recursive: true })
    writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main')
    expect(await move(settings, '--to', server.url('files', `${name} kept`), '--delete-source'), output).toBe(
      0,
    )
    expect(output).toContain('1 files were not moved')
    expect(existsSync(join(git, 'HEAD'))).toBe(true)
  })

  it('refuses what would mix or lose files', async () => {
    const settings = await newInstallation('refused')
    const app = await start(settings, 'disk')
    const to = server.url('files', `${name} taken`)
    await createS3Storage(readS3Url(to)).writeId('another')
    expect(await move(settings, '--to', to)).toBe(2)
    expect(output).toContain('another installation')
    expect(await move(settings, '--to', server.url('files', 'x'), '--from', 'postgres')).toBe(2)
    expect(output).toContain('The files are in disk')
    if (!isPostgres) expect(await move(settings, '--to', 'postgres')).toBe(2)
    expect(await move(settings, '--to', 'ftp://x')).toBe(2)
    expect(storageOf(app).kind).toBe('disk')
    await storageOf(app).put('files/1/a', Buffer.from('a'))
    await app.stop()
  })

  it('explains itself', async () => {
    expect(await move({})).toBe(0)
    expect(output).toContain('--delete-source')
    expect(await move({}, '--whatever')).toBe(2)
    expect(await move({ DATA_DIR: join(folder, 'nowhere') }, '--to', 'disk')).toBe(2)
    expect(output).toContain('No database found')
  })
})
