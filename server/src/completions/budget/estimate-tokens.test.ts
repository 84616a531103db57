import { expect, it } from 'vitest'
import { estimateTurn } from './estimate-tokens.ts'

const read = (messages: object[], params: Record<string, unknown> = {}) =>
  estimateTurn({ params }, messages as { role: string; content: string }[]).inputTokens
const written = (params: Record<string, unknown>) => estimateTurn({ params }, []).outputTokens
const LONG = 'x'.repeat(40_000)

it('counts request fields besides the messages', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: LONG } }
  const functions = [{ type: 'function', function: { name: 'f', description: LONG } }]
  const schema = { type: 'json_schema', json_schema: { name: 's', schema: { description: LONG } } }
  expect(read([{ role: 'user', content: LONG }])).toBe(10_000)
  expect(read([{ role: 'assistant', content: null, tool_calls: [call] }])).toBeGreaterThan(10_000)
  expect(read([], { tools: functions })).toBeGreaterThan(10_000)
  expect(read([], { response_format: schema })).toBeGreaterThan(10_000)
  expect(read([{ role: 'user', content: '羊'.repeat(1000) }])).toBe(750)
  expect(read([])).toBe(0)
})

it('counts the functions offered to the model', () => {
  const spec = { name: 'f', description: LONG, parameters: {} }
  expect(estimateTurn({ params: {}, functions: [spec] }, []).inputTokens).toBeGreaterThan(10_000)
})

it('uses the larger of two limits, because a provider may apply either', () => {
  expect(written({ max_tokens: 50_000, max_completion_tokens: 1 })).toBe(50_000)
  expect(written({ max_tokens: 1, max_completion_tokens: 50_000 })).toBe(50_000)
  expect(written({ max_tokens: -5, max_completion_tokens: 'many' })).toBe(1000)
  expect(written({ max_tokens: 10, n: 3 })).toBe(30)
})
