import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { FILE_LIMITS } from '@bellwether/wire'
import { beforeAll, expect, it } from 'vitest'
import { createWorld } from '../../modules/assistants/testing.ts'
import { createFileService, type FileService } from '../../modules/files/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { SINGLE_INSTANCE } from '../../platform/db/instance-locks.ts'
import { describeOnSqlite } from '../../platform/db/testing.ts'
import { serve } from '../../platform/http/loopback.testing.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { createDiskStorage } from '../../platform/storage/disk/disk-storage.ts'
import { createLambFileRoutes } from './files.routes.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

describeOnSqlite('file routes', (open) => {
  let server: Awaited<ReturnType<typeof serve>>
  let files: FileService
  let ana: UserCaller
  let folder: string

  beforeAll(async () => {
    const { db, dataDir } = await open()
    folder = join(dataDir, 'files')
    const people = await createWorld(db)
    ana = people.ana
    const box = createSecretBox(Buffer.alloc(32, 1), Buffer.alloc(32, 2))
    files = createFileService({
      db,
      locks: SINGLE_INSTANCE,
      storage: createDiskStorage(dataDir),
      publicUrl: 'https://lamb.example.edu',
      box,
    })
    const { ben, nora, eve, root } = people
    server = await serve(createLambFileRoutes({ files }), { ana, ben, nora, eve, root })
  })

  function upload(who: string, name: string, content: string | Uint8Array) {
    const form = new FormData()
    form.set('file', new File([content], name))
    return server.call(who, 'POST', '/creator/files/upload', form)
  }

  /** Sends the path unchanged; fetch would normalize it. */
  const raw = (method: string, path: string, who: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${who}` }
      request({ port: server.port, method, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })

  it('uploads, lists, replaces and deletes, in LAMB’s format', async () => {
    expect(await server.call('ana', 'GET', '/creator/files/list')).toMatchObject({ status: 200, body: [] })
    const path = `${ana.userId}/Übung 1.md`
    expect(await upload('ana', 'Übung 1.md', 'one')).toMatchObject({
      status: 200,
      body: { path, name: 'Übung 1.md' },
    })
    await upload('ana', 'Übung 1.md', 'two!')
    expect((await server.call('ana', 'GET', '/creator/files/list')).body).toMatchObject([{ path, size: 4 }])
    expect((await server.call('eve', 'GET', '/creator/files/list')).body).toEqual([])
    const gone = await server.call(
      'ana',
      'DELETE',
      `/creator/files/delete/${encodeURIComponent('Übung 1.md')}`,
    )
    expect(gone).toMatchObject({ status: 200, body: { success: true, message: 'File deleted successfully' } })
    expect((await server.call('ana', 'DELETE', '/creator/files/delete/nothing.md')).status).toBe(404)
  })

  it('refuses other types, binary files and files that are too large', async () => {
    expect(await upload('ana', 'page.html', 'x')).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Only .txt') },
    })
    expect(await upload('ana', 'notes.txt', PNG)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('UTF-8') },
    })
    expect((await upload('ana', 'big.txt', 'x'.repeat(FILE_LIMITS.textBytes + 1))).status).toBe(413)
    expect((await server.call('ana', 'POST', '/creator/files/upload', new FormData())).status).toBe(422)
    expect((await server.call(undefined, 'GET', '/creator/files/list')).status).toBe(401)
  })

  it('refuses paths outside the folder in any spelling', async () => {
    await upload('eve', 'theirs.md', 'eve’s')
    await upload('ana', 'own.md', 'ana’s')
    const eveFolder = (await readdir(folder)).find((name) => name !== String(ana.userId)) ?? ''
    const base = join(folder, String(ana.userId))
    await mkdir(`${base}-private`)
    await writeFile(join(`${base}-private`, 'secret.md'), 'secret')
    await writeFile(join(folder, 'loose.md'), 'loose')
    await symlink(join(folder, eveFolder, 'theirs.md'), join(base, 'link.md'))
    await symlink(join(folder, eveFolder), join(base, 'linked'))
    const own = String(ana.userId)
    const forms = [
      `../${eveFolder}/theirs.md`,
      `${own}/../${eveFolder}/theirs.md`,
      `${own}%2f..%2f${eveFolder}%2ftheirs.md`,
      `%2e%2e/${eveFolder}/theirs.md`,
      `%2e%2e%2f${eveFolder}%2ftheirs.md`,
      `%252e%252e%252f${eveFolder}%252ftheirs.md`,
      `..%5c${eveFolder}%5ctheirs.md`,
      `${eveFolder}/theirs.md`,
      '../loose.md',
      `../${own}-private/secret.md`,
      `${own}-private/secret.md`,
      encodeURIComponent(join(`${base}-private`, 'secret.md')),
      `/${join(folder, eveFolder, 'theirs.md')}`,
      'own.md%00',
      'link.md',
      `${own}/link.md`,
      'linked/theirs.md',
      `${own}/linked/theirs.md`,
    ]
    for (const form of forms) {
      expect(await raw('GET', `/static/public/${form}`, 'ana'), form).toBe(404)
      expect(await raw('DELETE', `/creator/files/delete/${form}`, 'ana'), form).toBe(404)
    }
    expect((await server.call('eve', 'GET', `/static/public/${eveFolder}/theirs.md`)).text).toBe('eve’s')
    expect(await readdir(`${base}-private`)).toEqual(['secret.md'])
  })

  it('returns a text only to its owner, as a download', async () => {
    const address = `/static/public/${ana.userId}/own.md`
    const answer = await server.call('ana', 'GET', address)
    expect(answer).toMatchObject({ status: 200, text: 'ana’s' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''own.md",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    })
    for (const other of ['ben', 'nora', 'eve', 'root', 'nobody-known', undefined]) {
      expect((await server.call(other, 'GET', address)).status, String(other)).toBe(404)
    }
  })

  it('shows an image by its signed URL, and supports 304', async () => {
    const { url } = await files.saveImage({ ...ana, bytes: PNG, contentType: 'image/png' })
    const { pathname, search } = new URL(url)
    const shown = await server.send(undefined, 'GET', pathname + search)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-disposition')).toBeNull()
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG)
    const etag = shown.headers.get('etag') ?? ''
    const again = await server.call(undefined, 'GET', pathname + search, undefined, { 'if-none-match': etag })
    expect(again).toMatchObject({ status: 304, text: '' })

    expect((await server.call(undefined, 'GET', pathname)).status).toBe(404)
    expect((await server.call(undefined, 'GET', `${pathname}?sig=${'x'.repeat(32)}`)).status).toBe(404)
    expect((await server.call(undefined, 'GET', `/static/public/${ana.userId}/own.md${search}`)).status).toBe(
      404,
    )
    expect((await server.call('ana', 'GET', pathname)).status).toBe(200)
    const stale = { 'if-none-match': etag }
    expect((await server.call('ben', 'GET', pathname, undefined, stale)).status).toBe(404)
  })
})
