import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPostgresDatabase } from '../../src/platform/db/templates.testing.ts'
import { startS3Server, type TestS3Server } from '../../src/platform/storage/s3/s3-server.testing.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const SECRETS = { LAMB_JWT_SECRET: 'j'.repeat(32), ENCRYPTION_KEY: 'e'.repeat(32) }
const TEXT = 'A bellwether leads the flock. '.repeat(40_000)

const server = process.env['TEST_POSTGRES_URL']
describe.skipIf(!server).each(['PostgreSQL', 'S3'])(
  'two instances without a shared disk, files in %s',
  (kind) => {
    let s3: TestS3Server
    let one: TestApp
    let two: TestApp
    let token: string
    const cleanUps: (() => Promise<unknown>)[] = []

    beforeAll(async () => {
      const database = await newPostgresDatabase(server ?? '')
      s3 = await startS3Server()
      const env = {
        ...SECRETS,
        DATABASE_URL: database.url,
        ...(kind === 'S3' ? { FILES_URL: s3.url('files', 'school') } : {}),
      }
      const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'bellwether-elsewhere-')))
      one = await startTestApp({ ...env, DATA_DIR: folders[0] ?? '' })
      two = await startTestApp({ ...env, DATA_DIR: folders[1] ?? '' })
      token = await one.signIn()
      cleanUps.push(one.stop, two.stop, s3.stop, database.drop)
      for (const folder of folders) cleanUps.push(() => rm(folder, { recursive: true, force: true }))
    })
    afterAll(async () => {
      for (const cleanUp of cleanUps) await cleanUp()
    })

    const get = (app: TestApp, path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(app.url + path, { method, headers: { authorization: `Bearer ${token}`, ...headers } })

    it('reads a document, and sends the original or a part of it from either', async () => {
      const made = await one.call('POST', '/knowledge-bases', token, { name: 'Sheep' })
      const base = `/knowledge-bases/${made.body.id}`
      const form = new FormData()
      form.append('files', new File([TEXT], 'sheep.txt', { type: 'text/plain' }))
      const sent = await two.call('POST', `${base}/files`, token, form)
      expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300)
      const file = `${base}/files/${sent.body.files[0].id}`
      await expect
        .poll(async () => (await one.call('GET', file, token)).body.status, { timeout: 20_000 })
        .toBe('completed')
      for (const app of [one, two]) {
        const whole = await get(app, `${file}/original`)
        expect(whole.status).toBe(200)
        expect((await whole.text()) === TEXT).toBe(true)
        const part = await get(app, `${file}/original`, { range: 'bytes=600000-600009' })
        expect(part.status).toBe(206)
        expect(part.headers.get('content-range')).toBe(`bytes 600000-600009/${TEXT.length}`)
        expect(await part.text()).toBe(TEXT.slice(600_000, 600_010))
        const head = await get(app, `${file}/original`, {}, 'HEAD')
        expect(head.headers.get('content-length')).toBe(String(TEXT.length))
        expect((await get(app, `${file}/original`, { range: 'bytes=9999999-' })).status).toBe(416)
        const temporary = join(app.dataDir, 'temporary')
        expect(existsSync(temporary) ? readdirSync(temporary) : []).toEqual([])
        for (const area of ['files', 'knowledge']) expect(existsSync(join(app.dataDir, area))).toBe(false)
      }
      expect((await one.call('DELETE', file, token)).status).toBe(200)
      expect((await get(two, `${file}/original`)).status).toBe(404)
      const left: string[] = []
      for await (const { key } of two.app.services.storage.list('knowledge/')) left.push(key)
      expect(left).toEqual([])
    })

    it('shows uploads and images of one instance on the other, including replaced and deleted ones', async () => {
      const upload = async (app: TestApp, text: string) => {
        const form = new FormData()
        form.set('file', new File([text], 'notes.md'))
        return (await app.call('POST', '/creator/files/upload', token, form)).body.path as string
      }
      const path = await upload(one, 'first')
      expect(await (await get(two, `/static/public/${path}`)).text()).toBe('first')
      await upload(two, 'second')
      expect(await (await get(one, `/static/public/${path}`)).text()).toBe('second')
      expect((await one.call('DELETE', `/creator/files/delete/${path}`, token)).status).toBe(200)
      expect((await get(two, `/static/public/${path}`)).status).toBe(404)
    })

    it('keeps rows and files together under parallel uploads of one name', async () => {
      const texts = Array.from({ length: 30 }, (_, at) => `text ${at}`)
      const answers = await Promise.all(
        texts.map((text, at) => {
          const form = new FormData()
          form.set('file', new File([text], 'same.md'))
          return (at % 2 ? one : two).call('POST', '/creator/files/upload', token, form)
        }),
      )
      for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200)
      const shown = await (await get(one, `/static/public/${answers[0]?.body.path}`)).text()
      expect(texts).toContain(shown)
    })
  },
)
