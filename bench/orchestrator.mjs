// npm run bench -- orchestrator: the overhead when one assistant asks another, besides the model calls, and our own time for
// one call of a tool. All figures of a table come from one run, so that their ratio holds on any machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { installIfNeeded, requireNode } from '../scripts/setup.mjs'
import { createCall } from './support/call.mjs'
import { percentile } from './support/load.mjs'
import { ADMIN, pinSelf, round, startServer, stopAll, untilUp } from './support/processes.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()

const COUNT = Number(process.env.COUNT ?? 150)
const SERVER_PORT = 9191
const TOKENS = 20
/**
 * Milliseconds between two tokens. Real models are slower than the second value; the first one shows our own
 * overhead.
 */
const SPEEDS = { instantProvider: 0, fastProvider: 2 }
const GOALS = { ratio: 2, ownMsPerCall: 50 }
const url = `http://127.0.0.1:${SERVER_PORT}`
const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-bench-'))

const sse = (payload) => `data: ${JSON.stringify(payload)}\n\n`
const chunk = (model, delta, finish = null) => ({
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 1700000000,
  model,
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Start and end of each model call of a question: `lead`, `sub`, `lead`. All of them contain the question's number. */
const seen = new Map()

/**
 * `lead-N` calls the first function that it is offered, once; answers have a fixed number of tokens, one every N ms.
 */
async function answerAsModel(body, response) {
  const { model, messages, tools = [] } = JSON.parse(body)
  const question = /question \d+/.exec(body)?.[0] ?? ''
  const call = { body, came: performance.now(), ended: 0 }
  seen.set(question, [...(seen.get(question) ?? []), call])
  const delay = Number(model.split('-')[1])
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const calls = tools.length > 0 && !messages.some(({ role }) => role === 'tool')
  const functionCall = { name: tools[0]?.function.name, arguments: JSON.stringify({ query: question }) }
  const deltas = calls
    ? [{ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: functionCall }] }]
    : Array.from({ length: TOKENS }, () => ({ content: ' word' }))
  for (const delta of deltas) {
    if (delay > 0) await pause(delay)
    response.write(sse(chunk(model, delta)))
  }
  const usage = { prompt_tokens: 60, completion_tokens: TOKENS, total_tokens: 60 + TOKENS }
  response.write(sse(chunk(model, {}, calls ? 'tool_calls' : 'stop')))
  response.end(`${sse({ ...chunk(model, {}), choices: [], usage })}data: [DONE]\n\n`)
  call.ended = performance.now()
}

const provider = createServer((request, response) => {
  // The server asks for the list of models when an assistant is saved.
  if (request.method === 'GET') return void response.writeHead(404).end()
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => void answerAsModel(Buffer.concat(parts).toString(), response))
})
provider.on('connection', (socket) => socket.setNoDelay(true))
await new Promise((resolve) => provider.listen(0, '127.0.0.1', resolve))
const providerUrl = `http://127.0.0.1:${provider.address().port}/v1`

const call = createCall(url)

async function setUp() {
  const { data } = await call('POST', '/creator/login', undefined, ADMIN)
  const { token } = data
  const { key } = await call('POST', '/api-keys', token, { name: 'bench' })
  const form = new FormData()
  form.append('file', new Blob(['A short note. '.repeat(200)]), 'notes.md')
  const { path } = await call('POST', '/creator/files/upload', token, form)
  const make = async (llm, tools) => {
    const metadata = { prompt_processor: 'tool_augment', connector: 'openai', llm, rag_processor: '', tools }
    const name = `${llm} ${Math.random()}`
    return (await call('POST', '/assistants', token, { name, system_prompt: 'You help.', metadata })).id
  }
  const targets = {}
  for (const [name, delay] of Object.entries(SPEEDS)) {
    const expert = await make(`sub-${delay}`, [])
    const file = { type: 'single_file_rag', use: 'call', config: { file_path: path } }
    targets[name] = {
      key,
      asksExpert: await make(`lead-${delay}`, [{ type: 'assistant', assistant_id: expert, name: 'expert' }]),
      readsFile: await make(`lead-${delay}`, [file]),
    }
  }
  return targets
}

let number = 0
let errors = 0

/** One streamed answer, read to its end. */
async function askWhole(address, key, body) {
  const startedAt = performance.now()
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body,
  })
  const text = await answer.text()
  if (!answer.ok || !text.includes('[DONE]')) errors++
  return performance.now() - startedAt
}

async function askAssistant(key, id) {
  const question = `question ${++number}`
  const body = {
    model: `lamb_assistant.${id}`,
    stream: true,
    messages: [{ role: 'user', content: question }],
  }
  const total = await askWhole(`${url}/v1/chat/completions`, key, JSON.stringify(body))
  const calls = seen.get(question) ?? []
  seen.delete(question)
  return { total, calls }
}

/** The time between the model's tool call and its next turn, without the model calls in between. */
function ownTime(calls) {
  const first = calls[0]
  const last = calls.at(-1)
  const within = calls.slice(1, -1).reduce((sum, modelCall) => sum + modelCall.ended - modelCall.came, 0)
  return last.came - first.ended - within
}

const sorted = (values) => values.toSorted((a, b) => a - b)
const p50 = (values) => round(percentile(sorted(values), 0.5))
const p95 = (values) => round(percentile(sorted(values), 0.95))

async function measure({ key, asksExpert }) {
  const orchestrated = []
  const direct = []
  for (let turn = 0; turn < COUNT; turn++) {
    const { total, calls } = await askAssistant(key, asksExpert)
    if (calls.length !== 3) errors++
    orchestrated.push(total)
    // The same model calls again, one directly after the other.
    let sum = 0
    for (const { body } of calls) sum += await askWhole(`${providerUrl}/chat/completions`, 'none', body)
    direct.push(sum)
  }
  return {
    threeModelCallsMs: p50(direct),
    orchestratedMs: p50(orchestrated),
    ratio: round(p50(orchestrated) / p50(direct)),
  }
}

async function measureCalls({ key, ...assistants }, name, concurrency) {
  const ownTimes = []
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let turn = 0; turn < COUNT / concurrency; turn++) {
        const { calls } = await askAssistant(key, assistants[name])
        if (calls.length < 2) errors++
        else ownTimes.push(ownTime(calls))
      }
    }),
  )
  return { p50: p50(ownTimes), p95: p95(ownTimes) }
}

try {
  startServer({ port: SERVER_PORT, dataDir, upstream: providerUrl })
  pinSelf()
  await untilUp(`${url}/ready`)
  const targets = await setUp()
  // Warms up the server's code.
  for (let turn = 0; turn < 200; turn++)
    for (const name of ['asksExpert', 'readsFile'])
      await askAssistant(targets.instantProvider.key, targets.instantProvider[name])

  const answers = {}
  for (const name of Object.keys(SPEEDS)) answers[name] = await measure(targets[name])
  const ownMsPerCall = {
    anotherAssistant: await measureCalls(targets.fastProvider, 'asksExpert', 1),
    anotherAssistantOf10AtOnce: await measureCalls(targets.fastProvider, 'asksExpert', 10),
    file: await measureCalls(targets.fastProvider, 'readsFile', 1),
  }
  const isMet =
    answers.fastProvider.ratio < GOALS.ratio &&
    Object.values(ownMsPerCall).every((figures) => figures.p50 < GOALS.ownMsPerCall)
  const database = process.env.DATABASE_URL ? 'postgres' : 'sqlite'
  console.log(JSON.stringify({ database, ...answers, ownMsPerCall, goals: GOALS, isMet, errors }, null, 2))
} finally {
  await stopAll()
  provider.close()
  provider.closeAllConnections()
  rmSync(dataDir, { recursive: true, force: true })
}
