import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAskFastModel } from '../../completions/model-calls/ask-fast-model.ts'
import { createModelChooser } from '../../completions/models/choose-model.ts'
import { type FakeUpstream, startFakeUpstream } from '../../connectors/fake-upstream.contract.ts'
import { createOpenAiConnector } from '../../connectors/openai/openai.connector.ts'
import { createConnectorRegistry } from '../../connectors/registry.ts'
import { unmeasured } from '../../modules/usage/index.ts'
import { readConfig } from '../../platform/config.ts'
import { createOutbound } from '../../platform/outbound/create-outbound.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { tryTool } from '../tool.contract.ts'
import { queryRewriteTool } from './query-rewrite.tool.ts'
import { createRewriteQuery } from './rewrite-query.ts'

// Tests the tool with the real fast model code, down to the socket.
let upstream: FakeUpstream
let outbound: Outbound
beforeAll(async () => {
  upstream = await startFakeUpstream()
  outbound = createOutbound({ allow: {}, onRefused: () => undefined, firstByteMs: 20_000, idleMs: 20_000 })
})
afterAll(async () => {
  await outbound.close()
  await upstream.close()
})

const conversation = { messages: [{ role: 'user', content: 'When was he born?' }], question: '' }
const FALLBACK = {
  ok: true,
  content: 'When was he born?',
  sources: [],
  metadata: { fallback: true, note: expect.objectContaining({ code: 'reasons.last_question_unchanged' }) },
}

function makeTool(limitMs: number, fastModel = 'tiny') {
  const config = readConfig({
    OPENAI_API_KEY: 'sk-test-key',
    OPENAI_BASE_URL: upstream.url,
    ...(fastModel ? { SMALL_FAST_MODEL_PROVIDER: 'openai', SMALL_FAST_MODEL_NAME: fastModel } : {}),
  })
  const connectors = createConnectorRegistry([createOpenAiConnector({ outbound })])
  const settingsOf = async () => ({
    id: 1,
    slug: 'lamb',
    name: 'System',
    isSystem: true,
    status: 'active' as const,
    config: {},
  })
  const chooseModel = createModelChooser({ config, connectors })
  return queryRewriteTool(
    createRewriteQuery({
      askFastModel: createAskFastModel({
        config,
        log: pino({ level: 'silent' }),
        chooseModel,
        settingsOf,
        measureCall: unmeasured,
      }),
      limitMs,
    }),
  )
}

test('uses the model’s answer', async () => {
  upstream.answer = (response) => {
    const frame = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'tiny', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(
        `${frame({ role: 'assistant', content: 'birth of Cervantes' }, null)}${frame({}, 'stop')}data: [DONE]\n\n`,
      )
  }
  const output = await tryTool(makeTool(5000), { conversation })
  expect(output).toEqual({
    ok: true,
    content: 'birth of Cervantes',
    sources: [],
    metadata: { fallback: false },
  })
})

test('leaves a model that does not stop', async () => {
  const left = new Promise((resolve) => {
    upstream.answer = (response) => {
      const choice = { index: 0, delta: { content: 'and so on '.repeat(2000) }, finish_reason: null }
      const frame = JSON.stringify({
        id: 'c',
        object: 'chat.completion.chunk',
        model: 'tiny',
        choices: [choice],
      })
      const write = () => {
        while (!response.destroyed && response.write(`data: ${frame}\n\n`));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.on('drain', write).on('close', resolve)
      write()
    }
  })
  const output = await tryTool(makeTool(5000), { conversation })
  expect(output).toMatchObject({
    content: expect.stringMatching(/^and so on/),
    metadata: { fallback: false },
  })
  await left
})

test('sends nothing if no fast model is set up', async () => {
  upstream.requests.length = 0
  expect(await tryTool(makeTool(5000, ''), { conversation })).toEqual(FALLBACK)
  expect(upstream.requests).toEqual([])
})

test.each([
  ['status 500', 500, '{"error":{"message":"oops"}}'],
  ['invalid JSON', 200, 'data: {"choices":[{\n\n'],
  ['not a stream', 200, '<html>'],
])('falls back: %s', async (_what, status, body) => {
  upstream.answer = (response) =>
    response
      .writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' })
      .end(body)
  expect(await tryTool(makeTool(5000), { conversation })).toEqual(FALLBACK)
})

test('falls back if the model hangs, and closes the call', async () => {
  upstream.answer = () => undefined
  expect(await tryTool(makeTool(100), { conversation })).toEqual(FALLBACK)
  await expect.poll(upstream.openAnswers).toBe(0)
})

test('closes the call when the client disconnects', async () => {
  const left = new AbortController()
  upstream.answer = () => left.abort(new Error('the client left'))
  const run = tryTool(makeTool(5000), { conversation, signal: left.signal })
  await expect(run).rejects.toThrow('the client left')
  await expect.poll(upstream.openAnswers).toBe(0)
})
