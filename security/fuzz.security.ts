import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeVictim, type Victim } from '../server/test/access/access-matrix.testing.ts'
import { fillPath } from '../server/test/access/path-ids.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../server/test/harness/test-app.ts'
import { type FuzzedRequest, fuzz, type Operation, toOperations } from './support/operations.ts'
import { print } from './support/print.ts'
import { createRandom, type Random } from './support/random.ts'

/** `SEED` repeats a run; `REQUESTS` and `ROUNDS` make it longer. */
const SEED = Number(process.env['SEED'] ?? 1)
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const REQUESTS = Number(process.env['REQUESTS'] ?? 10_000)
const LIMIT_MS = 20_000
/** A stack trace, or a path of the source. */
const TRACE = /\n\s+at \S+.*:\d+:\d+|node_modules|server\/src\/|\/dist\/\S+\.mjs/
/** Their effect is outside the test: they stop or wait for something. */
const SKIPPED = /\/stream$|^\/events|\/subscribe/

/** They end the caller's session, so only strangers call them. */
const ENDS_SESSIONS = /logout|\/sessions?\b|password|\/account|\/members\/|\/users\//

/** Names of other machines don't resolve: no request leaves this one. */
function keepRequestsHere() {
  const { lookup } = dns
  const refuse = (name: string, ...rest: unknown[]) => {
    const done = rest.at(-1) as (error: Error | null, ...found: unknown[]) => void
    if (name === 'localhost' || name === '127.0.0.1') Reflect.apply(lookup, dns, [name, ...rest])
    else done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }))
  }
  dns.lookup = Object.assign(refuse, { __promisify__: lookup.__promisify__ }) as typeof dns.lookup
  syncBuiltinESMExports()
  return () => {
    dns.lookup = lookup
    syncBuiltinESMExports()
  }
}

onEachDatabase('malformed requests to every operation ($name)', ({ name: database, env }) => {
  let restore: () => void = () => undefined
  beforeAll(() => {
    restore = keepRequestsHere()
  })
  afterAll(() => restore())

  it('get a clear refusal, and never an internal error', { timeout: 1_800_000 }, async () => {
    const faults: string[] = []
    const statuses: Record<string, number> = {}
    let sent = 0
    for (let round = 0; round < ROUNDS; round++) {
      const logged: string[] = []
      const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
      const app = await startTestApp(
        { ...(await env()), LAMB_BEARER_TOKEN: 'system-key-of-the-operator' },
        log,
      )
      try {
        const { victim, strangers } = await makeVictim(app)
        const operations = toOperations((await app.call('GET', '/openapi.json')).body)
        const others = Object.values(strangers)
        const owner = Array<string>(2 * others.length).fill(victim.user.token)
        const callers = { all: [...owner, await app.signIn(), await app.signIn(), ...others], others }
        const random = createRandom(SEED * 1000 + round)
        for (let at = 0; at < REQUESTS / ROUNDS; at++) {
          const { status, fault } = await attack(app, { operations, victim, callers, random })
          sent++
          statuses[status] = (statuses[status] ?? 0) + 1
          if (fault) faults.push(`round ${round}, request ${at}: ${fault}`)
        }
      } finally {
        await app.stop()
      }
      faults.push(...logged.filter((line) => /unhandled|uncaught/i.test(line)))
      if (process.env['SHOW_LOG']) process.stdout.write(logged.join(''))
    }
    print(`fuzzing, ${database}`, { requests: sent, faults: faults.length, ...statuses })
    expect(faults).toEqual([])
  })
})

interface World {
  operations: Operation[]
  victim: Victim
  callers: Record<'all' | 'others', (string | undefined)[]>
  random: Random
}

async function attack(app: TestApp, { operations, victim, callers, random }: World) {
  const possible = operations.filter(({ path }) => !SKIPPED.test(path))
  const operation = possible[random.below(possible.length)] as Operation
  const request = fuzz(operation, random, (path) => fillPath(path, victim))
  const tokens = ENDS_SESSIONS.test(operation.path) ? callers.others : callers.all
  const token = tokens[random.below(tokens.length)]
  try {
    const { status, text } = await send(app.url, request, token)
    const fault =
      status === 500 ? 'internal error' : TRACE.test(text) ? 'a stack trace' : status < 200 ? 'no status' : ''
    return {
      status,
      fault: fault && `${fault}: ${describeRequest(request)} → ${status} ${text.slice(0, 300)}`,
    }
  } catch (error) {
    return { status: 0, fault: `no answer (${String(error)}): ${describeRequest(request)}` }
  }
}

async function send(url: string, { method, path, headers, body }: FuzzedRequest, token: string | undefined) {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    signal: AbortSignal.timeout(LIMIT_MS),
    ...(body === undefined || body === '' ? {} : { body }),
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const reader = response.body?.getReader()
    const first = await reader?.read()
    await reader?.cancel()
    return { status: response.status, text: Buffer.from(first?.value ?? []).toString() }
  }
  return { status: response.status, text: await response.text() }
}

const describeRequest = ({ method, path, headers, body }: FuzzedRequest): string =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 200)} ${
    body instanceof FormData
      ? JSON.stringify(
          [...body].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
        )
      : String(body)
  }`.slice(0, 900)
