import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_LIMITS } from '@bellwether/wire'
import { beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '../../../test/harness/rounds.ts'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { SINGLE_INSTANCE } from '../../platform/db/instance-locks.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { createDiskStorage } from '../../platform/storage/disk/disk-storage.ts'
import type { ReadOwnText } from '../../tools/single-file-rag/single-file-rag.tool.ts'
import { addUser, createWorld } from '../assistants/testing.ts'
import { createFileService, type FileService } from './file.service.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const notFound = { code: 'not_found' }
const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content) })

describeOnEachDatabase('files', (open) => {
  let db: Db
  let folder: string
  let people: Awaited<ReturnType<typeof createWorld>>
  let files: FileService

  beforeAll(async () => {
    const database = await open()
    db = database.db
    folder = join(database.dataDir, 'files')
    people = await createWorld(db)
    const box = createSecretBox(Buffer.alloc(32, 1), Buffer.alloc(32, 2))
    files = createFileService({
      db,
      locks: SINGLE_INSTANCE,
      storage: createDiskStorage(database.dataDir),
      publicUrl: 'https://lamb.example.edu',
      box,
    })
  })

  const placeOf = (caller: UserCaller, name: string) => join(folder, String(caller.userId), name)
  const pathOf = (caller: UserCaller, name: string) => `${caller.userId}/${name}`
  const ownText = (caller: UserCaller, path: string) => files.readOwnText(caller, path)

  it('keeps no connection and no lock of the database while a storage elsewhere is slow', async () => {
    const { ana } = people
    const waiting: (() => void)[] = []
    const slowly = async (work: () => Promise<void>) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      await work()
    }
    const disk = createDiskStorage(join(folder, 'slow'))
    const slow = createFileService({
      db,
      locks: SINGLE_INSTANCE,
      storage: {
        ...disk,
        kind: 's3',
        async stage(key, content) {
          const staged = await disk.stage(key, content)
          return { ...staged, commit: () => slowly(() => staged.commit()) }
        },
        remove: (key) => slowly(() => disk.remove(key)),
      },
      publicUrl: 'https://lamb.example.edu',
      box: createSecretBox(Buffer.alloc(32, 1), Buffer.alloc(32, 2)),
    })
    const changes = [() => slow.upload(ana, text('slow.md', 'one')), () => slow.delete(ana, 'slow.md')]
    for (const change of changes) {
      const done = change()
      await expect.poll(() => waiting.length).toBe(1)
      await db.updateTable('users').set({ updated_at: 1 }).where('id', '=', ana.userId).execute()
      waiting.pop()?.()
      await done
    }
    expect(await slow.list(ana)).toEqual([])
  })

  it('is empty at first, without a folder', async () => {
    expect(await files.list(people.ana)).toEqual([])
    expect(await ownText(people.ana, pathOf(people.ana, 'notes.md'))).toMatchObject({ ok: false })
  })

  it('keeps, lists, reads, replaces and deletes a file', async () => {
    const { ana } = people
    const path = pathOf(ana, 'notes..v2.md')
    expect(await files.upload(ana, text('notes..v2.md', 'one'))).toEqual({ path, name: 'notes..v2.md' })
    expect(await ownText(ana, path)).toEqual({ ok: true, text: 'one', name: 'notes..v2.md' })

    await files.upload(ana, text('notes..v2.md', 'two'))
    expect(await ownText(ana, path)).toMatchObject({ text: 'two' })
    expect(await files.list(ana)).toEqual([
      { name: 'notes..v2.md', path, size: 3, created_at: expect.any(Number) },
    ])

    await files.delete(ana, 'notes..v2.md')
    expect(await files.list(ana)).toEqual([])
    expect(await ownText(ana, path)).toMatchObject({ ok: false })
    expect(await readdir(join(folder, String(ana.userId)))).toEqual([])
    await expect(files.delete(ana, path)).rejects.toMatchObject(notFound)
  })

  it('refuses files that are binary, of another type or too large, and leaves nothing behind', async () => {
    const { ben } = people
    await expect(files.upload(ben, { name: 'a.txt', bytes: PNG })).rejects.toMatchObject({
      code: 'bad_request',
    })
    await expect(files.upload(ben, text('a.html', 'x'))).rejects.toMatchObject({ code: 'bad_request' })
    const large = { name: 'a.txt', bytes: Buffer.alloc(FILE_LIMITS.textBytes + 1, 'a') }
    await expect(files.upload(ben, large)).rejects.toMatchObject({ code: 'too_large' })
    expect(await files.list(ben)).toEqual([])
    await expect(readdir(join(folder, String(ben.userId)))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('keeps an upload within its owner’s folder, whatever its name', async () => {
    const { ana } = people
    expect(await files.upload(ana, text('../../escaped.md', 'x'))).toMatchObject({
      path: pathOf(ana, 'escaped.md'),
    })
    await files.delete(ana, 'escaped.md')
  })

  it('hides a file from everyone else', async () => {
    const { ana, ben, nora, eve, sven, root } = people
    const { path } = await files.upload(ana, text('own.md', 'mine'))
    for (const other of [ben, nora, eve, sven, root]) {
      expect(await files.list(other)).toEqual([])
      expect(await ownText(other, path)).toMatchObject({ ok: false })
      await expect(files.getPublic(path, undefined, other)).rejects.toMatchObject(notFound)
      await expect(files.delete(other, path)).rejects.toMatchObject(notFound)
      await expect(files.delete(other, `../${path}`)).rejects.toMatchObject(notFound)
    }
    await expect(files.getPublic(path, undefined, undefined)).rejects.toMatchObject(notFound)
    // The same person under another organization: people who move lose access to their files.
    expect(await ownText({ ...ana, organizationId: people.south }, path)).toMatchObject({ ok: false })
    expect(await ownText(ana, path)).toMatchObject({ ok: true })
    await files.delete(ana, path)
  })

  it('does not follow a file or folder that became a link, and reads regular files only', async () => {
    const { ana } = people
    const { path } = await files.upload(ana, text('linked.md', 'mine'))
    const secret = join(folder, '..', 'secret.md')
    await writeFile(secret, 'secret')

    await rm(placeOf(ana, 'linked.md'))
    await symlink(secret, placeOf(ana, 'linked.md'))
    expect(await ownText(ana, path)).toMatchObject({ ok: false })
    await expect(files.getPublic(path, undefined, ana)).rejects.toMatchObject(notFound)

    await rm(placeOf(ana, 'linked.md'))
    await mkdir(placeOf(ana, 'linked.md'))
    expect(await ownText(ana, path)).toMatchObject({ ok: false })
    await rm(placeOf(ana, 'linked.md'), { recursive: true })

    await files.delete(ana, path)
    expect(await readFile(secret, 'utf8')).toBe('secret')
  })

  it('does not write through a folder that is a link', async () => {
    const zoe = await addUser(db, people.north, 'zoe')
    await mkdir(folder, { recursive: true })
    await symlink(join(folder, String(people.ana.userId)), join(folder, String(zoe.userId)))
    await expect(files.upload(zoe, text('planted.md', 'x'))).rejects.toMatchObject({ code: 'bad_request' })
    expect(await files.list(zoe)).toEqual([])
  })

  it('sees a change of the same length and time', async () => {
    const { ana } = people
    const { path } = await files.upload(ana, text('same.md', 'aaa'))
    const when = new Date(1_700_000_000_000)
    await utimes(placeOf(ana, 'same.md'), when, when)
    expect(await ownText(ana, path)).toMatchObject({ text: 'aaa' })
    await files.upload(ana, text('same.md', 'bbb'))
    await utimes(placeOf(ana, 'same.md'), when, when)
    expect(await ownText(ana, path)).toMatchObject({ text: 'bbb' })
    await files.delete(ana, path)
  })

  it('keeps row and file together under parallel uploads and deletions of one name', async () => {
    const { ana } = people
    const path = pathOf(ana, 'race.md')
    for (let round = 0; round < rounds(16); round++) {
      await files.upload(ana, text('race.md', 'old'))
      const uploads = [1, 2, 3].map((turn) =>
        files.upload(ana, text('race.md', 'x'.repeat(10 * round + turn))),
      )
      await new Promise((resolve) => setTimeout(resolve, round % 8))
      await Promise.all([...uploads, files.delete(ana, 'race.md').catch(() => undefined)])
      const row = (await files.list(ana)).find((file) => file.path === path)
      const onDisk = await readFile(placeOf(ana, 'race.md'), 'utf8').catch(() => undefined)
      expect(onDisk?.length, `round ${round}`).toBe(row?.size)
    }
    await files.delete(ana, path).catch(() => undefined)
    expect(await readdir(join(folder, String(ana.userId)))).toEqual([])
  })

  describe('pictures', () => {
    it('are opened by their signed URL or by their owner', async () => {
      const { ana, ben, root } = people
      const { url } = await files.saveImage({ ...ana, bytes: PNG, contentType: 'image/svg+xml' })
      const address = new URL(url)
      const path = address.pathname.replace('/static/public/', '')
      const sig = address.searchParams.get('sig') ?? ''
      expect(url).toContain('https://lamb.example.edu/static/public/')
      expect(path).toMatch(new RegExp(`^${ana.userId}/img/img_\\d+_[0-9a-f]{8}\\.png$`))

      const opened = await files.getPublic(path, sig, undefined)
      expect(opened.contentType).toBe('image/png')
      expect(await opened.read()).toEqual(PNG)
      await expect(files.getPublic(path, undefined, ana)).resolves.toMatchObject({ kind: 'image' })

      const { path: other } = await files.upload(ana, text('other.md', 'x'))
      for (const [wanted, signature, caller] of [
        [path, undefined, undefined],
        [path, `${sig.slice(0, -1)}${sig.endsWith('_') ? '-' : '_'}`, undefined],
        [path, '', ben],
        [path, undefined, root],
        [other, sig, undefined],
      ] as const) {
        await expect(files.getPublic(wanted, signature, caller)).rejects.toMatchObject(notFound)
      }
      expect(await files.list(ana)).toHaveLength(1)
      expect(await ownText(ana, path)).toMatchObject({ ok: false })
      await files.delete(ana, other)
      await files.delete(ana, path)
    })

    it('are detected by their bytes', async () => {
      const svg = Buffer.from('<svg onload="alert(1)"/>')
      const saved = files.saveImage({ ...people.ana, bytes: svg, contentType: 'image/png' })
      await expect(saved).rejects.toMatchObject({ code: 'bad_request' })
    })
  })

  describe('room', () => {
    const fill = (owner: UserCaller, count: number, size: number) =>
      db
        .insertInto('files')
        .values(
          Array.from({ length: count }, (_, number) => ({
            organization_id: owner.organizationId,
            owner_id: owner.userId,
            path: pathOf(owner, `filler ${number}.md`),
            name: `filler ${number}.md`,
            kind: 'upload' as const,
            content_type: 'text/markdown',
            size,
            created_at: 1,
          })),
        )
        .execute()

    it('limits the number of files, even for simultaneous uploads; replacing still works', async () => {
      const { eve } = people
      await fill(eve, FILE_LIMITS.filesPerUser - 1, 1)
      const tries = await Promise.allSettled(
        [1, 2, 3, 4, 5].map((n) => files.upload(eve, text(`${n}.md`, 'x'))),
      )
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
      await expect(files.upload(eve, text('one-more.md', 'x'))).rejects.toThrow(/Too many files \(limit: 500/)
      await expect(files.saveImage({ ...eve, bytes: PNG, contentType: 'image/png' })).rejects.toThrow(
        /limit: 500/,
      )
      const names = (await readdir(join(folder, String(eve.userId)), { recursive: true })).filter(
        (name) => name !== 'img',
      )
      expect(names).toHaveLength(1)
      await files.upload(eve, text(names[0]!, 'replaced'))
    })

    it('limits the total size', async () => {
      const { sven } = people
      await fill(sven, 1, FILE_LIMITS.bytesPerUser - 3)
      await expect(files.upload(sven, text('four.md', 'four'))).rejects.toThrow(/limit: 200 MiB/)
      await files.upload(sven, text('three.md', '333'))
      await files.upload(sven, text('three.md', '222'))
    })
  })

  it('reads files for the single_file_rag tool', () => {
    const read: ReadOwnText = files.readOwnText
    expect(read).toBeTypeOf('function')
  })
})
