// npm run bench -- sign-ins: the students of an organization sign in within a few minutes, by password, class link, OpenID Connect and
// LTI in equal shares. Then each session is used once. STUDENTS=10000 and MINUTES=5 unless set; DATABASE_URL for PostgreSQL.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { installIfNeeded, requireNode } from '../scripts/setup.mjs'
import { createCall } from './support/call.mjs'
import { percentile } from './support/load.mjs'
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
const { byClassLink, byLaunch, byOpenId, byPassword, request } = await import('./support/sign-ins/ways.mjs')

const STUDENTS = Number(process.env.STUDENTS ?? 10_000)
const MINUTES = Number(process.env.MINUTES ?? 5)
const SERVER_PORT = 19_411
const ISSUER_PORT = 19_412
const SERVER = `http://127.0.0.1:${SERVER_PORT}`
const LTI_SECRET = 'the LTI secret of the benchmark'
const PEOPLE_PER_IMPORT = 500
const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-sign-ins-'))
const call = createCall(SERVER)

/** Accounts with passwords, a published assistant and a class link. */
async function setUp() {
  const { data } = await call('POST', '/creator/login', undefined, ADMIN)
  const accounts = []
  for (let at = 0; at < STUDENTS / 4; at += PEOPLE_PER_IMPORT) {
    const users = Array.from(
      { length: Math.min(PEOPLE_PER_IMPORT, Math.ceil(STUDENTS / 4) - at) },
      (_, offset) => ({
        email: `s${at + offset}@example.edu`,
        name: `Student ${at + offset}`,
        user_type: 'end_user',
        enabled: true,
      }),
    )
    const imported = await call('POST', '/creator/admin/org-admin/users/bulk-import/execute', data.token, {
      users,
      filename: 'students.json',
    })
    for (const { email, password } of imported.results) accounts.push({ email, password })
  }
  const { id } = await call('POST', '/assistants', data.token, {
    name: 'Bench tutor',
    metadata: {
      prompt_processor: 'simple_augment',
      connector: 'bypass',
      llm: 'simple-bypass',
      rag_processor: 'no_rag',
    },
  })
  const published = await call('POST', `/assistants/${id}/publish`, data.token, { publish_status: true })
  const link = await call('POST', `/assistants/${id}/links`, data.token, { kind: 'anyone' })
  return { accounts, code: link.code, consumerKey: published.oauth_consumer_name }
}

const signIn = (at, { accounts, code, consumerKey }) => {
  // Each IP address stands for a lecture hall of students.
  const from = { 'x-forwarded-for': `10.${Math.floor(at / 51_200)}.${Math.floor(at / 200) % 256}.7` }
  const ways = [
    ['password', () => byPassword(SERVER, accounts[Math.floor(at / 4)], from)],
    ['class link', () => byClassLink(SERVER, code, from)],
    ['OpenID Connect', () => byOpenId(SERVER, from)],
    ['LTI', () => byLaunch(SERVER, { key: consumerKey, secret: LTI_SECRET, student: `lms-${at}` }, from)],
  ]
  return ways[at % ways.length]
}

try {
  start(0, ['bench/support/sign-ins/issuer.mjs'], { PORT: String(ISSUER_PORT) })
  await untilUp(`http://127.0.0.1:${ISSUER_PORT}/jwks`)
  const server = startServer({
    port: SERVER_PORT,
    dataDir,
    PUBLIC_URL: SERVER,
    TRUST_PROXY: 'true',
    LTI_SECRET,
    OIDC_ISSUER: `http://127.0.0.1:${ISSUER_PORT}`,
    OIDC_CLIENT_ID: 'bench',
    OIDC_CLIENT_SECRET: 'bench',
  })
  pinSelf()
  await untilUp(`${SERVER}/ready`)
  const parts = await setUp()
  await pause(2000)
  const before = residentMiB(server.pid)
  const cpuBefore = cpuMs(server.pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMiB(server.pid))
  }, 500)

  const times = {}
  const tokens = []
  let lost = 0
  const started = performance.now()
  const running = []
  for (let at = 0; at < STUDENTS; at++) {
    const due = (at * MINUTES * 60_000) / STUDENTS
    const wait = due - (performance.now() - started)
    if (wait > 0) await pause(wait)
    const [name, go] = signIn(at, parts)
    times[name] ??= []
    const startedAt = performance.now()
    running.push(
      go().then(
        (token) => {
          times[name].push(performance.now() - startedAt)
          tokens.push(token)
        },
        (error) => {
          if (++lost <= 5) console.error(`${name}: ${String(error).slice(0, 300)}`)
        },
      ),
    )
  }
  await Promise.all(running)
  const seconds = (performance.now() - started) / 1000
  const cpu = cpuMs(server.pid) - cpuBefore
  clearInterval(watch)
  let unusable = 0
  for (const token of tokens)
    await request(`${SERVER}/creator/chats`, { headers: { authorization: `Bearer ${token}` } }).then(
      (answer) => answer.arrayBuffer(),
      () => unusable++,
    )
  await pause(3000)
  const ways = Object.fromEntries(
    Object.entries(times).map(([name, list]) => {
      list.sort((a, b) => a - b)
      return [
        name,
        { count: list.length, p50: round(percentile(list, 0.5), 0), p95: round(percentile(list, 0.95), 0) },
      ]
    }),
  )
  console.log(
    JSON.stringify(
      {
        database: process.env.DATABASE_URL ? 'postgres' : 'sqlite',
        students: STUDENTS,
        seconds: round(seconds, 0),
        lost,
        unusable,
        milliseconds: ways,
        cpuMsPerSignIn: round(cpu / STUDENTS, 1),
        memoryMiB: {
          before: round(before, 0),
          peak: round(peak, 0),
          after: round(residentMiB(server.pid), 0),
        },
      },
      null,
      2,
    ),
  )
  if (lost + unusable > 0) process.exitCode = 1
} finally {
  await stopAll()
  await rm(dataDir, { recursive: true, force: true })
}
