import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSqlite } from '../../../platform/db/sqlite/sqlite-module.ts'
import { type LegacyDatabase, T, type Values } from './legacy-database.ts'

export const LIBRARY_ID = '6f1c2d3e-0000-4000-8000-000000000001'
const at = { created_at: T, updated_at: T }

/** Two libraries of Ada in LAMB's database, with items of all kinds. */
export function fillLibraries(legacy: LegacyDatabase): void {
  const library = (id: string, more: Values = {}) =>
    legacy.add('libraries', {
      id,
      organization_id: 20,
      name: 'Readings',
      description: 'For the seminar',
      owner_user_id: 30,
      is_shared: 1,
      import_config: '{"image_descriptions":"basic","max_discovery_depth":99,"other":1}',
      status: 'active',
      ...at,
      ...more,
    })
  library(LIBRARY_ID)
  library('same-name', { is_shared: 0, import_config: 'broken' })
  library('gone', { status: 'deleted' })
  library('orphan', { owner_user_id: 99 })
  library('../../up', {})
  const item = (id: string, more: Values = {}) =>
    legacy.add('library_items', {
      id,
      library_id: LIBRARY_ID,
      organization_id: 20,
      title: `Title of ${id}`,
      source_type: 'file',
      original_filename: `${id}.md`,
      content_type: 'text/markdown',
      import_plugin: 'simple_import',
      import_params: '{"chunk_size":400,"image_descriptions":"llm"}',
      status: 'ready',
      uploader_user_id: 30,
      ...at,
      ...more,
    })
  item('stars')
  item('moons', { original_filename: 'moons.pdf', title: 'moons.pdf', import_plugin: 'markitdown_import' })
  item('missing')
  item('link')
  item('described', { import_plugin: 'markitdown_plus_import' })
  item('page', {
    source_type: 'url',
    source_url: 'https://uni.example/a',
    original_filename: null,
    import_plugin: 'url_import',
  })
  item('video', {
    source_type: 'youtube',
    source_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    original_filename: null,
    import_plugin: 'youtube_transcript_import',
    import_params: '{"language":"ca"}',
  })
  item('local', { source_type: 'url', source_url: 'file:///etc/passwd', original_filename: null })
  item('deleted', { status: 'deleted' })
  item('lost', { library_id: 'gone' })
  item('../secret', { original_filename: 'secret.md' })
}

/** The data folder of LAMB's library manager with the files of some of those items. */
export async function newLibraryFolder(folder: string): Promise<void> {
  const place = (item: string) => join(folder, 'content/20', LIBRARY_ID, item)
  const write = (item: string, path: string, text: string) => {
    mkdirSync(join(place(item), path, '..'), { recursive: true })
    writeFileSync(join(place(item), path), text)
  }
  write('stars', 'original/stars.md', 'A star burns hydrogen.')
  write('stars', 'content/full.md', 'A star burns hydrogen.')
  write('moons', 'content/full.md', 'A moon orbits a planet.')
  write('described', 'original/described.md', 'A comet has a tail.')
  writeFileSync(join(folder, 'secret.md'), 'The secret of the server is grapefruit.')
  writeFileSync(join(folder, 'content/20', 'secret.md'), 'grapefruit')
  mkdirSync(join(place('link'), 'original'), { recursive: true })
  symlinkSync(join(folder, 'secret.md'), join(place('link'), 'original/link.md'))
  const database = (await loadSqlite())(join(folder, 'library-manager.db'), { readOnly: false })
  database.exec('create table content_folders (id text primary key, library_id, parent_folder_id, name)')
  database.exec('create table content_items (id text primary key, folder_id)')
  database.exec(`insert into content_folders values ('a', 'x', null, 'Week 1'), ('b', 'x', 'a', 'Reading'),
    ('loop', 'x', 'pool', 'Loop'), ('pool', 'x', 'loop', 'Pool')`)
  database.exec(`insert into content_items values ('stars', 'b'), ('moons', 'loop'), ('page', 'nowhere')`)
  database.close()
}
