import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSync } from 'bcryptjs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../test/harness/server-process.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { fillNewest } from '../../importers/lamb/testing/fill-newest.ts'
import { newKbFolder } from '../../importers/lamb/testing/kb-folder.ts'
import { newLegacyDatabase } from '../../importers/lamb/testing/legacy-database.ts'
import type { DatabaseKind, Db } from '../../platform/db/db.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { loadSqlite } from '../../platform/db/sqlite/sqlite-module.ts'
import { importLambCommand } from './import-lamb.main.ts'

const PASSWORD = 'legacy password'

/** As if the process was killed each time when it saves such a record. */
async function refuseRecords(db: Db, kind: DatabaseKind, of: string): Promise<void> {
  if (kind === 'sqlite') {
    await sql`create trigger refuse_records before insert on lamb_import_items when new.kind = ${sql.lit(of)}
      begin select raise(abort, 'refused'); end`.execute(db)
    return
  }
  await sql`create function refuse_records() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(db)
  await sql`create trigger refuse_records before insert on lamb_import_items for each row
    when (new.kind = ${sql.lit(of)}) execute function refuse_records()`.execute(db)
}

onEachDatabase('importing the documents of knowledge bases ($name)', ({ env }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-kb-'))
  const report = join(folder, 'report.json')
  let app: TestApp | undefined
  let server: Server
  beforeAll(async () => {
    const legacy = await newLegacyDatabase(join(folder, 'lamb.db'))
    fillNewest(legacy, hashSync(PASSWORD, 4))
    legacy.close()
    await newKbFolder(join(folder, 'kb'))
    server = createServer((request, response) => {
      const { url = '', headers } = request
      const send = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body))
      if (headers.authorization !== 'Bearer kb-token') return send(401, {})
      if (url === '/collections/5/files')
        return send(200, [
          {
            id: 7,
            original_filename: 'waves.md',
            file_url: 'http://home/static/30/waves.md',
            status: 'completed',
            plugin_name: 'simple_ingest',
            plugin_params: { chunk_size: 300 },
          },
        ])
      if (url === '/files/7/content') return send(200, { content: 'A wave carries energy, not matter.' })
      return send(404, {})
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await app?.stop()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const run = (settings: Record<string, string>, ...args: string[]) =>
    importLambCommand(settings, ['--db', join(folder, 'lamb.db'), '--report', report, ...args], {
      isTerminal: false,
      write: () => undefined,
    })
  const totals = () => JSON.parse(readFileSync(report, 'utf8')).totals.document

  it('imports a folder and then more from a running server, and finds the texts', async () => {
    const settings = { ...(await env()), DATA_DIR: join(folder, 'data') }
    expect(await run(settings, '--kb-data', join(folder, 'kb'))).toBe(0)
    // Original, rebuilt from passages, and a second one of the same name. Not the ones outside of the folder.
    expect(totals()).toMatchObject({ imported: 3, skipped: 2 })
    expect(await run(settings, '--kb-data', join(folder, 'kb'))).toBe(0)
    expect(totals()).toMatchObject({ imported: 0, unchanged: 3 })
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await run(settings, '--kb', address, '--kb-token', 'wrong')).toBe(2)
    expect(await run(settings, '--kb', address, '--kb-token', 'kb-token')).toBe(0)
    expect(totals()).toMatchObject({ imported: 1 })

    app = await startTestApp(settings)
    const stored = await app.app.services.db
      .selectFrom('knowledge_files')
      .select(['name', 'plugin_params'])
      .orderBy('id')
      .execute()
    const splitSettings = { chunk_size: 400, splitter_type: 'CharacterTextSplitter' }
    expect(stored.map(({ plugin_params }) => JSON.parse(plugin_params))).toEqual([
      splitSettings,
      splitSettings,
      splitSettings,
      { chunk_size: 300 },
    ])
    const { call } = app
    const token = await app.signIn('ada@uni.edu', PASSWORD)
    const files = await until(async () => {
      const { body } = await call('GET', '/knowledge-bases/5/files', token)
      return body.files?.every((file: { status: string }) => file.status === 'completed')
        ? body.files
        : undefined
    })
    expect(files.map((file: { name: string }) => file.name).sort()).toEqual([
      'lenses.pdf.md',
      'prisms (2).md',
      'prisms.md',
      'waves.md',
    ])
    const search = async (query: string): Promise<string> =>
      JSON.stringify(
        (await call('POST', '/creator/knowledgebases/kb/5/query', token, { query_text: query })).body,
      )
    expect(await search('Which way does a lens bend light?')).toContain('towards its axis')
    expect(await search('What does a wave carry?')).toContain('carries energy')
    expect(await search('grapefruit')).not.toMatch(/secret of the server|Another knowledge base/)
  })

  it('adds a document and its record together, or neither', async () => {
    const settings: Record<string, string> = { ...(await env()), DATA_DIR: join(folder, 'broken-data') }
    await newKbFolder(join(folder, 'pages'), { pages: 2 })
    const args = ['--kb-data', join(folder, 'pages')]
    expect(await run(settings)).toBe(0)
    const { db, kind, close } = await openDatabase({
      url: settings['DATABASE_URL'],
      dataDir: join(folder, 'broken-data'),
    })
    await refuseRecords(db, kind, 'document')
    expect(await run(settings, ...args)).toBe(1)
    const names = async () =>
      (await db.selectFrom('knowledge_files').select('name').orderBy('name').execute()).map(
        ({ name }) => name,
      )
    expect(await names()).toEqual([])
    await sql`drop trigger refuse_records ${sql.raw(kind === 'postgres' ? 'on lamb_import_items' : '')}`.execute(
      db,
    )
    const all = [
      'lenses.pdf.md',
      'prisms (2).md',
      'prisms.md',
      expect.stringContaining('uni-example-0'),
      expect.stringContaining('uni-example-1'),
    ]
    for (let at = 0; at < 2; at++) {
      expect(await run(settings, ...args)).toBe(0)
      expect(await names()).toEqual(all)
    }
    // One that LAMB got later does not replace one with the same name.
    const late = (await loadSqlite())(join(folder, 'pages/data/lamb-kb-server.db'), { readOnly: false })
    late.exec(`insert into file_registry select 200, collection_id, original_filename, file_path, file_url, content_type,
      plugin_name, plugin_params, status from file_registry where id = 1`)
    late.close()
    expect(await run(settings, ...args)).toBe(0)
    expect(await names()).toEqual(all.toSpliced(2, 0, 'prisms (3).md'))
    await close()
  })

  it('takes knowledge bases from the server’s own list if LAMB has none yet', async () => {
    const settings = { ...(await env()), DATA_DIR: join(folder, 'old-data') }
    const old = await newLegacyDatabase(join(folder, 'old.db'), { age: 'oldest', prefix: 'x_' })
    old.add('Creator_users', { id: 30, user_email: 'ada@uni.edu', user_name: 'Ada', created_at: 1 })
    old.add('assistants', {
      id: 7,
      name: '30_optics',
      owner: 'ada@uni.edu',
      api_callback: '{"rag_processor":"simple_rag"}',
      RAG_collections: '5,9',
    })
    old.close()
    const args = ['--db', join(folder, 'old.db'), '--kb-data', join(folder, 'kb'), '--report', report]
    expect(await importLambCommand(settings, args, { isTerminal: false, write: () => undefined })).toBe(0)
    const { totals, entries } = JSON.parse(readFileSync(report, 'utf8'))
    expect(totals).toMatchObject({ 'knowledge base': { imported: 1 }, document: { imported: 3 } })
    const notes = entries.find((one: { kind: string }) => one.kind === 'assistant').notes
    expect(notes).toEqual(['Knowledge bases that were not imported were removed: 9.'])
  })
})
