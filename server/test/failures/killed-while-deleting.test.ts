import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createHousekeeping, listHousekeepingTasks } from '../../src/app/housekeeping.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const HOUR_MS = 3_600_000

/** SQLite with a folder, PostgreSQL with its own storage. */
onEachDatabase('a server that is killed while it deletes ($name)', ({ name: database, env }) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
  })
  afterAll(() => app.stop())

  const keys = async (prefix: string): Promise<string[]> => {
    const found: string[] = []
    for await (const { key } of app.app.services.storage.list(prefix)) found.push(key)
    return found
  }
  /** What the next server does when it starts. */
  const startAgain = () =>
    createHousekeeping({
      chores: listHousekeepingTasks(app.app.services),
      onError(error) {
        throw error
      },
    }).runAll()
  const removals = async () =>
    (await app.app.services.db.selectFrom('storage_removals').select('owner_id').execute()).length

  async function makePerson(name: string) {
    const person = { email: `${name}@example.edu`, name, password: 'long enough' }
    await app.call('POST', '/creator/admin/users/create', admin, {
      ...person,
      role: 'user',
      user_type: 'creator',
    })
    const token = await app.signIn(person.email, person.password)
    const { id } = await app.app.services.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    return { id, token }
  }

  it('an account: its files are removed when it starts again', async () => {
    const { id } = await makePerson('leaver')
    const { storage } = app.app.services
    await storage.put(`files/${id}/img/picture.png`, Buffer.from('x'))
    const away = vi.spyOn(storage, 'removePrefix').mockRejectedValueOnce(new Error('away'))
    // What is deleted is saved: the storage may be away.
    expect((await app.call('DELETE', `/creator/admin/users/${id}`, admin)).status).toBe(200)
    away.mockRestore()
    expect((await app.call('DELETE', `/creator/admin/users/${id}`, admin)).status).toBe(404)
    expect(await keys(`files/${id}/`)).toHaveLength(1)
    await startAgain()
    expect(await keys(`files/${id}/`)).toEqual([])
    expect(await removals()).toBe(0)
  })

  // In PostgreSQL, the file and its row are saved in one transaction.
  it.runIf(database === 'SQLite')(
    'an upload that ends after its account was deleted leaves no file',
    async () => {
      const { id, token } = await makePerson('hasty')
      const { storage } = app.app.services
      const stage = storage.stage.bind(storage)
      let deleted = 0
      let stored: string[] = []
      const staging = vi.spyOn(storage, 'stage').mockImplementationOnce(async (key, content) => {
        const staged = await stage(key, content)
        return {
          ...staged,
          async commit() {
            deleted = (await app.call('DELETE', `/creator/admin/users/${id}`, admin)).status
            // As in S3, where unfinished uploads are stored elsewhere.
            await storage.put(key, Buffer.from('late'))
            stored = await keys(`files/${id}/`)
          },
        }
      })
      const form = new FormData()
      form.set('file', new File(['late'], 'late.md'))
      expect((await app.call('POST', '/creator/files/upload', token, form)).status).toBeGreaterThanOrEqual(
        400,
      )
      staging.mockRestore()
      expect([deleted, stored]).toEqual([200, [`files/${id}/late.md`]])
      expect(await keys(`files/${id}/`)).toEqual([])
    },
  )

  it('a knowledge base: its originals are removed when it starts again', async () => {
    const base = (await app.call('POST', '/knowledge-bases', admin, { name: 'Tides', description: '' })).body
      .id
    const form = new FormData()
    form.set('files', new File(['The tide turns at noon.'], 'tides.txt'))
    expect((await app.call('POST', `/knowledge-bases/${base}/files`, admin, form)).status).toBeLessThan(300)
    const { storage } = app.app.services
    const away = vi.spyOn(storage, 'removePrefix').mockRejectedValueOnce(new Error('away'))
    expect((await app.call('DELETE', `/knowledge-bases/${base}`, admin)).status).toBeLessThan(300)
    away.mockRestore()
    expect(await keys(`knowledge/${base}/`)).not.toEqual([])
    await startAgain()
    expect(await keys(`knowledge/${base}/`)).toEqual([])
  })

  it('a document or a workspace, while the storage is away', async () => {
    const { storage } = app.app.services
    const base = (await app.call('POST', '/knowledge-bases', admin, { name: 'Moons', description: '' })).body
      .id
    const form = new FormData()
    form.set('files', new File(['The moon is full.'], 'moons.txt'))
    await app.call('POST', `/knowledge-bases/${base}/files`, admin, form)
    const workspace = (await app.call('POST', '/workspaces', admin, { name: 'Notes' })).body.id
    const [file] = (await app.call('GET', `/knowledge-bases/${base}/files`, admin)).body.files
    const away = [
      vi.spyOn(storage, 'remove').mockRejectedValue(new Error('away')),
      vi.spyOn(storage, 'removePrefix').mockRejectedValue(new Error('away')),
    ]
    const paths = [`/knowledge-bases/${base}/files/${file.id}`, `/workspaces/${workspace}`]
    for (const path of paths) expect((await app.call('DELETE', path, admin)).status, path).toBeLessThan(300)
    for (const path of paths) expect((await app.call('DELETE', path, admin)).status, path).toBe(404)
    for (const spy of away) spy.mockRestore()
  })

  it('a file: what has no row is removed after a day, and nothing else', async () => {
    const { id, token } = await makePerson('writer')
    const { storage } = app.app.services
    const form = new FormData()
    form.set('file', new File(['kept'], 'kept.md'))
    expect((await app.call('POST', '/creator/files/upload', token, form)).status).toBe(200)
    await storage.put(`files/${id}/deleted.md`, Buffer.from('x'))
    // Of another database, which may be restored.
    await storage.put('files/999999/unknown.md', Buffer.from('x'))
    await startAgain()
    expect(await keys(`files/${id}/`)).toHaveLength(2)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * HOUR_MS })
    await app.app.services.files.removeLeftovers(24 * HOUR_MS, new AbortController().signal)
    vi.useRealTimers()
    expect(await keys(`files/${id}/`)).toEqual([`files/${id}/kept.md`])
    expect(await keys('files/999999/')).toHaveLength(1)
  })
})
