import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../test/harness/server-process.ts'
import { eachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { fillNewest } from '../../importers/lamb/testing/fill-newest.ts'
import { newKbFolder } from '../../importers/lamb/testing/kb-folder.ts'
import { newLegacyDatabase } from '../../importers/lamb/testing/legacy-database.ts'
import { importLambCommand } from './import-lamb.main.ts'

const PASSWORD = 'legacy password'

describe.each(eachDatabase())('importing the documents of knowledge bases ($name)', ({ env }) => {
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
