// npm run bench -- tools: the cost of tools: three injected ones before a 100-token stream, and three turns of two calls each. For comparison,
// plain node:http does the work of the three tools; with --peers, the Vercel AI SDK does it too.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { installIfNeeded, requireNode } from '../scripts/setup.mjs'
import { createCall } from './support/call.mjs'
import { load } from './support/load.mjs'
import { makeText } from './support/made-up-text.mjs'
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

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const UPSTREAM_PORT = 9180
const SERVER_PORT = 9181
const PEERS = { 'plain-tools': 9182, ...(process.argv.includes('--peers') ? { 'ai-sdk': 9183 } : {}) }
const PEER_KEY = 'key-of-the-bench'
const PASSAGES = 1000
const url = `http://127.0.0.1:${SERVER_PORT}`
const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-bench-'))

const { text, sentence, questions } = makeText(PASSAGES)

async function setUp() {
  const call = createCall(url)
  const { data } = await call('POST', '/creator/login', undefined, ADMIN)
  const { token } = data
  const { key } = await call('POST', '/api-keys', token, { name: 'bench' })
  const form = (field, name, content, type) => {
    const formData = new FormData()
    formData.append(field, new Blob([content], { type }), name)
    return formData
  }
  const { kb_id: base } = await call('POST', '/creator/knowledgebases', token, { name: 'bench' })
  await call(
    'POST',
    `/creator/knowledgebases/kb/${base}/files`,
    token,
    form('files', 'book.txt', text, 'text/plain'),
  )
  const status = () => call('GET', `/creator/knowledgebases/kb/${base}/ingestion-status`, token)
  for (let turn = 0; turn < 100 && (await status()).by_status.completed < 1; turn++) await pause(100)
  const { path } = await call(
    'POST',
    '/creator/files/upload',
    token,
    form('file', 'notes.md', text.slice(0, 8000), 'text/markdown'),
  )
  const level = (id, score) => ({ id, label: id, score, description: sentence() })
  const criterion = (id) => ({
    id,
    name: id,
    description: sentence(),
    weight: 25,
    levels: [level('low', 1), level('middle', 2), level('high', 3)],
  })
  const { rubric } = await call('POST', '/creator/rubrics', token, {
    title: 'Bench',
    description: 'for the benchmark',
    subject: 'any',
    gradeLevel: 'any',
    scoringType: 'points',
    maxScore: 10,
    criteria: ['a', 'b', 'c', 'd'].map(criterion),
  })
  const make = async (name, llm, tools) => {
    const created = await call('POST', '/assistants', token, {
      name,
      system_prompt: 'You answer with the page on which your answer rests.',
      prompt_template: 'Context: {context}\nRubric: {rubric}\nFile: {file}\nQuestion: {user_input}',
      metadata: {
        assistant_type: 'multi_tool',
        prompt_processor: 'multi_augment',
        connector: 'openai',
        llm,
        tools,
      },
    })
    return { host: '127.0.0.1', port: SERVER_PORT, key, model: `lamb_assistant.${created.id}`, questions }
  }
  const search = { type: 'simple_rag', config: { collections: [base], top_k: 6 } }
  const rubricTool = { type: 'rubric_rag', config: { rubric_id: rubric.rubric_id } }
  const file = { type: 'single_file_rag', config: { file_path: path } }
  return {
    plain: await make('plain', 'burst-100', []),
    injected: await make('injected', 'burst-100', [search, rubricTool, file]),
    injectedShort: await make('short', 'paced-5x2', [search, rubricTool, file]),
    plainShort: await make('plain short', 'paced-5x2', []),
    loop: await make('loop', 'calls-3', [
      { ...search, use: 'call' },
      { ...rubricTool, use: 'call' },
    ]),
  }
}

/** Programs that do the same work as three injected tools. */
async function startPeers(pids, targets) {
  const material = join(dataDir, 'material.json')
  const rubric = Array.from({ length: 12 }, sentence).join(' ')
  writeFileSync(material, JSON.stringify({ text, key: PEER_KEY, rubric, file: text.slice(0, 8000) }))
  for (const [name, port] of Object.entries(PEERS)) {
    const peer = start(1, [`bench/support/peers/${name}.mjs`], {
      PORT: String(port),
      UPSTREAM: `http://127.0.0.1:${UPSTREAM_PORT}`,
      MODEL: 'burst-100',
      MATERIAL: material,
    })
    await untilUp(`http://127.0.0.1:${port}/ready`)
    pids[`peer ${name}`] = peer.pid
    targets[`peer ${name}`] = { host: '127.0.0.1', port, key: PEER_KEY, model: 'burst-100', questions }
  }
  return Object.keys(PEERS)
}

try {
  start(0, ['bench/support/upstream.mjs'], { PORT: String(UPSTREAM_PORT), QUERY: questions[0] })
  const server = startServer({ port: SERVER_PORT, dataDir, upstream: `http://127.0.0.1:${UPSTREAM_PORT}/v1` })
  pinSelf()
  await Promise.all([untilUp(`http://127.0.0.1:${UPSTREAM_PORT}/open`), untilUp(`${url}/ready`)])
  const targets = await setUp()
  const pids = { plain: server.pid, injected: server.pid, loop: server.pid }
  const peers = await startPeers(pids, targets)

  const costs = {}
  let errors = 0
  for (const name of Object.keys(pids)) await load(targets[name], { concurrency: 50, count: 2500 })
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const [name, pid] of Object.entries(pids)) {
      const before = cpuMs(pid)
      const result = await load(targets[name], { concurrency: 50, count: 1000 })
      errors += result.errors
      costs[name] = Math.min(costs[name] ?? Infinity, (cpuMs(pid) - before) / 1000)
    }
  const first = {}
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const name of ['plainShort', 'injectedShort']) {
      const { firstP50 } = await load(targets[name], { concurrency: 1, count: 150 })
      first[name] = Math.min(first[name] ?? Infinity, firstP50)
    }
  console.log(
    JSON.stringify(
      {
        database: process.env.DATABASE_URL ? 'postgres' : 'sqlite',
        cpuMsPerAnswer: {
          plainStream: round(costs.plain, 3),
          threeInjectedTools: round(costs.injected, 3),
          threeTurnsOfTwoCalls: round(costs.loop, 3),
        },
        threeInjectedToolsElsewhere: Object.fromEntries(
          peers.map((name) => [
            name,
            {
              cpuMs: round(costs[`peer ${name}`], 3),
              timesOurs: round(costs[`peer ${name}`] / costs.injected),
            },
          ]),
        ),
        firstTokenAddedByToolsMsP50: round(first.injectedShort - first.plainShort),
        residentMiB: round(residentMiB(server.pid), 1),
        errors,
      },
      null,
      2,
    ),
  )
} finally {
  await stopAll()
  rmSync(dataDir, { recursive: true, force: true })
}
