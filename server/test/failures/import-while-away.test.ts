/** @module-tag nightly */
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSync } from 'bcryptjs'
import JSZip from 'jszip'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fillNewest } from '../../src/importers/lamb/testing/fill-newest.ts'
import { newKbFolder } from '../../src/importers/lamb/testing/kb-folder.ts'
import { newLegacyDatabase } from '../../src/importers/lamb/testing/legacy-database.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import { until } from '../harness/server-process.ts'
import { eachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')
const KB_FILES = ['data/lamb-kb-server.db', 'data/chromadb/chroma.sqlite3', 'static/30/optics/a1.md']
const PAGES = 3

describe.skipIf(!postgres)(
  `imports from LAMB while PostgreSQL is away${postgres ? '' : ' SKIPPED: PostgreSQL is not installed'}`,
  () => {
    let folder: string
    let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
    let app: TestApp
    let admin: string
    /** These reach the database all the time. */
    let direct: pg.Client
    let locking: pg.Client

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'bellwether-import-away-'))
      const legacy = await newLegacyDatabase(join(folder, 'lamb.db'))
      fillNewest(legacy, hashSync('legacy password', 4))
      legacy.close()
      await newKbFolder(join(folder, 'kb'), { pages: PAGES })
      const url = (await postgres?.env())?.['DATABASE_URL'] ?? ''
      proxy = await startDatabaseProxy(new URL(url))
      direct = new pg.Client(url)
      locking = new pg.Client(url)
      await direct.connect()
      await locking.connect()
      app = await startTestApp({ DATABASE_URL: proxy.url, DATA_DIR: join(folder, 'data') })
      admin = await app.signIn()
    })
    afterEach(async () => {
      await app?.stop()
      await direct?.end()
      await locking?.end()
      proxy.close()
      await rm(folder, { recursive: true, force: true })
    })

    async function start(): Promise<string> {
      const zip = new JSZip()
      for (const name of KB_FILES) zip.file(name, readFileSync(join(folder, 'kb', name)))
      const form = new FormData()
      form.set('db', new Blob([new Uint8Array(readFileSync(join(folder, 'lamb.db')))]), 'lamb_v4.db')
      const archive = await zip.generateAsync({ type: 'nodebuffer' })
      form.set('kb_data', new Blob([new Uint8Array(archive)]), 'kb.zip')
      return (await app.call('POST', '/system/imports/lamb', admin, form)).body.id
    }
    const ended = (id: string) =>
      until(async () => {
        const { status, body } = await app.call('GET', `/system/imports/${id}`, admin)
        return status !== 200 || body.state === 'running' ? undefined : body
      })
    const isWaiting = async (table: string) => {
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like $1`
      return (await direct.query(waiting, [`insert into "${table}"%`])).rows.length > 0
    }
    const count = async (table: string) =>
      Number((await direct.query(`select count(*) as n from ${table}`)).rows[0].n)

    it.each(['lamb_import_items', 'knowledge_files', 'assistants'])(
      'end when they write to %s, and continue when they are started again',
      async (table) => {
        await locking.query('begin')
        await locking.query(`lock table ${table} in share row exclusive mode`)
        const id = await start()
        await expect.poll(() => isWaiting(table)).toBe(true)
        proxy.cut()
        await locking.query('commit')
        proxy.mend()
        expect(await ended(id)).toMatchObject({ state: 'interrupted', report: null })
        const { state, report } = await ended(await start())
        expect(state).toBe('done')
        const { document, assistant, user } = report.totals
        expect([document.failed, assistant.failed, user.failed]).toEqual([0, 0, 0])
        expect(document.imported + document.unchanged).toBe(3 + PAGES)
        expect(await count('knowledge_files')).toBe(3 + PAGES)
        const again = (await ended(await start())).report.totals
        expect(again.document).toMatchObject({ imported: 0, unchanged: 3 + PAGES })
        expect(again.assistant).toMatchObject({ imported: 0, unchanged: 9 })
      },
    )
  },
)
