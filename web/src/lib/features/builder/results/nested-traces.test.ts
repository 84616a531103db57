import type { TraceStep, TraceSummary } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { nestedTraces, queryOf } from './nested-traces.ts'

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
