import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSqlite } from '../../../platform/db/sqlite/sqlite-module.ts'

/** The folder of a knowledge-base server with the documents of knowledge base 5, and this many web pages. */
export async function newKbFolder(folder: string, { pages = 0 } = {}): Promise<void> {
  mkdirSync(join(folder, 'data/chromadb'), { recursive: true })
  mkdirSync(join(folder, 'static/30/optics'), { recursive: true })
  writeFileSync(
    join(folder, 'static/30/optics/a1.md'),
    '# Prisms\n\nA prism splits white light into colours.',
  )
  writeFileSync(join(folder, 'secret.md'), 'The secret of the server is grapefruit.')
  symlinkSync(join(folder, 'secret.md'), join(folder, 'static/30/optics/link.md'))
  const open = await loadSqlite()
  const kb = open(join(folder, 'data/lamb-kb-server.db'), { readOnly: false })
  kb.exec('create table collections (id integer primary key, name, owner, chromadb_uuid)')
  kb.exec(
    'create table file_registry (id integer primary key, collection_id, original_filename, file_path, file_url, content_type, plugin_name, plugin_params, status)',
  )
  kb.exec(`insert into collections values (5, 'Optics', '30', 'chroma-5')`)
  const params =
    '{"chunk_size":400,"chunk_overlap":-5,"splitter_type":"CharacterTextSplitter","password":"x","other":1}'
  const add = (id: number, name: string, path: string, status = 'COMPLETED', plugin = 'simple_ingest') =>
    kb
      .prepare('insert into file_registry values (?, 5, ?, ?, ?, ?, ?, ?, ?)')
      .all(id, name, path, `http://kb/static/${name}`, 'text/markdown', plugin, params, status)
  add(1, 'prisms.md', '/opt/kb/static/30/optics/a1.md')
  add(2, 'lenses.pdf', '/opt/kb/static/30/optics/gone.pdf')
  add(3, 'link.md', '/opt/kb/static/30/optics/link.md')
  add(4, 'up.md', '/opt/kb/static/../secret.md')
  add(5, 'deleted.md', '/opt/kb/static/30/optics/a1.md', 'DELETED')
  add(6, 'prisms.md', '/opt/kb/static/30/optics/a1.md')
  const page = kb.prepare(
    `insert into file_registry values (?, 5, ?, '', '', 'text/html', 'url_ingest', ?, 'COMPLETED')`,
  )
  for (let at = 0; at < pages; at++)
    page.all(100 + at, `page-${at}`, JSON.stringify({ url: `https://uni.example/${at}` }))
  kb.close()
  const chroma = open(join(folder, 'data/chromadb/chroma.sqlite3'), { readOnly: false })
  chroma.exec('create table segments (id text primary key, collection text)')
  chroma.exec('create table embeddings (id integer primary key, segment_id text)')
  chroma.exec('create table embedding_metadata (id integer, key text, string_value text, int_value integer)')
  chroma.exec(`insert into segments values ('s', 'chroma-5'), ('t', 'chroma-6')`)
  const passage = (id: number, segment: string, index: number, text: string) => {
    chroma.prepare('insert into embeddings values (?, ?)').all(id, segment)
    const meta = chroma.prepare('insert into embedding_metadata values (?, ?, ?, ?)')
    meta.all(id, 'chroma:document', text, null)
    meta.all(id, 'filename', 'lenses.pdf', null)
    meta.all(id, 'chunk_index', null, index)
  }
  passage(1, 's', 1, 'The focal length is measured in metres.')
  passage(2, 's', 0, 'A lens bends light towards its axis.')
  passage(3, 't', 0, 'Another knowledge base about grapefruit.')
  chroma.close()
}
