// One phase of bench:large-search.
import { sql } from 'kysely'
import { createLargeIndexing } from '../../server/src/modules/knowledge/retrieval/database/large/large-indexing.ts'
import { createDatabaseSearcher } from '../../server/src/modules/knowledge/retrieval/searcher/database-searcher.ts'
import type { Serving } from '../../server/src/modules/knowledge/retrieval/vectors/serving.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { openPostgres } from '../../server/src/platform/db/postgres/open-postgres.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { buildSegment, SEGMENT_FORMAT, writeSegment } from '../../server/src/search/postings/segment.ts'
import type { FoundChunk } from '../../server/src/search/ranking/rank-parts.ts'
import { type MadeDocument, openLargeCorpus } from './large-corpus.ts'

const [phase = '', url = '', sizeText = '', folder = ''] = process.argv.slice(2)
const size = Number(sizeText)
const { db, close } = openPostgres(url, undefined, { statementTimeoutMs: 600_000 })
const started = performance.now()
const startedCpu = process.cpuUsage()
let most = 0
const watching = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 100)

const PHASES: Record<string, () => Promise<void>> = {
  fill,
  index,
  ask: () => ask(false),
  compare: () => ask(true),
}
await PHASES[phase]?.()
clearInterval(watching)
await close()

function report(text: string): void {
  const { user, system } = process.cpuUsage(startedCpu)
  const [wall, cpu] = [(performance.now() - started) / 1000, (user + system) / 1e6]
  process.stdout.write(
    `${phase}: ${text} (${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU without PostgreSQL, ${Math.round(most / 2 ** 20)} MiB)\n`,
  )
}

/** As ingestion leaves them, but in large transactions. */
async function fill(): Promise<void> {
  await sql`insert into organizations (id, slug, name, config, created_at, updated_at) values (1, 'o', 'O', '{}', 1, 1)
            on conflict do nothing`.execute(db)
  await sql`insert into users (id, organization_id, email, name, created_at, updated_at) values (1, 1, 'a@example.edu', 'A', 1, 1)`.execute(
    db,
  )
  await sql`insert into knowledge_bases (id, organization_id, owner_id, name, index_version, created_at, updated_at)
            values (1, 1, 1, 'B', 1, 1, 1)`.execute(db)
  const segments = new Map<MadeDocument, Uint8Array>()
  let file = 0
  let passages = 0
  let batch: { id: number; document: MadeDocument; bytes: Uint8Array }[] = []
  for (const document of openLargeCorpus(folder).documents(size)) {
    let bytes = segments.get(document)
    if (!bytes) {
      bytes = writeSegment(
        buildSegment(
          document.passages.map(({ text }) => `f\n\n${text}`),
          document.language,
        ),
      )
      segments.set(document, bytes)
    }
    batch.push({ id: ++file, document, bytes })
    passages += document.passages.length
    if (batch.length === 100) {
      await insert(db, batch)
      batch = []
    }
  }
  await insert(db, batch)
  await sql`analyze`.execute(db)
  report(`${passages} passages in ${file} documents`)
}

async function insert(
  to: Db,
  documents: { id: number; document: MadeDocument; bytes: Uint8Array }[],
): Promise<void> {
  if (documents.length === 0) return
  await to
    .insertInto('knowledge_files')
    .values(
      documents.map(({ id, document }) => ({
        id,
        knowledge_base_id: 1,
        owner_id: 1,
        name: 'f',
        plugin_name: 'bench',
        language: document.language,
        status: 'completed' as const,
        chunk_count: document.passages.length,
        stored_path: null,
        source_url: null,
        error_code: null,
        error_message: null,
        leased_by: null,
        started_at: null,
        finished_at: null,
        created_at: 1,
        updated_at: 1,
      })),
    )
    .execute()
  const chunks = documents.flatMap(({ id, document }) =>
    document.passages.map(({ text }, ordinal) => ({ id, ordinal, text })),
  )
  await sql`insert into knowledge_chunks (file_id, ordinal, start_at, end_at, parent, text)
            select f, o, 0, 0, 0, t from unnest(${chunks.map(({ id }) => id)}::bigint[],
              ${chunks.map(({ ordinal }) => ordinal)}::int[], ${chunks.map(({ text }) => text)}::text[]) as a (f, o, t)`.execute(
    to,
  )
  await to
    .insertInto('knowledge_segments')
    .values(documents.map(({ id, bytes }) => ({ file_id: id, part_id: null, format: SEGMENT_FORMAT, bytes })))
    .execute()
}

async function index(): Promise<void> {
  const indexing = createLargeIndexing({ db, log: createLog('silent') })
  indexing.wake()
  for (;;) {
    const row = await db
      .selectFrom('knowledge_bases')
      .select(['is_large', 'indexed_version', 'index_version'])
      .executeTakeFirstOrThrow()
    if (row.indexed_version === row.index_version) break
    if (row.is_large === 1) indexing.wake()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await indexing.stop()
  const { rows } = await sql<{ parts: number; bytes: number; blocks: number; all: number }>`
    select (select count(*) from knowledge_parts where delete_after is null) as parts,
           (select count(*) from knowledge_term_blocks) as blocks,
           pg_total_relation_size('knowledge_term_blocks') as bytes, pg_database_size(current_database()) as all`.execute(
    db,
  )
  const [row] = rows
  report(
    `${row?.parts} parts, ${row?.blocks} blocks, ${mib(row?.bytes)} MiB; the whole database ${mib(row?.all)} MiB`,
  )
}

function mib(bytes = 0): number {
  return Math.round(bytes / 2 ** 20)
}

async function ask(inMemory: boolean): Promise<void> {
  if (inMemory)
    await sql`update knowledge_bases set is_large = 0, index_version = index_version + 1`.execute(db)
  const serving = { modelOf: async () => undefined } as unknown as Serving
  const searcher = createDatabaseSearcher({ db, serving, ensure: async () => undefined })
  const { questions, ids } = readQuestions()
  const { index_version } = await db
    .selectFrom('knowledge_bases')
    .select('index_version')
    .executeTakeFirstOrThrow()
  const search = async (text: string): Promise<FoundChunk[]> =>
    (await searcher.search([{ id: 1, version: `${index_version}:` }], text, 10)).chunks
  const first = performance.now()
  await search('First question after the start')
  const loading = performance.now() - first
  const times: number[] = []
  let sum = 0
  most = 0
  const cpu = process.cpuUsage()
  for (const { text, right } of questions) {
    const at = performance.now()
    const chunks = await search(text)
    times.push(performance.now() - at)
    sum += ndcg(
      chunks.map((chunk) => ids.get(`${chunk.file}:${chunk.ordinal}`) ?? ''),
      right,
    )
  }
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const share = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(1)
  report(
    `${questions.length} questions, nDCG@10 ${(sum / questions.length).toFixed(4)}, p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, ` +
      `p99 ${share(0.99)} ms, ${((user + system) / 1000 / questions.length).toFixed(1)} ms of CPU each; first question ${loading.toFixed(0)} ms`,
  )
  await searcher.close()
}

/** The collections themselves are not kept: their memory would be measured too. */
function readQuestions() {
  const { questions, places } = openLargeCorpus(folder)
  return { questions, ids: places(size) }
}

function discounted(grades: readonly number[]): number {
  return grades.reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0)
}

function ndcg(ids: readonly string[], right: ReadonlyMap<string, number>): number {
  const ideal = [...right.values()].sort((a, b) => b - a).slice(0, 10)
  return discounted(ids.map((id) => right.get(id) ?? 0)) / discounted(ideal)
}
