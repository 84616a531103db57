import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { post, until } from '../e2e/server-process.ts'
import { newPostgresDatabase } from '../server/src/platform/db/templates.testing.ts'
import { startDatabaseProxy } from '../server/test/harness/database-proxy.ts'
import { chunkOf, frameOf, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { eachDatabase, onEachDatabase } from '../server/test/harness/test-app.ts'
import { ask, createSite, makeAssistant, pause, print, signIn, untilReady } from './support.ts'

/** Run by another process, as a backup tool might. */
const LOCK = `
  const { DatabaseSync } = require('@photostructure/sqlite')
  const db = new DatabaseSync(process.argv[1])
  db.exec('pragma busy_timeout = 5000')
  db.exec('begin immediate')
  console.log('locked')
  setTimeout(() => { db.exec('rollback'); process.exit(0) }, 15000)`

const ANSWERS = 50
const AWAY_MS = 10_000
const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')

describe.skipIf(!postgres)(`PostgreSQL is away for 10 s${postgres ? '' : ' SKIPPED: not installed'}`, () => {
  it('answers that end meanwhile are all recorded and counted', async () => {
    const direct = (await postgres?.env())?.['DATABASE_URL'] ?? ''
    const proxy = await startDatabaseProxy(new URL(direct))
    const finish: (() => void)[] = []
    const upstream = await startFakeUpstream(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf(chunkOf({ content: 'Held ' })))
      await new Promise<void>((resolve) => finish.push(resolve))
      response.end(frameOf(chunkOf({ content: 'back' }, 'stop')) + frameOf('[DONE]'))
    })
    onTestFinished(async () => {
      await upstream.stop()
      proxy.close()
    })
    const site = await createSite({
      DATABASE_URL: proxy.url,
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
    })
    const { url } = await site.start()
    const token = await signIn(url)
    const assistant = await makeAssistant(url, token)
    const budget = { scope: 'organization', period: 'month', max_requests: 1000 }
    await post(`${url}/organizations/current/budgets`, budget, token)
    const answers = await Promise.all(
      Array.from({ length: ANSWERS }, (_, at) => ask(url, token, assistant, `question ${at}`)),
    )
    await until(() => finish.length === ANSWERS || undefined)
    proxy.cut()
    const cutAt = performance.now()
    for (const go of finish) go()
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    const refused = await fetch(`${url}/assistants/${assistant}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await pause(AWAY_MS - (performance.now() - cutAt))
    proxy.mend()
    const back = await untilReady(url)
    const db = new pg.Client({ connectionString: direct })
    await db.connect()
    const count = async (sql: string) => Number((await db.query(sql)).rows[0].count)
    const usage = () => count("select count(*) from usage_records where kind = 'answer'")
    await until(async () => (await usage()) === ANSWERS || undefined, 30_000)
    const written = () => count('select count(*) from traces')
    await until(async () => (await written()) === ANSWERS || undefined, 30_000)
    await until(async () => (await count('select count(*) from budget_reservations')) === 0 || undefined)
    const spent = await count('select sum(spent_requests) as count from budget_counters')
    const traces = await written()
    await db.end()
    print('PostgreSQL away for 10 s', {
      answers: texts.filter((text) => text.includes('back')).length,
      traces,
      'counted in the budget': spent,
      'ready again after (ms)': back,
    })
    expect(refused.status).toBe(503)
    expect({ traces, spent }).toEqual({ traces: ANSWERS, spent: ANSWERS })
  })
})

it('SQLite locked by another process: requests are refused in time, nothing acknowledged is lost', async () => {
  const site = await createSite()
  const { url } = await site.start()
  const token = await signIn(url)
  const locker = spawn(process.execPath, ['-e', LOCK, join(site.dataDir, 'bellwether.db')], {
    cwd: join(import.meta.dirname, '../server'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const unlocked = once(locker, 'exit')
  await once(locker.stdout, 'data')
  const start = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      post(`${url}/assistants`, { name: `locked ${at}`, metadata: { connector: 'bypass' } }, token),
    ),
  )
  const waited = performance.now() - start
  await unlocked
  const acknowledged = answers.filter(({ status }) => status < 300)
  const readable = await Promise.all(
    acknowledged.map(({ body }) =>
      fetch(`${url}/assistants/${body.id}`, { headers: { authorization: `Bearer ${token}` } }),
    ),
  )
  const after = await post(`${url}/assistants`, { name: 'after', metadata: { connector: 'bypass' } }, token)
  print('SQLite locked for 15 s', {
    acknowledged: acknowledged.length,
    'refused (503)': answers.filter(({ status }) => status === 503).length,
    lost: readable.filter(({ status }) => status !== 200).length,
    'longest wait (ms)': waited,
  })
  expect(answers.every(({ status }) => status < 300 || status === 503)).toBe(true)
  expect(readable.every(({ status }) => status === 200)).toBe(true)
  expect(after.status).toBeLessThan(300)
})

onEachDatabase('killed in the middle of the migrations ($name)', ({ name }) => {
  it('the next start finishes them', async () => {
    const server = process.env['TEST_POSTGRES_URL']
    const empty =
      name === 'PostgreSQL' && server ? await newPostgresDatabase(server, { migrated: false }) : undefined
    onTestFinished(() => empty?.drop())
    const site = await createSite(empty ? { DATABASE_URL: empty.url } : {})
    let kills = 0
    for (let after = 100; after <= 1000; after += 100) {
      const starting = site.start().catch(() => undefined)
      await pause(after)
      const started = await Promise.race([starting, Promise.resolve(undefined)])
      site.killAll()
      await starting
      kills++
      if (started) break
    }
    const { url } = await site.start()
    const token = await signIn(url)
    print(`killed in the middle of the migrations, ${name}`, { kills, 'can sign in': String(token !== '') })
    expect(token).not.toBe('')
  })
})
