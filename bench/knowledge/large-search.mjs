// npm run bench:large-search -- [passages] [folder]: how fast and how well a large knowledge base is searched on PostgreSQL.
// The collections are no part of the product: hand in a folder of BEIR-shaped ones (corpus.jsonl, queries.jsonl, qrels/test.tsv each).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundleServer } from '../../scripts/build.mjs'
import { installIfNeeded, requireNode, root } from '../../scripts/setup.mjs'

requireNode()
await installIfNeeded()
const size = Number(process.argv[2] ?? 60_000)
const folder = resolve(process.argv[3] ?? join(root, '../shared/data/retrieval'))
if (!Number.isInteger(size) || size < 1 || !existsSync(folder)) {
  process.stdout.write(
    `No collections at ${folder}. Usage: npm run bench:large-search -- <passages> <folder>\n`,
  )
  process.exit(0)
}
/** Compared with the search in memory up to this size. */
const MOST_IN_MEMORY = 150_000

const { register } = await import('tsx/esm/api')
register()
const { default: startPostgres } = await import('../../scripts/test/test-databases.mjs')
const stop = await startPostgres()
const { newPostgresDatabase } = await import('../../server/src/platform/db/templates.testing.ts')
const server = process.env.TEST_POSTGRES_URL
// As the server is built: TypeScript that is compiled while it runs takes memory, too.
const built = join(root, 'node_modules/.cache/bench-large-search')
await bundleServer(built, { 'large-search': 'bench/support/large-search.ts' })
if (server) {
  const { url, drop } = await newPostgresDatabase(server, { migrated: true })
  try {
    // Each in a process of its own, whose memory is then only its own.
    for (const phase of ['fill', 'index', 'ask', ...(size <= MOST_IN_MEMORY ? ['compare'] : [])])
      await run(phase, url)
  } finally {
    await drop()
  }
}
await stop()

async function run(phase, url) {
  const child = spawn(process.execPath, [join(built, 'large-search.mjs'), phase, url, String(size), folder], {
    cwd: root,
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${phase} failed`)
}
