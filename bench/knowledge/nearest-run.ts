// One run of bench:nearest: how well pgvector's index finds the nearest passages, against comparing all of them.
import { sql } from 'kysely'
import { LARGE_LIMITS } from '../../server/src/modules/knowledge/retrieval/database/large/next-step.ts'
import { createNearest } from '../../server/src/modules/knowledge/retrieval/database/nearest/create-nearest.ts'
import { createRunLong } from '../../server/src/platform/db/postgres/long-statements.ts'
import { openPostgres } from '../../server/src/platform/db/postgres/open-postgres.ts'
import { createLog } from '../../server/src/platform/log.ts'
import {
  cosinesOf,
  emptyBlock,
  putVector,
  toUnit,
  type VectorBlock,
  writeBlock,
} from '../../server/src/search/vectors/vector-block.ts'
import { createRandom } from '../support/random.mjs'

const [url = '', sizeText = '', dimensionText = ''] = process.argv.slice(2)
const [size, dimension] = [Number(sizeText), Number(dimensionText)]
const PER_DOCUMENT = 50
const QUESTIONS = 200
/** Texts of one subject differ in about as many ways. */
const LATENT = 48
const TOPICS = 300

const { db, newClient, close } = openPostgres(url)
const blocks: VectorBlock[] = []
const random = createRandom(42)
const projection = Array.from({ length: LATENT }, () => Float32Array.from({ length: dimension }, gauss))
const topics = Array.from({ length: TOPICS }, () => Float32Array.from({ length: LATENT }, gauss))

await fill()
const nearest = createNearest({
  db,
  log: createLog('silent'),
  runLong: createRunLong(newClient),
  limits: { ...LARGE_LIMITS, vectorBytes: 0 },
})
const started = performance.now()
await nearest.indexing.update({ base: 1, worker: 'bench' }, new AbortController().signal)
report(`copied and indexed in ${((performance.now() - started) / 1000).toFixed(0)} s`)
const { rows } = await sql<{ bytes: number }>`
  select sum(pg_total_relation_size(table_name::regclass)) as bytes from knowledge_nearest`.execute(db)
report(`${Math.round((rows[0]?.bytes ?? 0) / 2 ** 20)} MiB on disk`)
await ask()
await close()

/** As embedding leaves them. */
async function fill(): Promise<void> {
  await sql`insert into organizations (id, slug, name, config, created_at, updated_at) values (1, 'o', 'O', '{}', 1, 1)
            on conflict do nothing`.execute(db)
  await sql`insert into users (id, organization_id, email, name, created_at, updated_at)
            values (1, 1, 'a@example.edu', 'A', 1, 1)`.execute(db)
  await sql`insert into knowledge_bases (id, organization_id, owner_id, name, is_large, index_leased_by, created_at, updated_at)
            values (1, 1, 1, 'B', 1, 'bench', 1, 1)`.execute(db)
  for (let id = 1; id <= size / PER_DOCUMENT; id++) {
    const block = emptyBlock(PER_DOCUMENT, dimension)
    // A document is about one topic, more or less.
    const topic = topics[Math.floor(random() * TOPICS)] as Float32Array
    const subject = topic.map((value) => value + 0.5 * gauss())
    for (let at = 0; at < PER_DOCUMENT; at++) putVector(block, at, made(subject, 0.5))
    blocks.push(block)
    await sql`insert into knowledge_files (id, knowledge_base_id, owner_id, name, plugin_name, status, chunk_count, created_at, updated_at)
              values (${id}, 1, 1, 'f', 'bench', 'completed', ${PER_DOCUMENT}, 1, 1)`.execute(db)
    await sql`insert into knowledge_vectors (id, file_id, model, dimension, bytes, passages, status, updated_at)
              values (${id}, ${id}, 'm', ${dimension}, ${writeBlock(block)}, ${PER_DOCUMENT}, 'ready', 1)`.execute(
      db,
    )
  }
  report(`${size} vectors of ${dimension} numbers`)
}

/** A text about a subject. Also with noise of its own in every number, as models have. */
function made(subject: Float32Array, spread: number): Float32Array {
  const vector = new Float32Array(dimension)
  for (const [at, value] of subject.entries()) {
    const weight = value + spread * gauss()
    const row = projection[at] as Float32Array
    for (let to = 0; to < dimension; to++) vector[to] = (vector[to] as number) + weight * (row[to] as number)
  }
  for (let to = 0; to < dimension; to++) vector[to] = (vector[to] as number) + gauss()
  return toUnit(vector) ?? vector
}

async function ask(): Promise<void> {
  const times: number[] = []
  const found = { ten: 0, hundred: 0 }
  for (let asked = 0; asked < QUESTIONS; asked++) {
    const topic = topics[Math.floor(random() * TOPICS)] as Float32Array
    const vector = made(
      topic.map((value) => value + 0.5 * gauss()),
      0.7,
    )
    const at = performance.now()
    const near = await nearest.search(new Map([[1, { model: 'm', vector, background: [] }]]))
    times.push(performance.now() - at)
    const places = new Set(near.map(({ file, ordinal }) => (file - 1) * PER_DOCUMENT + ordinal))
    const exact = nearestExactly(vector)
    found.ten += exact.slice(0, 10).filter((place) => places.has(place)).length / 10
    found.hundred += exact.filter((place) => places.has(place)).length / 100
  }
  times.sort((a, b) => a - b)
  const share = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(1)
  report(
    `${QUESTIONS} questions: ${((100 * found.ten) / QUESTIONS).toFixed(1)} % of the nearest 10 and ` +
      `${((100 * found.hundred) / QUESTIONS).toFixed(1)} % of the nearest 100 are among the candidates; p50 ${share(0.5)} ms, p95 ${share(0.95)} ms`,
  )
}

function nearestExactly(vector: Float32Array): number[] {
  const all = new Float32Array(size)
  for (const [at, block] of blocks.entries()) all.set(cosinesOf(block, vector), at * PER_DOCUMENT)
  const bound = Float32Array.from(all).sort()[size - 100] as number
  const best: number[] = []
  for (const [at, cosine] of all.entries()) if (cosine >= bound) best.push(at)
  return best.sort((a, b) => (all[b] as number) - (all[a] as number)).slice(0, 100)
}

function report(text: string): void {
  process.stdout.write(`${text}\n`)
}

function gauss(): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
