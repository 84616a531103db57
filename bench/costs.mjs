// npm run bench -- costs: what one answer costs the server and PostgreSQL. `bench/simulate.mjs` calculates with these figures.
// Prints JSON; with --save it replaces bench/costs.json.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { installIfNeeded, requireNode, root } from '../scripts/setup.mjs'
import { ensurePostgres } from '../scripts/test/test-databases.mjs'
import { holdOpen, load } from './support/load.mjs'
import {
  ADMIN,
  cpuMs,
  pause,
  pinSelf,
  residentMiB,
  round,
  start,
  startServer,
  stopAll,
  untilUp,
} from './support/processes.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()

const UPSTREAM_PORT = 9173
const SERVER_PORT = 9174
const COUNT = Number(process.env.COUNT ?? 3000)
const STREAMS = 500
const PASSAGES_PER_DOCUMENT = 100
const DOCUMENTS = 20
const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-costs-'))
const url = `http://127.0.0.1:${SERVER_PORT}`

const stopPostgres = await ensurePostgres()
const admin = new URL(process.env.TEST_POSTGRES_URL)
const name = `costs_${process.pid}`
const query = async (connection, text) => {
  const client = new pg.Client({ connectionString: connection.href })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
await query(admin, `create database ${name}`)
const database = new URL(admin)
database.pathname = `/${name}`

async function call(method, path, token, body) {
  const isForm = body instanceof FormData
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function makeKnowledge(token) {
  const base = await call('POST', '/knowledge-bases', token, { name: 'Costs' })
  const words = [
    'river',
    'treaty',
    'cell',
    'voltage',
    'sonnet',
    'vector',
    'market',
    'enzyme',
    'glacier',
    'clause',
  ]
  const passage = (document, at) =>
    `Section ${document}.${at}. ${Array.from({ length: 90 }, (_, word) => words[(document * 7 + at * 3 + word * word) % words.length] + ((document + at + word) % 97)).join(' ')}.`
  for (let document = 0; document < DOCUMENTS; document++) {
    const text = Array.from({ length: PASSAGES_PER_DOCUMENT }, (_, at) => passage(document, at)).join('\n\n')
    const form = new FormData()
    form.append('files', new File([text], `document-${document}.txt`))
    await call('POST', `/knowledge-bases/${base.id}/files`, token, form)
  }
  for (;;) {
    const { files } = await call('GET', `/knowledge-bases/${base.id}/files?limit=100`, token)
    if (files.every(({ status }) => status === 'completed')) return base.id
    await pause(200)
  }
}

const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended in the meantime.
    return ''
  }
}

/** CPU time of our PostgreSQL: its main process and its child processes. */
function postgresCpu() {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  const main = pids.find((pid) => {
    const [program = '', ...args] = read(`/proc/${pid}/cmdline`).split('\0')
    return program.endsWith('/postgres') && args.join(' ').includes(`-p ${admin.port} `)
  })
  let ticks = 0
  for (const pid of pids) {
    const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
    if (pid !== main && fields[1] !== main) continue
    ticks += Number(fields[11]) + Number(fields[12])
    // The time of closed connections counts for their parent.
    if (pid === main) ticks += Number(fields[13]) + Number(fields[14])
  }
  return ticks * 10
}

const databaseFigures = async () => {
  const [row] = await query(
    database,
    'select pg_database_size(current_database())::float8 as bytes, (select xact_commit::float8 from pg_stat_database where datname = current_database()) as transactions',
  )
  return row
}

try {
  start(0, ['bench/support/upstream.mjs'], { PORT: String(UPSTREAM_PORT) })
  const server = startServer({
    port: SERVER_PORT,
    dataDir,
    upstream: `http://127.0.0.1:${UPSTREAM_PORT}/v1`,
    DATABASE_URL: database.href,
  })
  pinSelf()
  await untilUp(`${url}/ready`)
  const { data } = await call('POST', '/creator/login', undefined, ADMIN)
  const { token } = data
  const { key } = await call('POST', '/api-keys', token, { name: 'bench' })
  const beforeDocuments = { ...(await databaseFigures()), cpu: cpuMs(server.pid) }
  const base = await makeKnowledge(token)
  const passages = DOCUMENTS * PASSAGES_PER_DOCUMENT
  const afterDocuments = { ...(await databaseFigures()), cpu: cpuMs(server.pid) }
  const target = async (model, metadata = {}) => {
    const created = await call('POST', '/assistants', token, {
      name: `${model} ${Object.keys(metadata).length}`,
      system_prompt: 'You answer with the page on which your answer rests.',
      prompt_template: 'Question: {user_input}\n{context}',
      ...('RAG_collections' in metadata ? { RAG_collections: metadata.RAG_collections } : {}),
      metadata: { prompt_processor: 'simple_augment', connector: 'openai', llm: model, ...metadata },
    })
    return {
      host: '127.0.0.1',
      port: SERVER_PORT,
      key,
      model: `lamb_assistant.${created.id}`,
      questions: ['Where is the treaty of river42?', 'What is voltage17?', 'Which enzyme35 is it?'],
    }
  }
  const plain = await target('burst-300', { rag_processor: 'no_rag' })
  const grounded = await target('burst-300', {
    rag_processor: 'simple_rag',
    RAG_collections: String(base),
    RAG_Top_k: 5,
  })
  const slow = await target('paced-600x100', { rag_processor: 'no_rag' })

  const measure = async (of) => {
    await load(of, { concurrency: 20, count: Math.round(COUNT / 5) })
    await pause(1500)
    const before = { ...(await databaseFigures()), cpu: cpuMs(server.pid), postgres: postgresCpu() }
    const { errors } = await load(of, { concurrency: 20, count: COUNT })
    await pause(1500)
    const after = { ...(await databaseFigures()), cpu: cpuMs(server.pid), postgres: postgresCpu() }
    if (errors > 0) throw new Error(`${errors} of ${COUNT} answers failed`)
    const each = (field) => (after[field] - before[field]) / COUNT
    return {
      serverCpuMs: round(each('cpu'), 3),
      postgresCpuMs: round(each('postgres'), 3),
      transactions: round(each('transactions'), 2),
      databaseBytes: Math.round(each('bytes')),
    }
  }
  const answers = { plain: await measure(plain), grounded: await measure(grounded) }
  const beforeOpen = residentMiB(server.pid)
  const streams = await holdOpen(slow, STREAMS)
  await pause(4000)
  const perStream = ((residentMiB(server.pid) - beforeOpen) * 1024) / STREAMS
  streams.leave()
  const figures = {
    measured: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${arch()}, Node ${process.version}`,
    answers,
    passages: {
      databaseBytes: Math.round((afterDocuments.bytes - beforeDocuments.bytes) / passages),
      serverCpuMs: round((afterDocuments.cpu - beforeDocuments.cpu) / passages, 3),
    },
    idleMiB: round(beforeOpen, 0),
    openStreamKiB: round(Math.max(0, perStream), 0),
  }
  console.log(JSON.stringify(figures, undefined, 2))
  if (process.argv.includes('--save'))
    writeFileSync(join(root, 'bench/costs.json'), `${JSON.stringify(figures, undefined, 2)}\n`)
} finally {
  await stopAll()
  await query(admin, `drop database if exists ${name} with (force)`)
  await stopPostgres?.()
  rmSync(dataDir, { recursive: true, force: true })
}
