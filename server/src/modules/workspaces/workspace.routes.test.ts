import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import JSZip from 'jszip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

onEachDatabase('workspaces ($name)', ({ env }) => {
  let app: TestApp
  let admin: string
  let ana: string
  let ben: string
  let allowed: string
  let id: string
  beforeAll(async () => {
    allowed = await mkdtemp(join(tmpdir(), 'bellwether-allowed-'))
    app = await startTestApp({
      ...(await env()),
      WORKSPACE_ROOTS: allowed,
      WORKSPACE_MAX_BYTES: String(2 * 1024 * 1024),
      WORKSPACE_MAX_FILES: '50',
    })
    admin = await app.signIn()
    const makeUser = async (name: string) => {
      const person = { email: `${name}@example.edu`, name, password: 'long enough' }
      await app.call('POST', '/creator/admin/users/create', admin, {
        ...person,
        role: 'user',
        user_type: 'creator',
      })
      return app.signIn(person.email, person.password)
    }
    ana = await makeUser('ana')
    ben = await makeUser('ben')
    id = (await app.call('POST', '/workspaces', ana, { name: ' Essay ' })).body.id
  })
  afterAll(() => app.stop())

  const send = (
    method: string,
    path: string,
    token: string,
    body?: string | Uint8Array,
    headers: Record<string, string> = {},
  ) =>
    fetch(app.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const write = async (path: string, body: string | Uint8Array, token = ana) =>
    send('PUT', `/workspaces/${id}/files/${path}`, token, body)

  /** On disk, or as objects. */
  async function hasFiles(workspaceId: string): Promise<boolean> {
    if (existsSync(join(app.dataDir, 'workspaces', workspaceId))) return true
    for await (const _object of app.app.services.storage.list(`workspaces/${workspaceId}/`)) return true
    return false
  }

  it('are created, listed, renamed and deleted by their owners', async () => {
    const made = await app.call('POST', '/workspaces', ana, { name: 'Short-lived' })
    expect(made).toMatchObject({ status: 201, body: { name: 'Short-lived', role: 'owner', folder: null } })
    const path = `/workspaces/${made.body.id}`
    expect((await app.call('PATCH', path, ana, { name: 'Renamed' })).body.name).toBe('Renamed')
    const names = (await app.call('GET', '/workspaces', ana)).body.workspaces.map(
      (one: { name: string }) => one.name,
    )
    expect(names.sort()).toEqual(['Essay', 'Renamed'])
    expect((await app.call('GET', path, ana)).body).toMatchObject({
      files: 0,
      bytes: 0,
      limits: { files: 50, bytes: 2097152 },
    })
    expect((await app.call('GET', path, ben)).status).toBe(404)
    expect((await app.call('DELETE', path, ben)).status).toBe(404)
    expect(await hasFiles(made.body.id)).toBe(true)
    expect((await app.call('DELETE', path, ana)).status).toBe(200)
    expect(await hasFiles(made.body.id)).toBe(false)
    expect((await app.call('GET', path, ana)).status).toBe(404)
    for (const bad of [{}, { name: ' ' }, { name: 'x'.repeat(101) }])
      expect((await app.call('POST', '/workspaces', ana, bad)).status).toBe(422)
  })

  it('hold files without direction marks in their paths', async () => {
    const made = await app.call('POST', '/workspaces', ana, { name: 'Marks' })
    const own = `/workspaces/${made.body.id}`
    const put = (path: string) => send('PUT', `${own}/files/${path}`, ana, 'one\n')
    const mark = '%E2%80%AE'
    for (const [path, kept] of [
      [`notes${mark}gpj.html`, 'notesgpj.html'],
      [`new${mark}/gpj${mark}.html`, 'new/gpj.html'],
    ] as const) {
      const written = await put(path)
      expect([written.status, ((await written.json()) as { path: string }).path]).toEqual([200, kept])
      expect((await send('GET', `${own}/files/${path}`, ana)).status).toBe(200)
      expect((await send('DELETE', `${own}/files/${kept}`, ana)).status).toBe(200)
    }
    for (const path of [mark, `.${mark}.`, `src/.${mark}./.${mark}./x`])
      expect([path, (await put(path)).status]).toEqual([path, 400])
    expect((await put(`.g${mark}it/config`)).status).toBe(403)
    expect((await app.call('DELETE', own, ana)).status).toBe(200)
  })

  it('hold files that are written, read and deleted', async () => {
    const written = await write('src/h%C3%A9llo%20w.txt', 'one\n')
    expect(written.status).toBe(200)
    const edit = (await written.json()) as { hash: string }
    expect(edit).toMatchObject({ path: 'src/héllo w.txt', added: 1, removed: 0, workspace: id })
    const read = await send('GET', `/workspaces/${id}/files/src/h%C3%A9llo%20w.txt`, ana)
    expect(await read.text()).toBe('one\n')
    expect(read.headers.get('etag')).toBe(`"${edit.hash}"`)
    expect(read.headers.get('x-content-type-options')).toBe('nosniff')
    expect(
      (
        await send('GET', `/workspaces/${id}/files/src/h%C3%A9llo%20w.txt`, ana, undefined, {
          'if-none-match': `"${edit.hash}"`,
        })
      ).status,
    ).toBe(304)
    const late = await send('PUT', `/workspaces/${id}/files/src/h%C3%A9llo%20w.txt`, ana, 'x', {
      'if-match': '"other"',
    })
    expect(late.status).toBe(409)
    expect((await app.call('GET', `/workspaces/${id}/tree`, ana)).body.entries).toMatchObject([
      { path: 'src', kind: 'folder' },
      { path: 'src/héllo w.txt', kind: 'file', size: 4 },
    ])
    const gone = await app.call('DELETE', `/workspaces/${id}/files/src/h%C3%A9llo%20w.txt`, ana)
    expect(gone.body).toMatchObject({ removed: 1, hash: null })
    expect((await send('GET', `/workspaces/${id}/files/src/h%C3%A9llo%20w.txt`, ana)).status).toBe(404)
    const undone = await app.call('POST', `/workspaces/${id}/edits/${gone.body.edit}/undo`, ana)
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    const { edits } = (await app.call('GET', `/workspaces/${id}/edits?limit=2`, ana)).body
    expect(edits).toMatchObject([{ undoes: gone.body.edit }, { id: gone.body.edit, undone: true }])
  })

  it.each([
    '..%2Fx',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'a%00b',
    '.git%2Fconfig',
    '%2Fetc%2Fpasswd',
    'a%5C..%5Cb',
  ])('refuse the path %s', async (path) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await send(
        method,
        `/workspaces/${id}/files/${path}`,
        ana,
        method === 'PUT' ? 'x' : undefined,
      )
      expect(answer.status, method).toBeGreaterThanOrEqual(400)
      expect(answer.status, method).toBeLessThan(500)
    }
  })

  it('have a size limit', async () => {
    const answer = await write('big.bin', new Uint8Array(3 * 1024 * 1024))
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      400,
      expect.stringContaining('limit: 2097152 bytes'),
    ])
  })

  it('are shared to read, then to write', async () => {
    await write('shared.txt', 'hello\n')
    const share = (role: string) =>
      app.call('PUT', `/workspaces/${id}/shares`, ana, {
        shares: [{ user_email: 'ben@example.edu', role }, { user_email: 'nobody@example.edu' }],
      })
    expect((await share('read')).body.shares).toMatchObject([{ user_email: 'ben@example.edu', role: 'read' }])
    expect((await app.call('GET', '/workspaces', ben)).body.workspaces).toMatchObject([
      { id, role: 'read', folder: null },
    ])
    expect(await (await send('GET', `/workspaces/${id}/files/shared.txt`, ben)).text()).toBe('hello\n')
    for (const [method, path] of [
      ['PUT', 'files/shared.txt'],
      ['DELETE', 'files/shared.txt'],
      ['POST', 'zip'],
      ['POST', 'approve'],
      ['POST', 'reset'],
      ['GET', 'shares'],
    ] as const)
      expect(
        (await send(method, `/workspaces/${id}/${path}`, ben, method === 'GET' ? undefined : 'x')).status,
        path,
      ).toBe(403)
    await share('write')
    expect((await write('shared.txt', 'from ben\n', ben)).status).toBe(200)
    expect((await app.call('DELETE', `/workspaces/${id}`, ben)).status).toBe(403)
    // An admin runs the server; what is in it is not theirs to read.
    expect((await send('GET', `/workspaces/${id}/files/shared.txt`, admin)).status).toBe(404)
    await app.call('PUT', `/workspaces/${id}/shares`, ana, { shares: [] })
    expect((await app.call('GET', `/workspaces/${id}`, ben)).status).toBe(404)
  })

  it('are approved and reset without a body, and list the changes', async () => {
    for (const deed of ['approve', 'reset']) {
      const answer = await fetch(`${app.url}/workspaces/${id}/${deed}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ana}` },
      })
      expect(answer.status, deed).toBe(200)
    }
    expect((await app.call('GET', `/workspaces/${id}/changes`, ana)).body).toMatchObject({
      has_unapproved: false,
      changed_files: [],
    })
    const { checkpoints } = (await app.call('GET', `/workspaces/${id}/checkpoints`, ana)).body
    expect(checkpoints[0]).toMatchObject({ kind: 'reset' })
    const first = checkpoints.at(-1)
    const { changed_files } = (
      await app.call('GET', `/workspaces/${id}/checkpoints/${first.id}/diff?to=${checkpoints[0].id}`, ana)
    ).body
    expect(changed_files.map((file: { path: string }) => file.path)).toContain('shared.txt')
    const back = await app.call('POST', `/workspaces/${id}/checkpoints/${first.id}/restore`, ana)
    expect(back.status).toBe(200)
    expect((await app.call('GET', `/workspaces/${id}/tree`, ana)).body.entries).toEqual([])
    await app.call('POST', `/workspaces/${id}/checkpoints/${back.body.safety_checkpoint}/restore`, ana)
    expect((await app.call('GET', `/workspaces/${id}/tree`, ana)).body.entries.length).toBeGreaterThan(0)
  })

  it('are uploaded and downloaded as a zip', async () => {
    const zip = new JSZip()
    zip
      .file('a.txt', 'A\n')
      .file('deep/b.bin', new Uint8Array([0, 1, 2]))
      .file('.git/config', 'secret')
      .file('__MACOSX/x', 'x')
    const answer = await send(
      'POST',
      `/workspaces/${id}/zip`,
      ana,
      await zip.generateAsync({ type: 'uint8array' }),
    )
    const body = await answer.json()
    expect(body).toMatchObject({ written: 2, skipped: expect.arrayContaining(['.git/config', '__MACOSX/x']) })
    expect((await app.call('GET', `/workspaces/${id}/changes`, ana)).body.has_unapproved).toBe(false)
    const download = await send('GET', `/workspaces/${id}/zip`, ana)
    expect(download.headers.get('content-type')).toBe('application/zip')
    const opened = await JSZip.loadAsync(await download.arrayBuffer(), { checkCRC32: true })
    expect(await opened.file('a.txt')?.async('string')).toBe('A\n')
    expect([...((await opened.file('deep/b.bin')?.async('uint8array')) ?? [])]).toEqual([0, 1, 2])
    expect(opened.file('.git/config')).toBeNull()
  })

  it('are unchanged after a bad zip', async () => {
    const before = (await app.call('GET', `/workspaces/${id}/tree`, ana)).body
    const make = async (files: Record<string, string | Uint8Array>) => {
      const zip = new JSZip()
      for (const [name, content] of Object.entries(files)) zip.file(name, content, { createFolders: false })
      return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
    }
    const bad: [string, Uint8Array][] = [
      ['slip', await make({ 'good.txt': 'x', '../../evil.txt': 'x' })],
      ['backslashes', await make({ 'good.txt': 'x', '..\\..\\evil.txt': 'x' })],
      ['too large', await make({ 'good.txt': 'x', 'bomb.bin': new Uint8Array(30 * 1024 * 1024) })],
      [
        'too many',
        await make(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, 'x']))),
      ],
      ['no zip', new Uint8Array(100)],
      ['nothing', new Uint8Array(0)],
    ]
    for (const [what, bytes] of bad) {
      const answer = await send('POST', `/workspaces/${id}/zip`, ana, bytes)
      expect(answer.status, what).toBeGreaterThanOrEqual(400)
      expect(answer.status, `${what}: ${await answer.text()}`).toBeLessThan(500)
    }
    expect((await app.call('GET', `/workspaces/${id}/tree`, ana)).body).toEqual(before)
    expect(existsSync(join(app.dataDir, 'evil.txt'))).toBe(false)
  })

  it('may be an allowed folder of the server, for system admins only', async () => {
    await mkdir(join(allowed, 'project'))
    await writeFile(join(allowed, 'project', 'here.txt'), 'x\n')
    await symlink('/etc', join(allowed, 'etc'))
    const make = (token: string, folder: string) =>
      app.call('POST', '/workspaces', token, { name: 'Folder', folder })
    expect((await make(ana, join(allowed, 'project'))).status).toBe(403)
    for (const folder of [
      '/etc',
      join(allowed, 'etc'),
      `${allowed}-private`,
      join(allowed, 'missing'),
      app.dataDir,
    ])
      expect((await make(admin, folder)).status, folder).toBe(400)
    const made = await make(admin, join(allowed, 'project'))
    expect(made.status).toBe(201)
    expect((await app.call('GET', `/workspaces/${made.body.id}/tree`, admin)).body.entries).toMatchObject([
      { path: 'here.txt' },
    ])
    await app.call('DELETE', `/workspaces/${made.body.id}`, admin)
    expect(existsSync(join(allowed, 'project', 'here.txt'))).toBe(true)
  })

  it('prevent the deletion of their owner’s account until they are deleted', async () => {
    const person = { email: 'leaver@example.edu', name: 'Leaver', password: 'long enough' }
    await app.call('POST', '/creator/admin/users/create', admin, {
      ...person,
      role: 'user',
      user_type: 'creator',
    })
    const token = await app.signIn(person.email, person.password)
    const made = (await app.call('POST', '/workspaces', token, { name: 'Left' })).body
    const refused = await app.call('DELETE', `/creator/admin/users/${made.owner_id}`, admin)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('1 workspace')])
    expect(await hasFiles(made.id)).toBe(true)
    expect((await app.call('DELETE', `/workspaces/${made.id}`, token)).status).toBeLessThan(300)
    expect((await app.call('DELETE', `/creator/admin/users/${made.owner_id}`, admin)).status).toBe(200)
    expect(await hasFiles(made.id)).toBe(false)
    expect(await hasFiles(id)).toBe(true)
  })
})
