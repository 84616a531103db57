// npm run bench -- simulate: how many instances, database cores and provider tokens a number of students needs.
// A discrete-event simulation of one peak hour, fed with the costs in bench/costs.json (`npm run bench -- costs --save`).
//   node bench/simulate.mjs                        the three cases of docs/scaling.md
//   node bench/simulate.mjs --students 20000 --instances 2 --database-cores 4
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../scripts/setup.mjs'
import { createRandom } from './support/random.mjs'

const costs = JSON.parse(readFileSync(join(root, 'bench/costs.json'), 'utf8'))

/** How students use assistants. Change these to what your own usage report shows. */
export const HABITS = {
  /** Questions of one student on a day of the term. */
  questionsPerDay: 3,
  /** Share of a day's questions in its busiest hour. */
  peakHourShare: 0.15,
  /** How much busier the busiest minute is than the mean of that hour: a lecture that starts. */
  burst: 3,
  /** Share of questions that search a knowledge base. */
  groundedShare: 0.7,
  inputTokens: 2500,
  outputTokens: 300,
  /** Seconds until the first token, and tokens per second after it. */
  firstTokenSeconds: 0.8,
  tokensPerSecond: 60,
  /** Days of a year on which students ask. */
  days: 180,
}

/** A machine of a cloud provider relative to the core that the costs were measured on. */
const CORE_SPEED = 1
const TARGET_UTILIZATION = 0.6

export function plan(students, habits = HABITS) {
  const perDay = students * habits.questionsPerDay
  const meanRate = (perDay * habits.peakHourShare) / 3600
  const peakRate = meanRate * habits.burst
  const share = habits.groundedShare
  const mix = (field) => costs.answers.grounded[field] * share + costs.answers.plain[field] * (1 - share)
  const seconds = habits.firstTokenSeconds + habits.outputTokens / habits.tokensPerSecond
  const cores = (peakRate * mix('serverCpuMs')) / 1000 / CORE_SPEED
  const databaseCores = (peakRate * mix('postgresCpuMs')) / 1000 / CORE_SPEED
  const open = peakRate * seconds
  return {
    students,
    perDay,
    peakRate,
    instances: Math.max(1, Math.ceil(cores / TARGET_UTILIZATION)),
    cores,
    databaseCores: Math.max(1, Math.ceil(databaseCores / TARGET_UTILIZATION)),
    databaseLoad: databaseCores,
    transactionsPerSecond: peakRate * mix('transactions'),
    openStreams: open,
    streamMemoryMiB: (open * costs.openStreamKiB) / 1024,
    providerTokensPerMinute: peakRate * 60 * (habits.inputTokens + habits.outputTokens),
    databaseGiBPerYear: (perDay * habits.days * mix('databaseBytes')) / 2 ** 30,
    tokensPerYear: perDay * habits.days * (habits.inputTokens + habits.outputTokens),
    mix,
  }
}

/** A queue with `servers` that each need `milliseconds` per request. Returns the waiting time. */
function createStation(servers, name) {
  const free = new Float64Array(servers)
  const waits = []
  let busy = 0
  return {
    name,
    serve(at, milliseconds) {
      let first = 0
      for (let server = 1; server < servers; server++) if (free[server] < free[first]) first = server
      const start = Math.max(at, free[first])
      free[first] = start + milliseconds
      busy += milliseconds
      waits.push(start - at)
      return start + milliseconds
    },
    report(duration) {
      const sorted = Float64Array.from(waits).sort()
      return {
        name,
        utilization: busy / (servers * duration),
        waitP50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
        waitP95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
        waitP99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      }
    },
  }
}

/** Five minutes of the busiest time, with at most this many questions: a sample of a large installation behaves the same per instance. */
const MOST_QUESTIONS = 400_000

export function simulate(students, { instances, databaseCores }, habits = HABITS) {
  const random = createRandom(students)
  const { peakRate } = plan(students, habits)
  const duration = Math.min(300_000, (MOST_QUESTIONS / peakRate) * 1000)
  const servers = createStation(instances, 'instances')
  const database = createStation(databaseCores, 'PostgreSQL')
  /** The work of an answer comes in steps: before the first token, while it streams, and when it is recorded. */
  const STEPS = [0.5, 0.3, 0.2]
  const events = []
  let most = 0
  const open = []
  for (let at = 0; at < duration; at += (-Math.log(1 - random()) / peakRate) * 1000) {
    const cost = costs.answers[random() < habits.groundedShare ? 'grounded' : 'plain']
    const tokens = Math.max(20, habits.outputTokens * -Math.log(1 - random()))
    const streaming = (tokens / habits.tokensPerSecond) * 1000
    const begin = at
    const ready = at + habits.firstTokenSeconds * 1000
    events.push([begin, cost, STEPS[0]], [ready, cost, STEPS[1]], [ready + streaming, cost, STEPS[2]])
    open.push([begin, 1], [ready + streaming, -1])
  }
  events.sort((a, b) => a[0] - b[0])
  for (const [at, cost, share] of events)
    database.serve(
      servers.serve(at, (cost.serverCpuMs * share) / CORE_SPEED),
      (cost.postgresCpuMs * share) / CORE_SPEED,
    )
  open.sort((a, b) => a[0] - b[0])
  let now = 0
  for (const [, change] of open) {
    now += change
    most = Math.max(most, now)
  }
  return {
    questions: events.length / 3,
    openStreams: most,
    stations: [servers.report(duration), database.report(duration)],
  }
}

const number = (value, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits })

function show(students, overrides = {}) {
  const model = plan(students)
  const size = {
    instances: overrides.instances ?? model.instances,
    databaseCores: overrides.databaseCores ?? model.databaseCores,
  }
  const result = simulate(students, size)
  console.log(
    `\n${number(students)} students: ${number(model.perDay)} questions a day, ${number(model.peakRate, 1)} a second at the peak`,
  )
  console.log(
    `  model       ${size.instances} instances (${number(model.cores, 2)} cores busy), ${size.databaseCores} database cores (${number(model.databaseLoad, 2)} busy), ` +
      `${number(model.transactionsPerSecond)} transactions/s, ${number(model.openStreams)} open streams, ${number(model.providerTokensPerMinute)} provider tokens/min, ` +
      `${number(model.databaseGiBPerYear, 1)} GiB a year`,
  )
  for (const station of result.stations)
    console.log(
      `  simulation  ${station.name}: ${number(station.utilization * 100, 1)} % busy, waits p50 ${number(station.waitP50, 2)} ms, p95 ${number(station.waitP95, 2)} ms, p99 ${number(station.waitP99, 2)} ms`,
    )
  console.log(
    `  simulation  ${number(result.openStreams)} open streams at most, ${number(result.questions)} questions simulated`,
  )
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: {
      students: { type: 'string' },
      instances: { type: 'string' },
      'database-cores': { type: 'string' },
    },
  })
  console.log(`Costs measured ${costs.measured} on ${costs.machine}.`)
  const settings = {
    ...(values.instances ? { instances: Number(values.instances) } : {}),
    ...(values['database-cores'] ? { databaseCores: Number(values['database-cores']) } : {}),
  }
  for (const students of values.students ? [Number(values.students)] : [20_000, 2_000_000, 10_000_000])
    show(students, settings)
}
