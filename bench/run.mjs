// npm run bench: the cost of a stream through the OpenAI door, compared with two bare relays in the same run:
// plain node:http, and the fastest one we know (undici's dispatch, one write per read).
// Machines are shared and noisy: read CPU per stream and the ratios, not the wall clock.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { installIfNeeded, requireNode } from '../scripts/setup.mjs'
import { holdOpen, load } from './support/load.mjs'
import {
  ADMIN,
  canPin,
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
const UPSTREAM_PORT = 9170
const RELAY_PORT = 9171
const SERVER_PORT = 9172
const MERGED_PORT = 9173
const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-bench-'))

const openUpstream = async () => Number(await (await fetch(`http://127.0.0.1:${UPSTREAM_PORT}/open`)).text())

async function setUp() {
  const url = `http://127.0.0.1:${SERVER_PORT}`
  const call = async (path, token, body) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    return answer.json()
  }
  const { data } = await call('/creator/login', undefined, ADMIN)
  const { key } = await call('/api-keys', data.token, { name: 'bench' })
  const target = async (model) => {
    const metadata = {
      prompt_processor: 'simple_augment',
      connector: 'openai',
      llm: model,
      rag_processor: 'no_rag',
    }
    const created = await call('/assistants', data.token, {
      name: model,
      system_prompt: 'You answer with the page on which your answer rests.',
      prompt_template: 'Question: {user_input}',
      metadata,
    })
    return { host: '127.0.0.1', port: SERVER_PORT, key, model: `lamb_assistant.${created.id}` }
  }
  return {
    burst: await target('burst-100'),
    short: await target('paced-5x2'),
    slow: await target('paced-600x100'),
  }
}

try {
  start(0, ['bench/support/upstream.mjs'], { PORT: String(UPSTREAM_PORT) })
  const relay = start(1, ['bench/support/peers/plain-relay.mjs'], {
    PORT: String(RELAY_PORT),
    UPSTREAM: `http://127.0.0.1:${UPSTREAM_PORT}`,
  })
  const merged = start(1, ['bench/support/peers/merged-relay.mjs'], {
    PORT: String(MERGED_PORT),
    UPSTREAM: `http://127.0.0.1:${UPSTREAM_PORT}`,
  })
  const server = startServer({
    port: SERVER_PORT,
    dataDir,
    upstream: `http://127.0.0.1:${UPSTREAM_PORT}/v1`,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
  })
  pinSelf()
  await Promise.all([
    untilUp(`http://127.0.0.1:${UPSTREAM_PORT}/open`),
    untilUp(`http://127.0.0.1:${SERVER_PORT}/ready`),
  ])
  const cpuToReady = cpuMs(server.pid)
  await pause(1500)
  const idle = residentMiB(server.pid)
  // By then the server has released the memory of its startup.
  await pause(18_000)
  const atRest = residentMiB(server.pid)
  const targets = await setUp()
  const direct = { host: '127.0.0.1', port: UPSTREAM_PORT, key: 'x' }
  const bare = { host: '127.0.0.1', port: RELAY_PORT, key: 'x' }
  const merging = { host: '127.0.0.1', port: MERGED_PORT, key: 'x' }

  // All are warmed up equally, then measured in turn.
  for (const relayed of [bare, merging])
    await load({ ...relayed, model: 'burst-100' }, { concurrency: 50, count: 1500 })
  await load(targets.burst, { concurrency: 50, count: 1500 })
  const rows = { relay: [], merged: [], server: [] }
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const [name, pid, target] of [
      ['relay', relay.pid, { ...bare, model: 'burst-100' }],
      ['merged', merged.pid, { ...merging, model: 'burst-100' }],
      ['server', server.pid, targets.burst],
    ]) {
      const before = cpuMs(pid)
      const result = await load(target, { concurrency: 50, count: 4000 })
      rows[name].push({ ...result, cpu: (cpuMs(pid) - before) / 4000 })
    }
  }
  const best = (name) => Math.min(...rows[name].map((row) => row.cpu))
  const errors = [...rows.relay, ...rows.merged, ...rows.server].reduce((sum, row) => sum + row.errors, 0)

  const first = { direct: [], relay: [], server: [] }
  for (let turn = 0; turn < ROUNDS; turn++) {
    first.direct.push(await load({ ...direct, model: 'paced-5x2' }, { concurrency: 1, count: 150 }))
    first.relay.push(await load({ ...bare, model: 'paced-5x2' }, { concurrency: 1, count: 150 }))
    first.server.push(await load(targets.short, { concurrency: 1, count: 150 }))
  }
  const p50 = (name) => Math.min(...first[name].map((row) => row.firstP50))

  const beforeOpen = residentMiB(server.pid)
  const streams = await holdOpen(targets.slow, 1000)
  for (let turn = 0; turn < 60 && (await openUpstream()) < 1000; turn++) await pause(500)
  await pause(2000)
  const openStreams = await openUpstream()
  const withOpen = residentMiB(server.pid)
  const broken = streams.broken()
  streams.leave()
  await pause(1500)
  const left = await openUpstream()

  const report = {
    database: process.env.DATABASE_URL ? 'postgres' : 'sqlite',
    cpuMsPerStream: {
      server: round(best('server'), 3),
      plainRelay: round(best('relay'), 3),
      mergedRelay: round(best('merged'), 3),
      serverToPlain: round(best('server') / best('relay')),
      serverToMerged: round(best('server') / best('merged')),
    },
    streamsPerSecond: {
      server: Math.max(...rows.server.map((row) => row.perSecond)),
      plainRelay: Math.max(...rows.relay.map((row) => row.perSecond)),
      mergedRelay: Math.max(...rows.merged.map((row) => row.perSecond)),
    },
    firstTokenAddedMsP50: {
      server: round(p50('server') - p50('direct')),
      plainRelay: round(p50('relay') - p50('direct')),
    },
    cpuMsFromStartToReady: cpuToReady,
    idleMiB: { afterStart: round(idle, 1), atRest: round(atRest, 1) },
    thousandStreams: {
      open: openStreams,
      broken,
      kibEach: round(((withOpen - beforeOpen) * 1024) / 1000, 1),
      leftAfter1500ms: left,
    },
    errors,
    pinned: canPin,
  }
  console.log(JSON.stringify(report, null, 2))
} finally {
  await stopAll()
  rmSync(dataDir, { recursive: true, force: true })
}
