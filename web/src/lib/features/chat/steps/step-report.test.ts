import type { TraceRecord, TraceStep } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { toReport } from './step-report.ts'

const step = (tool: string, outcome: TraceStep['outcome'], reason: string | null): TraceStep => ({
  kind: 'tool',
  tool,
  use: 'inject',
  name: 'context',
  input: null,
  output_length: 0,
  cut: false,
  sources: 0,
  iteration: 0,
  milliseconds: 12,
  outcome,
  reason,
})
const trace = (more: object) =>
  ({
    duration_ms: 2100,
    cost: null,
    steps: [
      step('simple_rag', 'ok', null),
      {
        kind: 'model',
        model: 'm',
        input_tokens: 1,
        output_tokens: 1,
        iteration: 1,
        milliseconds: 9,
        outcome: 'ok',
        reason: null,
      },
      step('moodle', 'denied', 'you may not use this tool'),
    ],
    ...more,
  }) as TraceRecord

const translate = (text: string, source: object) =>
  'message_code' in source ? String(source.message_code) : text

it('shows the outcome of each tool and the reason', () => {
  const { steps, elapsedMs, cost } = toReport(trace({}), translate)
  expect(steps.map(({ tool, outcome, reason }) => [tool, outcome, reason])).toEqual([
    ['simple_rag', 'ok', ''],
    ['moodle', 'denied', 'you may not use this tool'],
  ])
  expect([elapsedMs, cost]).toEqual([2100, undefined])
})

it('translates notes and reasons', () => {
  const timeout = { ...step('moodle', 'timeout', 'it took too long'), message_code: 'reasons.timeout' }
  const note = { message: 'Another model answered', message_code: 'answer_notes.model_failed' }
  const report = toReport(trace({ steps: [timeout], note_messages: [note, { message: 'Older' }] }), translate)
  expect(report.steps.map(({ reason }) => reason)).toEqual(['reasons.timeout'])
  expect(report.notes).toEqual(['answer_notes.model_failed', 'Older'])
})

it('shows the cost, in the server’s currency if it is known', () => {
  expect(toReport(trace({ cost: 0.002 }), translate).cost).toEqual({ amount: 0.002, currency: 'USD' })
  expect(toReport(trace({ cost: 0.002, currency: 'EUR' }), translate).cost).toEqual({
    amount: 0.002,
    currency: 'EUR',
  })
})

it('names the calls of a web service by their function', () => {
  const called = (tool: string, name: string) => ({ ...step(tool, 'ok', null), use: 'call', name })
  const steps = [called('http_request', 'book_room'), called('weather', 'get_weather')]
  expect(toReport(trace({ steps }), translate).steps.map(({ tool }) => tool)).toEqual([
    'book_room',
    'weather',
  ])
})
