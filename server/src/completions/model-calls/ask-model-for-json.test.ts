import { expect, it } from 'vitest'
import * as z from 'zod'
import type { ModelEvent } from '../../connectors/connector.ts'
import { defineConnector } from '../../connectors/connector.ts'
import type { OrganizationSettings } from '../../modules/organizations/index.ts'
import { unmeasured } from '../../modules/usage/index.ts'
import { growthOf } from '../../platform/growth.testing.ts'
import { createAskModelForJson, findJson } from './ask-model-for-json.ts'

const organization: OrganizationSettings = {
  id: 1,
  slug: 'north',
  name: 'North',
  isSystem: false,
  status: 'active',
  config: {},
}

type Say = (signal: AbortSignal, time: number) => AsyncIterable<ModelEvent>

function asking(say: Say, limitMs?: number) {
  const requests: { content?: unknown }[][] = []
  const connector = defineConnector({
    name: 'made',
    title: 'Made',
    description: '',
    settings: z.object({}),
    capabilities: { text: true, vision: false, imageGeneration: false, functions: false },
    listModels: async () => [],
    stream: ({ messages }, _settings, { signal }) => {
      requests.push([...messages])
      return say(signal, requests.length)
    },
  })
  const ask = createAskModelForJson({
    settingsOf: async () => organization,
    chooseDefaultModel: async () => ({ connector, settings: {}, model: 'm', fallbackModel: undefined }),
    measureCall: unmeasured,
    ...(limitMs === undefined ? {} : { limitMs }),
  })
  const question = (signal = new AbortController().signal) => ({
    organizationId: 1,
    messages: [{ role: 'user' as const, content: 'How many?' }],
    schema: { type: 'object' },
    read: (answer: Readonly<Record<string, unknown>>) =>
      answer.count === 3 ? { value: 3, faults: [] } : { value: undefined, faults: ['count must be 3'] },
    signal,
  })
  return { ask, question, requests }
}

const saying = (...answers: string[]): Say =>
  async function* (_signal, time) {
    yield { type: 'text-delta', text: answers[time - 1] ?? '' }
    yield { type: 'end', reason: 'stop' }
  }
const hanging: Say = async function* (signal) {
  yield { type: 'text-delta', text: '{' }
  await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

it('returns the parsed value, with the model and its text', async () => {
  const { ask, question, requests } = asking(saying('{"count": 3}'))
  expect(await ask(question())).toEqual({ value: 3, faults: [], raw: '{"count": 3}', model: 'm' })
  expect(requests[0]?.[0]).toMatchObject({
    role: 'system',
    content: expect.stringContaining('{"type":"object"}'),
  })
})

it('asks twice at most, and quotes the invalid answer with its problems', async () => {
  const { ask, question, requests } = asking(saying('{"count": 2}', '{"count": 4}', '{"count": 3}'))
  expect(await ask(question())).toEqual({
    value: undefined,
    faults: ['count must be 3'],
    raw: '{"count": 4}',
    model: 'm',
  })
  expect(requests).toHaveLength(2)
  expect(requests[1]?.slice(-2)).toMatchObject([
    { role: 'assistant', content: '{"count": 2}' },
    { role: 'user', content: expect.stringContaining('- count must be 3') },
  ])
})

it('reports a truncated answer', async () => {
  const { ask, question } = asking(async function* () {
    yield { type: 'text-delta', text: '{"count": ' }
    yield { type: 'end', reason: 'length' }
  })
  expect((await ask(question())).faults).toEqual([expect.stringContaining('be much briefer')])
})

it('stops at the time limit for both attempts', async () => {
  const { ask, question } = asking(hanging, 50)
  await expect(ask(question())).rejects.toMatchObject({
    code: 'provider_timeout',
    message: 'The model didn’t finish within 0.05 seconds. Try again, or ask for less at a time.',
  })
})

it('stops when the caller disconnects', async () => {
  const { ask, question, requests } = asking(hanging)
  const left = new Error('left')
  const leaving = new AbortController()
  const asked = ask(question(leaving.signal))
  leaving.abort(left)
  await expect(asked).rejects.toBe(left)
  await expect(ask(question(AbortSignal.abort(left)))).rejects.toBe(left)
  expect(requests.length).toBeLessThanOrEqual(1)
})

it.each([
  ['bare', '{"a": 1}'],
  ['in a code fence', '```json\n{"a": 1}\n```'],
  ['in prose', 'Here is {what} you wanted: {"a": 1} — enjoy {it}!'],
  ['after reasoning', '<think>{"a": 2, "longer": "than the answer"}</think>\n{"a": 1}'],
  ['next to a shorter one', 'Not {} but {"a": 1}'],
])('finds an object %s', (_how, answer) => {
  expect(findJson(answer)).toEqual({ a: 1 })
})

it('is not misled by braces in strings', () => {
  expect(findJson('So: {"a": "} \\" {", "b": {"c": 1}} done')).toEqual({ a: '} " {', b: { c: 1 } })
})

it.each(['', 'no', '[1]', '{"a": 1', '{a: 1}', 'null', '{"a": {"b": 1}, "c'])(
  'finds nothing in %j',
  (answer) => {
    expect(findJson(answer)).toBeUndefined()
  },
)

it.each(['{', '{"a":', '{}'])('takes linear time for many repetitions of %s', async (part) => {
  expect(await growthOf((size) => findJson(part.repeat(size)), 20_000)).toBeLessThan(10)
  expect(findJson(part.repeat(256))).toEqual(part === '{}' ? {} : undefined)
})
