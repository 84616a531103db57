import type { TraceStep } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { toBars } from './trace-bars.ts'

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
