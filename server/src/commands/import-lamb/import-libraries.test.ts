import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../test/harness/server-process.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { fillNewest } from '../../importers/lamb/testing/fill-newest.ts'
import { newLegacyDatabase } from '../../importers/lamb/testing/legacy-database.ts'
import { fillLibraries, newLibraryFolder } from '../../importers/lamb/testing/library-folder.ts'
import { importLambCommand } from './import-lamb.main.ts'

const PASSWORD = 'legacy password'

onEachDatabase('importing libraries ($name)', ({ env }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-libraries-'))
  const report = join(folder, 'report.json')
  let settings: Record<string, string>
  let app: TestApp | undefined
  beforeAll(async () => {
    settings = { ...(await env()), DATA_DIR: join(folder, 'data') }
    const legacy = await newLegacyDatabase(join(folder, 'lamb.db'))
    fillNewest(legacy, hashSync(PASSWORD, 4))
    fillLibraries(legacy)
    // Without a model that could describe images.
    legacy.exec(`update LAMB_organizations set config = '{}' where id = 20`)
    legacy.add('model_permissions', {
      user_email: 'ada@uni.edu',
      model_name: 'gpt-4',
      access_type: 'exclude',
    })
    legacy.add('collections', { id: 'old', collection_name: 'Before', owner: 'ada@uni.edu' })
    legacy.close()
    await newLibraryFolder(join(folder, 'library'))
  })
  afterAll(async () => {
    await app?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const run = async (...args: string[]) => {
    const code = await importLambCommand(
      settings,
      ['--db', join(folder, 'lamb.db'), '--report', report, ...args],
      { isTerminal: false, write: () => undefined },
    )
    return { code, ...JSON.parse(readFileSync(report, 'utf8')) }
  }
  const files = () => ['--library-data', join(folder, 'library')]

  it('imports pages and videos without the folder, and the files with it, once', async () => {
    const first = await run()
    expect(first.totals.library).toMatchObject({ imported: 2, skipped: 3 })
    expect(first.totals['library item']).toMatchObject({ imported: 2, skipped: 9 })
    expect(first.notices).toContain(
      'The files of libraries are not in LAMB’s database. Import with --library-data to add them.',
    )
    const planned = await run('--dry-run', ...files())
    const second = await run(...files())
    expect(second.code).toBe(0)
    expect(second.totals['library item']).toMatchObject({ imported: 3, unchanged: 2, skipped: 6, failed: 0 })
    expect(planned.totals).toEqual(second.totals)
    expect(second.entries).toContainEqual(
      expect.objectContaining({
        id: 'described',
        notes: ['No model describes images here, so its images are not described.'],
      }),
    )
    const third = await run(...files())
    expect(third.totals['library item']).toMatchObject({ imported: 0, unchanged: 5, skipped: 6 })
    expect(third.totals.library).toMatchObject({ imported: 0, unchanged: 2 })
  })

  it('says why something was left out or changed', async () => {
    const { entries } = await run(...files())
    const notesOf = (kind: string, id: string) =>
      entries.find((one: { kind: string; id: string }) => one.kind === kind && one.id === id)?.notes
    expect(notesOf('library', 'gone')).toEqual(['It was deleted in LAMB.'])
    expect(notesOf('library', 'orphan')).toEqual(['Its owner was not imported.'])
    expect(notesOf('library', '../../up')).toEqual(['The id is not valid.'])
    expect(notesOf('library item', 'missing')).toEqual(['Its file is missing.'])
    expect(notesOf('library item', 'link')).toEqual(['Its file is missing.'])
    expect(notesOf('library item', '../secret')).toEqual(['Its file is missing.'])
    expect(notesOf('library item', 'lost')).toEqual(['The library was not imported.'])
    expect(notesOf('model permission', '1')).toEqual([
      'There are no permissions for single people and models here. Organizations choose the models they offer.',
    ])
    expect(notesOf('old collection', 'old')).toBeDefined()
  })

  it('refuses a folder that is none of a library manager', async () => {
    mkdirSync(join(folder, 'empty'))
    const text: string[] = []
    const code = await importLambCommand(
      settings,
      ['--db', join(folder, 'lamb.db'), '--library-data', join(folder, 'empty')],
      { isTerminal: false, write: (line) => void text.push(line) },
    )
    expect([code, text.join('')]).toEqual([2, expect.stringContaining('library-manager.db')])
  })

  it('makes knowledge bases with titles and tags, whose texts are found', async () => {
    app = await startTestApp(settings)
    const { call } = app
    const token = await app.signIn('ada@uni.edu', PASSWORD)
    const { libraries } = (await call('GET', '/creator/libraries', token)).body
    const [readings, twin] = ['Readings', 'Readings (2)'].map((name) =>
      libraries.find((one: { name: string }) => one.name === name),
    )
    expect(readings).toMatchObject({ description: 'For the seminar', is_shared: true, item_count: 5 })
    expect(twin).toMatchObject({ is_shared: false, item_count: 0 })
    const config = await call('GET', `/creator/libraries/${readings.id}/import-config`, token)
    expect(config.body).toMatchObject({ image_descriptions: 'basic', max_discovery_depth: 0 })
    const shown = await until(async () => {
      const { body } = await call('GET', `/knowledge-bases/${readings.id}/files`, token)
      const texts = body.files.filter((file: { source_url: string | null }) => !file.source_url)
      return texts.every((file: { status: string }) => file.status === 'completed') ? body.files : undefined
    })
    const find = (name: string) => shown.find((file: { name: string }) => file.name === name)
    expect(find('stars.md')).toMatchObject({ title: 'Title of stars', tags: ['Week 1 / Reading'] })
    expect(find('moons.pdf.md').tags).toHaveLength(1)
    expect(find('described.md')).toMatchObject({ tags: [] })
    const jobs = (await call('GET', `/creator/knowledgebases/kb/${readings.id}/ingestion-jobs`, token)).body
    const paramsOf = (plugin: string) =>
      jobs.items.find((job: { plugin_name: string }) => job.plugin_name === plugin)?.plugin_params
    expect(paramsOf('simple_ingest')).toMatchObject({ chunk_size: 400 })
    expect(paramsOf('url_ingest')).toMatchObject({
      url: 'https://uni.example/a',
      limit: 1,
      title: 'Title of page',
    })
    expect(paramsOf('youtube_transcript_ingest')).toMatchObject({ language: 'ca' })
    const search = async (query: string): Promise<string> =>
      JSON.stringify(
        (await call('POST', `/creator/knowledgebases/kb/${readings.id}/query`, token, { query_text: query }))
          .body,
      )
    expect(await search('What does a star burn?')).toContain('hydrogen')
    expect(await search('What is the secret of the server?')).not.toContain('is grapefruit')
  })
})
