import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Message, say } from '@bellwether/wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { describeWithNightlyPostgres, type TestDatabase } from '../../platform/db/testing.ts'
import type { ImportReport } from './report.ts'
import { fillNewest } from './testing/fill-newest.ts'
import { importInto, newInstallation } from './testing/import-into.ts'
import { newLegacyDatabase, T } from './testing/legacy-database.ts'
import { fillLibraries, LIBRARY_ID, newLibraryFolder } from './testing/library-folder.ts'

const TEXT = '30/Title-of-stars-stars.md'

describeWithNightlyPostgres('importing from LAMB again', (open) => {
  let folder: string
  let target: TestDatabase
  let first: ImportReport
  const lamb = () => ({ lamb: join(folder, 'lamb.db') })
  const withFolders = () => ({
    ...lamb(),
    static: join(folder, 'public'),
    libraryData: join(folder, 'library'),
  })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-again-'))
    const legacy = await newLegacyDatabase(lamb().lamb)
    fillNewest(legacy, '')
    fillLibraries(legacy)
    // The items need the services of a server, and have a test of their own.
    legacy.exec(`update LAMB_library_items set status = 'deleted'`)
    const settings = (id: number, metadata: object) =>
      legacy.exec(`update LAMB_assistants set api_callback = '${JSON.stringify(metadata)}' where id = ${id}`)
    settings(104, { rag_processor: 'library_file_rag', library_id: LIBRARY_ID, item_id: 'stars' })
    settings(111, { rag_processor: 'single_file_rag', file_path: '30/notes.md' })
    settings(105, { rag_processor: 'single_file_rag', file_path: '30/lost.md', connector: 'ollama' })
    legacy.add('lti_activities', {
      id: 4,
      resource_link_id: 'link',
      organization_id: 20,
      owner_email: 'ada@uni.edu',
      created_at: T,
      updated_at: T,
    })
    legacy.close()
    mkdirSync(join(folder, 'public/30'), { recursive: true })
    writeFileSync(join(folder, 'public/30/notes.md'), 'Notes')
    await newLibraryFolder(join(folder, 'library'))
    target = await newInstallation(open)
    const planned = await importInto(target, lamb(), { dryRun: true })
    first = await importInto(target, lamb())
    expect(notesOf(planned, 104)).toEqual(notesOf(first, 104))
    expect(planned.notices).toEqual(first.notices)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const notesOf = ({ entries }: ImportReport, id: number) =>
    entries.find((entry) => entry.kind === 'assistant' && entry.id === String(id))?.notes
  const metadataOf = async (id: number) => {
    const row = await target.db.selectFrom('assistants').select('metadata').where('id', '=', id).execute()
    return JSON.parse(row[0]?.metadata ?? '{}')
  }
  const fileNote = (path: string) => say('imports.file_not_yet', { path })
  const isFile = say('imports.library_text_is_file', { path: TEXT })

  it('lets assistants wait for files that were not imported the first time', async () => {
    expect(await metadataOf(104)).toMatchObject({ rag_processor: 'single_file_rag', file_path: TEXT })
    expect(await metadataOf(111)).toMatchObject({ file_path: '30/notes.md' })
    expect(notesOf(first, 104)).toEqual([isFile, say('imports.library_text_not_yet', { path: TEXT })])
    expect(notesOf(first, 111)).toEqual([fileNote('30/notes.md')])
  })

  it('adds the files later, and says only what is still missing', async () => {
    const planned = await importInto(target, withFolders(), { dryRun: true })
    const second = await importInto(target, withFolders())
    const third = await importInto(target, lamb())
    const files = await target.db.selectFrom('files').select(['path', 'owner_id']).orderBy('path').execute()
    expect(files).toEqual([
      { path: TEXT, owner_id: 30 },
      { path: '30/notes.md', owner_id: 30 },
    ])
    for (const report of [planned, second, third]) {
      expect(notesOf(report, 104)).toEqual([isFile])
      expect(notesOf(report, 111)).toEqual([])
      expect(notesOf(report, 105)).toEqual([fileNote('30/lost.md')])
    }
    expect(planned.totals).toEqual(second.totals)
  })

  it('names missing model providers each time', async () => {
    const missing = say('imports.provider_missing', { organization: 'Physics', provider: 'ollama', count: 1 })
    const again = await importInto(target, lamb())
    for (const { notices } of [first, again]) expect(notices).toContainEqual(missing)
  })

  it('names settings of LAMB’s environment that launches and clients need, until they are set', async () => {
    const CODES = ['imports.environment_missing', 'imports.activities_without_key']
    const of = (notices: ImportReport['notices']) =>
      (notices as Message[]).filter(({ code }) => CODES.includes(code))
    expect(of(first.notices)).toEqual([
      say('imports.environment_missing', { count: 1, settings: 'LTI_SECRET, LAMB_BEARER_TOKEN' }),
      say('imports.activities_without_key', { count: 1 }),
    ])
    const again = async (settings: Record<string, string>) =>
      of((await importInto(target, lamb(), {}, { config: readConfig(settings) })).notices)
    const LTI_SECRET = 'secret of the LMS'
    expect(await again({ LTI_SECRET })).toEqual([
      say('imports.environment_missing', { count: 1, settings: 'LAMB_BEARER_TOKEN' }),
    ])
    expect(await again({ LTI_SECRET, LAMB_BEARER_TOKEN: 'token-of-24-characters-x' })).toEqual([])
  })
})
