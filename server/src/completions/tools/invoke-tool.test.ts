import { say } from '@bellwether/wire'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { AppError } from '../../platform/errors.ts'
import { defineTool, type ToolOutput } from '../../tools/tool.ts'
import { toFailed } from '../../tools/tool-failure.ts'
import { beginToolStep } from '../record/steps.ts'
import { invokeTool } from './invoke-tool.ts'
import { openToolDeps, openToolScope } from './tool-deps.testing.ts'

const scope = (signal: AbortSignal) => openToolScope({ signal, toolTimeoutMs: 30 })
const toolThat = (run: () => Promise<ToolOutput> | ToolOutput) =>
  defineTool({
    name: 't',
    title: 'T',
    description: '',
    category: '',
    version: '1',
    config: z.object({}),
    input: z.object({}),
    run,
  })
const invoke = async (
  run: () => Promise<ToolOutput> | ToolOutput,
  timeoutMs?: number,
  signal = new AbortController().signal,
) => {
  const step = beginToolStep({ tool: 't', use: 'inject', name: 'p', iteration: 0, input: {} })
  const invocation = { tool: toolThat(run), config: {}, input: {}, timeoutMs }
  const output = await invokeTool(invocation, scope(signal), step).catch((error: unknown) => error)
  return { output, step }
}
const later = (milliseconds: number) => () =>
  new Promise<ToolOutput>((resolve) =>
    setTimeout(() => resolve({ ok: true, content: 'abc', sources: [{}] }), milliseconds),
  )

it('reports the result of a run', async () => {
  const { output, step } = await invoke(later(1))
  expect(output).toMatchObject({ ok: true })
  expect(step).toMatchObject({ outcome: 'ok', outputLength: 3, sources: 1, reason: null })
  expect(step.milliseconds).toBeGreaterThanOrEqual(0)
})

it('logs a timeout as one, and a bug with where it was', async () => {
  const lines: object[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) })
  const waits = toolThat(() => new Promise(() => undefined))
  const fails = toolThat(() => {
    throw new TypeError('secret words')
  })
  const { signal } = new AbortController()
  for (const tool of [waits, fails]) {
    const step = beginToolStep({ tool: 't', use: 'call', name: 'p', iteration: 0, input: {} })
    await invokeTool({ tool, config: {}, input: {}, timeoutMs: 5 }, openToolScope({ signal, log }), step)
  }
  expect(lines).toEqual([
    { level: 40, tool: 't', assistant: 1, msg: 'tool timed out' },
    { level: 50, tool: 't', assistant: 1, msg: 'tool failed', error: 'TypeError', at: expect.any(Array) },
  ])
})

it('explains a denied tool in safe words', async () => {
  const { output, step } = await invoke(() => {
    throw new AppError('forbidden', 'the file of ana@example.edu is not yours')
  })
  expect(output).toEqual({ ok: false, reason: 'it is not allowed', denied: true })
  expect(step).toMatchObject({ outcome: 'denied', reason: say('reasons.forbidden') })
})

it('does not run if access was revoked while a person decided', async () => {
  let isOpen = true
  let runs = 0
  const tool = {
    ...toolThat(() => {
      runs++
      return { ok: true, content: 'abc', sources: [] }
    }),
    targets: () => [{ kind: 'file' as const, id: 'a' }],
  }
  const step = beginToolStep({ tool: 't', use: 'call', name: 't', iteration: 1, input: {} })
  const deps = {
    ...openToolDeps,
    findTarget: async () => (isOpen ? { ownerId: 1 } : undefined),
    askApproval: async ({ input }: { input: unknown }) => {
      isOpen = false
      return { approved: true as const, input }
    },
  }
  const invocation = { tool, config: {}, input: {}, timeoutMs: undefined, approval: { name: 't' } }
  const output = await invokeTool(invocation, { ...scope(new AbortController().signal), deps }, step)
  expect(output).toMatchObject({ ok: false, denied: true })
  expect([runs, step.outcome]).toEqual([0, 'denied'])
})

it('stops at the assistant’s time limit, or at the entry’s own', async () => {
  expect((await invoke(later(60))).step).toMatchObject({ outcome: 'timeout', reason: say('reasons.timeout') })
  expect((await invoke(later(60), 2000)).step.outcome).toBe('ok')
  expect((await invoke(later(60), 5)).step.outcome).toBe('timeout')
})

it('treats an invalid output as a failure', async () => {
  const nothing = () => ({ ok: true }) as unknown as ToolOutput
  expect((await invoke(nothing)).step).toMatchObject({ outcome: 'failed', reason: say('reasons.no_output') })
})

it('writes the code of a reason or note into the trace, with its details', async () => {
  const unknown = say('reasons.person_unknown')
  const failed = await invoke(() => toFailed(unknown))
  expect(failed.step).toMatchObject({ outcome: 'failed', reason: unknown })
  const denied = await invoke(() => toFailed(unknown, { denied: true }))
  expect(denied.output).toEqual({ ok: false, reason: unknown.text, denied: true })
  expect(denied.step).toMatchObject({ outcome: 'denied', reason: unknown })
  const detail = say('reasons.could_not_answer_because', {
    reason: say('network.unreachable', { host: 'a' }),
  })
  const detailed = await invoke(() => toFailed(say('reasons.could_not_answer'), { detail }))
  expect(detailed.output).toMatchObject({ reason: 'it could not answer' })
  expect(detailed.step.reason).toEqual(detail)
  const note = say('reasons.file_cut', { used: 1, length: 2 })
  const noted = await invoke(() => ({ ok: true, content: 'a', sources: [], metadata: { note } }))
  expect(noted.step).toMatchObject({ outcome: 'ok', reason: note })
})

it('stops when the client disconnects and counts as cancelled', async () => {
  const gone = new AbortController()
  setTimeout(() => gone.abort(new Error('gone')), 5)
  const { output, step } = await invoke(later(200), 1000, gone.signal)
  expect(output).toMatchObject({ message: 'gone' })
  expect(step).toMatchObject({ outcome: 'cancelled', milliseconds: undefined })
})
