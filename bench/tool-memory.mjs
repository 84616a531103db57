// npm run bench -- tool-memory: looks for memory leaks in answers with tool calls. Each answer makes 3 × 2 http_request calls at once; the heap is
// measured after garbage collection. It must stay level.
import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { installIfNeeded, requireNode } from '../scripts/setup.mjs'

requireNode()
await installIfNeeded()
const { register } = await import('tsx/esm/api')
register()
const { createOutbound } = await import('../server/src/platform/outbound/create-outbound.ts')
const { httpRequestTool } = await import('../server/src/tools/http-request/http-request.tool.ts')
const { limitTime } = await import('../server/src/platform/time-limit.ts')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')
const ANSWERS = Number(process.env.ANSWERS ?? 1500)

const service = createServer((_request, response) =>
  response.setHeader('content-type', 'application/json').end('{"ok":true}'),
).listen(0, '127.0.0.1')
await new Promise((resolve) => service.once('listening', resolve))
const host = `127.0.0.1:${service.address().port}`
const outbound = createOutbound({
  allow: { tools: [host] },
  onRefused: () => undefined,
  firstByteMs: 5000,
  idleMs: 5000,
})
const tool = httpRequestTool({ outbound, findSecret: async () => undefined })
const config = tool.config.parse({
  name: 'look_up',
  description: 'Looks something up.',
  url: `http://${host}/`,
  timeout_ms: 30_000,
})

async function answer() {
  const reader = new AbortController()
  for (let turn = 0; turn < 3; turn++) await Promise.all([call(reader.signal), call(reader.signal)])
}

/** As completions/invoke-tool.ts does. */
async function call(signal) {
  const limit = limitTime(signal, 60_000, () => new Error('too long'))
  const output = await tool.run({
    config,
    input: {},
    caller: { kind: 'system' },
    assistant: { id: 1, ownerId: 1, organizationId: 1 },
    traceId: 'bench',
    emit: () => undefined,
    signal: limit.signal,
  })
  limit.clear()
  if (!output.ok) throw new Error(output.reason)
}

async function heap() {
  for (let round = 0; round < 3; round++) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return process.memoryUsage().heapUsed
}

for (let done = 0; done < 100; done++) await answer()
const before = await heap()
for (let done = 0; done < ANSWERS; done++) await answer()
const after = await heap()
const mib = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
console.log(
  `heap ${mib(before)} → ${mib(after)}; ${((after - before) / ANSWERS / 1024).toFixed(2)} KiB for each of ${ANSWERS} answers`,
)
service.close()
process.exit(0)
