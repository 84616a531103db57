import { describe, expect, it } from 'vitest'
import type { StreamStatus } from '$lib/api'
import { countSteps, type ReportedStep, type Step, withReport, withStatus } from './steps.ts'

const status = (status: string, tool: string | null, more: Partial<StreamStatus> = {}): StreamStatus => ({
  type: 'status',
  status,
  tool,
  ...more,
})
const after = (...all: StreamStatus[]) => all.reduce<Step[]>((steps, one) => withStatus(steps, one), [])
const short = ({ tool, elapsedMs, outcome, isOver }: Step) => [tool, elapsedMs, outcome, isOver]

describe('the steps of an answer', () => {
  it('closes the step that a tool started, and keeps failed and denied ones', () => {
    const steps = after(
      status('tool_start', 'simple_rag'),
      status('tool_start', 'rubric_rag'),
      status('tool_call', 'http_request'),
      status('tool_complete', 'simple_rag', { elapsed_ms: 41 }),
      status('tool_failed', 'rubric_rag'),
      status('tool_denied', 'http_request'),
    )
    expect(steps.map(short)).toEqual([
      ['simple_rag', 41, 'ok', true],
      ['rubric_rag', undefined, 'failed', true],
      ['http_request', undefined, 'denied', true],
    ])
  })

  it('ignores other statuses: a call that waits for approval is still running', () => {
    const steps = after(
      status('tool_call', 'patch_file'),
      status('approval', 'patch_file'),
      status('merging', null),
      status('file_edit', null),
    )
    expect(steps.map(short)).toEqual([['patch_file', undefined, 'ok', false]])
  })

  it('puts the steps of another assistant below the call to it', () => {
    const parent = 'call_assistant_5'
    const part = (kind: string, message: string, elapsed_ms?: number) =>
      status(kind, parent, { parent, message, ...(elapsed_ms === undefined ? {} : { elapsed_ms }) })
    const [step, ...others] = after(
      status('tool_call', parent),
      part('tool_start', 'searching the knowledge base'),
      part('tool_complete', '✅ Knowledge base completed', 30),
      part('tool_call', '🔧 Calling weather...'),
      part('tool_denied', '⛔ weather was denied', 2),
      status('tool_complete', parent, { elapsed_ms: 900 }),
    )
    expect(others).toEqual([])
    expect(step && short(step)).toEqual([parent, 900, 'ok', true])
    expect(step?.parts.map(short)).toEqual([
      ['Knowledge base', 30, 'ok', true],
      ['weather', 2, 'denied', true],
    ])
  })

  it('distinguishes two runs of one tool, and shows what each is doing', () => {
    const call = (kind: string, call_id: string, more: Partial<StreamStatus> = {}) =>
      status(kind, 'get_weather', { call_id, message: '🔧 Calling get_weather...', ...more })
    const running = after(
      call('tool_call', 'a'),
      call('tool_call', 'b'),
      call('tool_progress', 'b', { message: 'page 2 of 9' }),
      call('tool_complete', 'a', { elapsed_ms: 5 }),
    )
    expect(running.map(({ callId, progress, isOver }) => [callId, progress, isOver])).toEqual([
      ['a', '', true],
      ['b', 'page 2 of 9', false],
    ])
  })

  it('does not end a search when a knowledge base is unavailable', () => {
    const search = (kind: string, message: string, elapsed_ms?: number) =>
      status(kind, 'simple_rag', {
        call_id: 'inject_context',
        message,
        ...(elapsed_ms === undefined ? {} : { elapsed_ms }),
      })
    const steps = after(
      search('tool_start', 'querying knowledge base 1'),
      search('tool_progress', 'querying knowledge base 2'),
      search('tool_denied', '⛔ knowledge base 2 is not available'),
      search('tool_complete', '✅ Knowledge base completed', 9),
    )
    expect(steps.map(short)).toEqual([['simple_rag', 9, 'ok', true]])
  })

  it('counts steps that ran, not skipped ones', () => {
    const [step] = after(status('tool_complete', 'weather', { elapsed_ms: 1 }))
    expect(countSteps(step ? [step, { ...step, outcome: 'skipped' }] : [])).toBe(1)
  })

  it('takes outcomes and reasons from the trace, and parts from the stream', () => {
    const parent = 'call_assistant_5'
    const live = after(
      status('tool_call', parent),
      status('tool_complete', parent, { parent, message: '✅ Rubric completed', elapsed_ms: 3 }),
      status('tool_denied', parent),
    )
    const reported: ReportedStep = {
      callId: undefined,
      progress: '',
      startedAt: 0,
      tool: 'assistant',
      calledAs: parent,
      elapsedMs: 12,
      isOver: true,
      outcome: 'denied',
      reason: 'it is no longer shared',
      parts: [],
    }
    const [step] = withReport(live, [reported])
    expect(step).toMatchObject({ tool: 'assistant', outcome: 'denied', reason: 'it is no longer shared' })
    expect(step?.parts.map(({ tool }) => tool)).toEqual(['Rubric'])
  })
})
