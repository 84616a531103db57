import { type Message, type Source, say, textOf } from '@bellwether/wire'
import { cutText } from '../../modules/traces/index.ts'
import { tryParseJson } from '../../platform/json.ts'
import { readArguments } from '../../tools/safe-tool-queries.ts'
import type { StatusEvent } from '../events/completion-event.ts'
import { toRunEnd } from '../events/to-status.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import { beginToolStep, endStep } from '../record/steps.ts'
import type { CalledTool } from './called-tools.ts'
import { invokeTool } from './invoke-tool.ts'
import type { ToolCall } from './tool-calls.ts'
import type { ToolScope } from './tool-scope.ts'

/** A confused model may make hundreds of calls at once. */
export const MAX_CALLS_PER_TURN = 16
/** In characters, per call. */
const MAX_RESULT_LENGTH = 20_000

export interface CallResult {
  call: ToolCall
  /** The tool's name, or the name that the model used. */
  tool: string
  outcome: 'ok' | 'failed' | 'denied'
  text: string
  sources: readonly Source[]
  milliseconds: number
}

/** Wrong names and arguments are reported to the model, so that it can try again; the answer does not fail. */
export async function runCall(
  call: ToolCall,
  offered: readonly CalledTool[] | 'too many',
  scope: ToolScope,
  record: CompletionRecord,
): Promise<CallResult> {
  const called =
    offered === 'too many' ? undefined : offered.find((candidate) => candidate.spec.name === call.name)
  const input = parse(call.arguments)
  const step = beginToolStep({
    tool: called?.tool.name ?? call.name,
    use: 'call',
    name: call.name,
    iteration: record.iterations,
    input: called?.tool.hasPrivateInput ? {} : (input ?? call.arguments),
  })
  record.steps.push(step)
  const done = (outcome: CallResult['outcome'], text: string, sources: Source[] = []): CallResult => ({
    call,
    tool: called?.tool.name ?? call.name,
    outcome,
    text: cutText(text, MAX_RESULT_LENGTH, '\n[truncated]'),
    sources,
    milliseconds: Math.round(step.milliseconds ?? 0),
  })
  const refuse = (outcome: 'failed' | 'skipped', reason: string | Message): CallResult => {
    endStep(step, outcome, reason)
    return done('failed', toError(textOf(reason), called))
  }
  if (offered === 'too many')
    return refuse('skipped', say('reasons.too_many_calls', { limit: MAX_CALLS_PER_TURN }))
  if (!called) return refuse('failed', say('reasons.function_not_found', { name: call.name }))
  if (input === undefined) return refuse('failed', say('reasons.arguments_not_json'))
  const read = readArguments(called.tool, input)
  if (!read.ok) return refuse('failed', read.faults)
  const { tool, config, timeoutMs } = called
  const needsApproval = called.needsApproval || tool.alwaysAsks
  const approval = needsApproval ? { name: call.name } : undefined
  const output = await invokeTool({ tool, config, input: read.input, timeoutMs, approval }, scope, step)
  step.cut = output.ok && output.content.length > MAX_RESULT_LENGTH
  if (output.ok) return done('ok', output.content, output.sources)
  return done(output.denied ? 'denied' : 'failed', toError(output.reason, called))
}

/** The status that ends a call. `name` is safe to show. */
export const toEndStatus = ({ outcome, milliseconds }: CallResult, name: string): StatusEvent => ({
  ...toRunEnd(outcome, name, name),
  elapsed_ms: milliseconds,
})

/** Names that the model made up are not shown, because they may contain anything. */
export const toShownName = (name: string, called: readonly CalledTool[]): string =>
  called.some(({ spec }) => spec.name === name) ? name : 'unknown_function'

/** File tools have their own error format, and assistants have LAMB's. */
const toError = (message: string, called: CalledTool | undefined): string => {
  if (called?.tool.name === 'assistant') return `Error: ${message}`
  return message.startsWith('{"type":"tool_error"') ? message : JSON.stringify({ error: message })
}

const parse = (text: string): unknown => (text.trim() === '' ? {} : tryParseJson(text))
