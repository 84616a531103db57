import type { TraceStep, TraceSummary } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { nestedTraces, queryOf, toBars, toolAccessLabel } from './trace-view.ts'

const about = { outcome: 'ok', reason: null } as const
const tool = (milliseconds: number, iteration = 0): TraceStep => ({
  kind: 'tool',
  tool: 'simple_rag',
  use: 'inject',
  name: 'context',
  input: null,
  output_length: 1,
  cut: false,
  sources: 0,
  iteration,
  milliseconds,
  ...about,
})
const model = (milliseconds: number, iteration = 1): TraceStep => ({
  kind: 'model',
  model: 'm',
  input_tokens: 1,
  output_tokens: 1,
  iteration,
  milliseconds,
  ...about,
})

it('draws tools in parallel and the model after them', () => {
  expect(toBars([tool(20), tool(40), model(60)]).map(({ from, width }) => [from, width])).toEqual([
    [0, 0.2],
    [0, 0.4],
    [0.4, 0.6],
  ])
})

it('draws nothing without steps', () => {
  expect(toBars([])).toEqual([])
  expect(toBars([model(0)])).toMatchObject([{ from: 0, width: 0 }])
})

const step = (tool: string, name: string, input: string) =>
  ({ kind: 'tool', tool, name, input }) as Extract<TraceStep, { kind: 'tool' }>
const child = (id: string, assistant_id: number) => ({ id, assistant_id }) as TraceSummary

describe('traces of assistants that were asked', () => {
  it('belong to the step that asked them, in order', () => {
    const steps = [
      step('simple_rag', 'context', '{}'),
      step('assistant', 'call_assistant_7', '{"query":"Why?"}'),
      step('assistant', 'tool_result', '{"assistant_id":9}'),
      step('assistant', 'call_assistant_7_2', '{"query":"And then?"'),
      step('assistant', 'call_assistant_8', '{}'),
    ]
    const children = [child('a', 9), child('b', 7), child('c', 7)]
    expect(nestedTraces(steps, children).map((one) => one?.id)).toEqual([undefined, 'b', 'a', 'c', undefined])
    expect(steps.map(queryOf)).toEqual([undefined, 'Why?', undefined, undefined, undefined])
  })
})

const words = {
  you: 'you',
  user: ({ id }: { id: string }) => `user ${id}`,
  anonymous: 'an anonymous user',
  ranAs: ({ owner, asker }: { owner: string; asker: string }) => `as ${owner} for ${asker}`,
  dataOf: ({ owners }: { owners: string }) => `data of ${owners}`,
}
const stepOf = (ran_as: number, on_behalf_of: string | null, data_of: number[]): TraceStep => ({
  kind: 'tool',
  tool: 'simple_rag',
  use: 'inject',
  name: 'context',
  input: null,
  output_length: 0,
  cut: false,
  sources: 0,
  access: { ran_as, on_behalf_of, data_of },
  iteration: 0,
  milliseconds: 1,
  outcome: 'ok',
  reason: null,
})

it.each([
  ['is empty if everything belongs to the viewer', stepOf(3, 'user 3', [3]), ''],
  ['names a student who asked', stepOf(3, 'user 7', [3]), 'as you for user 7 · data of you'],
  ['names a student forwarded by a client', stepOf(3, 'ana@example.edu', []), 'as you for ana@example.edu'],
  ['names a colleague whose data was used', stepOf(3, 'user 3', [5]), 'as you for you · data of user 5'],
  ['shows an anonymous user', stepOf(5, null, []), 'as user 5 for an anonymous user'],
])('%s', (_what, step, line) => {
  expect(toolAccessLabel(step, 3, words)).toBe(line)
})
