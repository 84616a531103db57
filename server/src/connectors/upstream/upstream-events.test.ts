import { expect, it } from 'vitest'
import type { OutboundClient, OutboundHandler } from '../../platform/outbound/outbound.ts'
import { OpenAiRelay } from '../openai/openai-relay.ts'
import { MAX_ANSWER_BYTES, streamUpstream } from './upstream-events.ts'

const PROVIDER = { label: 'Chatterbox', secrets: [] }
const WORDS = 'on and on '.repeat(10_000)
const FRAME = Buffer.from(`data: {"choices":[{"index":0,"delta":{"content":"${WORDS}"}}]}\n\n`)

it('closes the connection to a provider that never ends', async () => {
  let handler: OutboundHandler | undefined
  let reason: Error | undefined
  const client: Pick<OutboundClient, 'start'> = {
    start(_request, given) {
      handler = given
      queueMicrotask(() => given.onHead({ status: 200, headers: { 'content-type': 'text/event-stream' } }))
      const abort = (why: Error) => {
        reason = why
      }
      return { resume: () => undefined, abort }
    },
  }
  const events = streamUpstream(() => ({
    client: client as OutboundClient,
    request: { method: 'POST', url: 'https://chatter.example/v1' },
    signal: new AbortController().signal,
    provider: PROVIDER,
    translator: () => new OpenAiRelay(PROVIDER),
  }))
  let receivedBytes = 0
  const listening = (async () => {
    for await (const event of events) if (event.type === 'frames') receivedBytes += event.bytes.length
  })()
  const failed = expect(listening).rejects.toMatchObject({
    code: 'provider_failed',
    message: 'Chatterbox kept sending data without finishing its answer',
  })
  for (let sent = 0; !reason && sent < 2 * MAX_ANSWER_BYTES; sent += FRAME.length) {
    await new Promise(setImmediate)
    handler?.onData(FRAME)
  }
  await failed
  expect(reason).toBeDefined()
  expect(receivedBytes).toBeGreaterThan(MAX_ANSWER_BYTES - 2 * FRAME.length)
})
