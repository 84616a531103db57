// npm run bench:ingestion: processes a book of 10,000 passages while others use the server, then searches it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs'
import { installIfNeeded, requireNode } from '../../scripts/setup.mjs'
import { createCall } from '../support/call.mjs'
import { percentile } from '../support/load.mjs'
import { makeText } from '../support/made-up-text.mjs'
import { ADMIN, pause, residentMiB, round, startServer, stopAll, untilUp } from '../support/processes.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()

const PORT = 9190
const PASSAGES = Number(process.env.PASSAGES ?? 10_000)
const QUESTIONS = 300
const url = `http://127.0.0.1:${PORT}`
const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-bench-'))
const { text, sentence } = makeText(PASSAGES)

const call = createCall(url)

/** The duration of a small request, measured repeatedly: what other people notice. */
async function watch(isOver) {
  const times = []
  while (!isOver()) {
    const startedAt = performance.now()
    await (await fetch(`${url}/health`)).text()
    times.push(performance.now() - startedAt)
    await pause(5)
  }
  return times.sort((a, b) => a - b)
}

try {
  const server = startServer({ port: PORT, dataDir })
  await untilUp(`${url}/ready`)
  const { token } = (await call('POST', '/creator/login', undefined, ADMIN)).data
  const base = (await call('POST', '/creator/knowledgebases', token, { name: 'bench' })).kb_id
  const place = `/creator/knowledgebases/kb/${base}`

  let quiet = true
  setTimeout(() => {
    quiet = false
  }, 2000)
  const before = await watch(() => !quiet)

  const form = new FormData()
  form.append('files', new Blob([text], { type: 'text/plain' }), 'book.txt')
  await call('POST', `${place}/files`, token, form)
  let isRead = false
  const during = watch(() => isRead)
  let job
  do {
    await pause(100)
    job = (await call('GET', `${place}/ingestion-jobs`, token)).items[0]
  } while (job.status === 'pending' || job.status === 'processing')
  isRead = true
  const lag = await during
  const afterReading = residentMiB(server.pid)
  if (job.status !== 'completed') throw new Error(`not read: ${JSON.stringify(job)}`)

  const ask = (question) =>
    call('POST', `${place}/query`, token, { query_text: question, plugin_params: { top_k: 6 } })
  await ask(sentence())
  const times = []
  for (let turn = 0; turn < QUESTIONS; turn++) {
    const startedAt = performance.now()
    await ask(sentence())
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  console.log(
    JSON.stringify(
      {
        database: process.env.DATABASE_URL ? 'postgres' : 'sqlite',
        passages: job.document_count,
        passagesPerSecond: Math.round(job.document_count / Math.max(job.processing_duration_seconds ?? 1, 1)),
        smallRequestMs: {
          quietP99: round(percentile(before, 0.99)),
          whileReadingP50: round(percentile(lag, 0.5)),
          whileReadingP99: round(percentile(lag, 0.99)),
        },
        questionMs: { p50: round(percentile(times, 0.5)), p95: round(percentile(times, 0.95)) },
        residentMiB: {
          afterReading: round(afterReading, 0),
          afterQuestions: round(residentMiB(server.pid), 0),
        },
      },
      null,
      2,
    ),
  )
} finally {
  await stopAll()
  rmSync(dataDir, { recursive: true, force: true })
}
