import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3Server, type TestS3Server } from '../server/src/platform/storage/s3/s3-server.testing.ts'
import { startDatabaseProxy } from '../server/test/harness/database-proxy.ts'
import { callAt, type Instances, startInstances } from '../server/test/harness/instances.ts'
import { eachDatabase } from '../server/test/harness/test-app.ts'
import { pause, print, signIn } from './support.ts'

type Proxy = Awaited<ReturnType<typeof startDatabaseProxy>>

const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')
const SILENT_MS = 8000
/** The database gets three seconds to respond. */
const MAX_EXIT_MS = 8000

/** Like a machine that is paused or cut off from the network: connections stay open, but get no response. */
describe.skipIf(!postgres)(
  `a service that stops responding${postgres ? '' : ' SKIPPED: PostgreSQL is not installed'}`,
  () => {
    let s3: TestS3Server
    let files: Proxy
    let database: Proxy
    let servers: Instances
    let db: pg.Client
    let token: string

    beforeAll(async () => {
      s3 = await startS3Server()
      const filesUrl = new URL(s3.url('files', 'silent'))
      files = await startDatabaseProxy(new URL(filesUrl.searchParams.get('endpoint') ?? ''))
      filesUrl.searchParams.set('endpoint', files.url.replace(/\/$/, ''))
      const direct = (await postgres?.env())?.['DATABASE_URL'] ?? ''
      database = await startDatabaseProxy(new URL(direct))
      db = new pg.Client({ connectionString: direct })
      await db.connect()
      servers = await startInstances(2, {
        DATABASE_URL: database.url,
        DATABASE_POOL_SIZE: '2',
        FILES_URL: filesUrl.href,
        DRAIN_DELAY_MS: '0',
      })
      token = await signIn(servers.url())
    })
    afterAll(async () => {
      await servers.stop()
      await db.end()
      for (const proxy of [files, database]) {
        proxy.cut()
        proxy.close()
      }
      await s3.stop()
    })

    const call = (method: string, path: string, body?: unknown) =>
      callAt(servers.url() + path, method, token, body)
    const upload = (name: string) => {
      const form = new FormData()
      form.append('file', new File([`Notes ${name}`], name))
      return fetch(`${servers.url()}/creator/files/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      }).then(
        ({ status }) => status,
        () => 0,
      )
    }

    it('the storage: requests that need no files are answered as before', async () => {
      expect(await upload('before.md')).toBe(200)
      files.freeze()
      const uploads = Array.from({ length: 12 }, (_, at) => upload(`silent-${at}.md`))
      await pause(1000)
      let [failed, slowest] = [0, 0]
      for (let at = 0; at < 20; at++) {
        const startedAt = performance.now()
        const { status } = await call('POST', '/assistants', { name: `beside ${at}`, metadata: {} })
        if (status >= 300) failed++
        slowest = Math.max(slowest, performance.now() - startedAt)
      }
      files.cut()
      files.mend()
      const answers = await Promise.all(uploads)
      const uploaded = (await call('GET', '/creator/files/list')).body as { name: string }[]
      const acknowledged = answers.filter((status) => status === 200).length
      print('storage silent, 12 uploads wait, 2 connections for each instance', {
        'other requests failed': failed,
        'slowest (ms)': slowest,
        'uploads finished when it came back': acknowledged,
      })
      expect(failed).toBe(0)
      expect(uploaded.filter(({ name }) => name.startsWith('silent-'))).toHaveLength(acknowledged)
    })

    it('the database for 8 s: nothing acknowledged is lost', async () => {
      const workspace = (await call('POST', '/workspaces', { name: 'silent' })).body.id
      const written: string[] = []
      let [refused, number] = [0, 0]
      let isOver = false
      const write = async () => {
        while (!isOver) {
          const name = `note-${number++}.txt`
          const answer = await fetch(`${servers.url()}/workspaces/${workspace}/files/${name}`, {
            method: 'PUT',
            headers: { authorization: `Bearer ${token}` },
            body: name,
          }).catch(() => undefined)
          if (answer?.ok) written.push(name)
          else refused++
          await answer?.arrayBuffer().catch(() => undefined)
        }
      }
      const writers = Array.from({ length: 4 }, write)
      await pause(1500)
      database.freeze()
      await pause(SILENT_MS)
      database.cut()
      database.mend()
      await pause(4000)
      isOver = true
      await Promise.all(writers)
      let lost = 0
      for (const name of written) {
        const read = await fetch(`${servers.url()}/workspaces/${workspace}/files/${name}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        if ((await read.text()) !== name) lost++
      }
      print('database silent for 8 s during workspace writes', {
        acknowledged: written.length,
        refused,
        lost,
      })
      expect(written.length).toBeGreaterThan(0)
      expect(lost).toBe(0)
    })

    it('the database during SIGTERM: the process ends', async () => {
      await call('GET', '/assistants')
      database.freeze()
      const startedAt = performance.now()
      for (const { child } of servers.instances) child.kill('SIGTERM')
      await Promise.all(servers.instances.map(({ exited }) => exited))
      const ended = performance.now() - startedAt
      print('SIGTERM while the database is silent', { 'ended after (s)': ended / 1000 })
      expect(ended).toBeLessThan(MAX_EXIT_MS)
    })
  },
)
