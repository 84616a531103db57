import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ModelEvent } from '../connector.ts'
import type { Provider } from '../upstream/provider-failure.ts'
import { OpenAiRelay } from './openai-relay.ts'

type Payload = Record<string, unknown>

/** What a relay has to pass on, from parsing every frame. */
function expected({ payloads, mark }: { payloads: readonly Payload[]; mark: boolean }) {
  const relayed: string[] = []
  let finish = ''
  let usage: unknown
  for (const payload of payloads) {
    if (payload['error']) return { relayed, failed: true }
    const choices = payload['choices'] as { finish_reason?: string | null }[]
    finish = choices.find((choice) => choice.finish_reason)?.finish_reason ?? finish
    usage = payload['usage'] ?? usage
    if (choices.length === 0) continue
    const { status: _status, sources: _sources, ...allowed } = payload
    relayed.push(JSON.stringify(allowed))
  }
  const last = relayed.at(-1)
  if (finish === '' && mark && last !== undefined) {
    const { usage: _usage, ...head } = JSON.parse(last)
    finish = head.choices[0].delta.tool_calls ? 'tool_calls' : 'stop'
    const choices = [{ index: 0, delta: {}, finish_reason: finish }]
    relayed.push(JSON.stringify({ ...head, choices }))
  }
  return finish === '' ? { relayed, failed: true } : { relayed, failed: false, finish, usage }
}

function relay(provider: Provider, reads: readonly Buffer[]) {
  const events: ModelEvent[] = []
  const translator = new OpenAiRelay(provider)
  let failed = false
  try {
    for (const read of reads) {
      translator.push(read, events)
      if (events.at(-1)?.type === 'end') break
    }
    if (events.at(-1)?.type !== 'end') translator.end(events)
  } catch {
    failed = true
  }
  const end = events.find((event) => event.type === 'end')
  const bytes = Buffer.concat(events.flatMap((event) => (event.type === 'frames' ? [event.bytes] : [])))
  const relayed = bytes
    .toString('utf8')
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => frame.replace('data: ', ''))
  return failed ? { relayed, failed } : { relayed, failed, finish: end?.reason, ...usageIn(end) }
}

const usageIn = (end: ModelEvent | undefined) => ({
  usage:
    end?.type === 'end' && end.usage
      ? { prompt_tokens: end.usage.inputTokens, completion_tokens: end.usage.outputTokens }
      : undefined,
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\"',
    '"id":"',
    '"created":7',
    '","status":"x',
    '\n\n',
    'data: {',
    '日本',
    '🐑',
  ),
)
const delta = fc.oneof(
  fc.record({ content: text }),
  fc.record({ role: fc.constant('assistant'), content: text }),
  fc.record({ reasoning_content: text, content: fc.constant(null) }),
  fc.record({
    tool_calls: fc.tuple(
      fc.record({ index: fc.constant(0), id: text, function: fc.record({ arguments: text }) }),
    ),
  }),
  fc.constant({}),
)
const chunk = fc
  .record({
    id: text,
    created: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
    delta,
    finish: fc.option(fc.constantFrom('stop', 'length', 'content_filter'), { freq: 6 }),
    more: fc.oneof(
      { weight: 8, arbitrary: fc.constant({}) },
      fc.record({ status: text }),
      fc.record({ sources: fc.constant([]) }),
      fc.record({ usage: fc.constantFrom(null, { prompt_tokens: 3, completion_tokens: 4 }) }),
      fc.record({ error: fc.record({ message: text }) }),
      fc.record({ choices: fc.constant([]) }),
    ),
  })
  .map(({ id, created, delta, finish, more }) => ({
    id,
    created,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  }))

/** The frames, with or without the end mark, cut anywhere. */
const stream = fc.record({
  payloads: fc.array(chunk, { maxLength: 12 }),
  mark: fc.boolean(),
  cuts: fc.array(fc.nat(4000), { maxLength: 12 }),
})

function readsOf({
  payloads,
  mark = true,
  cuts = [],
}: {
  payloads: readonly Payload[]
  mark?: boolean
  cuts?: number[]
}): Buffer[] {
  const bytes = Buffer.from(
    payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`).join('') +
      (mark ? 'data: [DONE]\n\n' : ''),
  )
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((place, at) => bytes.subarray(places[at], place))
}

describe('openai relay', () => {
  test('passes on the same whether it knows the shape of a frame or parses it', () => {
    let models = 0
    fc.assert(
      fc.property(stream, (random) => {
        const reads = readsOf(random)
        const wanted = expected(random)
        expect(relay({ label: 'relay test', model: 'known', secrets: [] }, reads)).toEqual(wanted)
        expect(relay({ label: 'relay test', model: `new ${models++}`, secrets: [] }, reads)).toEqual(wanted)
      }),
      { numRuns: 1000 },
    )
  })

  test.each(['a \\x escape', 'a\u0001control character', 'a\ttab', '\\u12G4', '\\u12'])(
    'reports %j in the text of a frame, also if it knows the shape',
    (invalid) => {
      const frame = (content: string, finish = 'null') =>
        `data: {"choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":${finish}}]}\n\n`
      const reads = [frame('One'), frame(' two'), frame(invalid), frame('.', '"stop"')]
      const provider = { label: 'invalid text', model: 'm', secrets: [] }
      const { relayed, failed } = relay(
        provider,
        reads.map((read) => Buffer.from(read)),
      )
      expect(relayed).toHaveLength(2)
      expect(failed).toBe(true)
    },
  )

  test('brings calls without an index, and content in parts, into the form that clients read', () => {
    const call = (id: string | undefined, args: unknown) => ({
      ...(id === undefined ? {} : { id, type: 'function' }),
      function: { ...(id === undefined ? {} : { name: id }), arguments: args },
    })
    const deltas = [
      {
        content: [
          { type: 'text', text: 'One' },
          { type: 'thinking', thinking: [] },
        ],
      },
      { content: [{ type: 'text', text: ' two' }] },
      { tool_calls: [call('a', '{"x"')] },
      { tool_calls: [call(undefined, ':1}')] },
      { tool_calls: [call('b', { y: 2 }), call('c', '{}')] },
      null,
    ]
    const frames = deltas.map((delta, at) => ({
      choices: [{ index: 0, delta, finish_reason: at === deltas.length - 1 ? 'tool_calls' : null }],
    }))
    const { relayed } = relay({ label: 'unusual', model: 'm', secrets: [] }, readsOf({ payloads: frames }))
    expect(relayed.map((frame) => JSON.parse(frame).choices[0].delta)).toEqual([
      { content: 'One' },
      { content: ' two' },
      { tool_calls: [{ ...call('a', '{"x"'), index: 0 }] },
      { tool_calls: [{ ...call(undefined, ':1}'), index: 0 }] },
      {
        tool_calls: [
          { ...call('b', '{"y":2}'), index: 1 },
          { ...call('c', '{}'), index: 2 },
        ],
      },
      {},
    ])
  })
})
