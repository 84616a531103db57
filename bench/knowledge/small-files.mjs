// npm run bench -- small-files [files]: how many small files per second are uploaded and indexed, on SQLite and PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs'
import { installIfNeeded, requireNode } from '../../scripts/setup.mjs'
import { createCall } from '../support/call.mjs'
import { makeText } from '../support/made-up-text.mjs'
import {
  ADMIN,
  cpuMs,
  pause,
  residentMiB,
  round,
  startServer,
  stopAll,
  untilUp,
} from '../support/processes.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()

const PORT = 9190
const FILES = Number(process.argv[2] ?? 2000)
/** How many files a browser sends in one request. */
const PER_REQUEST = 50
/** Files are read in threads. */
const ALL_CORES = `0-${availableParallelism() - 1}`
const url = `http://127.0.0.1:${PORT}`
const call = createCall(url)
const { sentence } = makeText(1000)

/** A note of about a kilobyte. */
const note = (index) => `# Note ${index}\n\n${Array.from({ length: 12 }, () => sentence()).join(' ')}\n`

async function measure(env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-bench-'))
  const server = startServer({ port: PORT, dataDir, cores: ALL_CORES, ...env })
  try {
    await untilUp(`${url}/ready`)
    const { token } = (await call('POST', '/creator/login', undefined, ADMIN)).data
    const base = (await call('POST', '/creator/knowledgebases', token, { name: 'bench' })).kb_id
    const place = `/creator/knowledgebases/kb/${base}`
    const startedAt = performance.now()
    const cpu = cpuMs(server.pid)
    for (let sent = 0; sent < FILES; sent += PER_REQUEST) {
      const form = new FormData()
      for (let index = sent; index < Math.min(FILES, sent + PER_REQUEST); index++)
        form.append('files', new Blob([note(index)], { type: 'text/markdown' }), `note-${index}.md`)
      await call('POST', `${place}/files`, token, form)
    }
    const uploaded = performance.now() - startedAt
    const waiting = async () => {
      const { total } = await call('GET', `${place}/ingestion-jobs?status=completed&limit=1`, token)
      return FILES - total
    }
    while ((await waiting()) > 0) await pause(50)
    const seconds = (performance.now() - startedAt) / 1000
    return {
      files: FILES,
      uploadSeconds: round(uploaded / 1000),
      seconds: round(seconds),
      filesPerSecond: Math.round(FILES / seconds),
      cpuMsPerFile: round((cpuMs(server.pid) - cpu) / FILES),
      residentMiB: round(residentMiB(server.pid), 1),
    }
  } finally {
    await stopAll()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const results = { sqlite: await measure({}) }
const { register } = await import('tsx/esm/api')
register()
const { default: startPostgres } = await import('../../scripts/test/test-databases.mjs')
const stop = await startPostgres()
const { newPostgresDatabase } = await import('../../server/src/platform/db/templates.testing.ts')
if (process.env.TEST_POSTGRES_URL) {
  const database = await newPostgresDatabase(process.env.TEST_POSTGRES_URL, { migrated: true })
  results.postgres = await measure({ DATABASE_URL: database.url })
  await database.drop()
}
await stop()
console.log(JSON.stringify(results, null, 2))
