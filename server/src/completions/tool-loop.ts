import type { Source } from '@bellwether/wire'
import type { ChatMessage, EndReason } from '../connectors/connector.ts'
import { cutText } from '../modules/traces/index.ts'
import { askModel } from './ask-model.ts'
import type { CalledTool } from './called-tools.ts'
import type { CompletionEvent } from './completion-event.ts'
import { beginToolStep, type CompletionRecord, endStep } from './completion-record.ts'
import { invokeTool, type ToolScope } from './invoke-tool.ts'
import type { Plan } from './plan.ts'
import { CallAssembler, type ToolCall } from './tool-calls.ts'

/** A model that has lost its way may ask for hundreds at once. */
const MOST_CALLS_PER_TURN = 16
/** What one call may put before the model. */
const LONGEST_RESULT = 20_000

interface CallResult {
  call: ToolCall
  tool: string
  ok: boolean
  text: string
  sources: Source[]
  milliseconds: number
}

/**
 * Lets the model call the assistant's functions: its words stream on at once, its calls are run side by side, what they bring goes back to
 * it, until it answers. After so many turns it is asked once more without functions, and told to answer with what it has.
 */
export async function* runToolLoop(
  plan: Plan,
  prompt: readonly ChatMessage[],
  scope: ToolScope,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, void, undefined> {
  const messages: ChatMessage[] = [...prompt]
  for (let turn = 1; ; turn++) {
    const isLast = turn > plan.maxToolIterations
    if (isLast) {
      record.capped = true
      yield {
        type: 'status',
        status: 'limit',
        tool: null,
        message: `⚠️ Stopped calling tools after ${plan.maxToolIterations} ${plan.maxToolIterations === 1 ? 'turn' : 'turns'}`,
      }
    }
    const calls = new CallAssembler()
    let said = ''
    let reason: EndReason = 'stop'
    const functions = isLast ? [] : plan.called.map((one) => one.spec)
    for await (const event of askModel(plan, messages, scope.signal, scope.log, record, functions)) {
      if (event.type === 'tool-call-delta') calls.add(event)
      else if (event.type === 'end') reason = event.reason
      else {
        if (event.type === 'text-delta') said += event.text
        yield event
      }
    }
    const made = isLast ? [] : calls.finish()
    if (made.length === 0) {
      const { inputTokens, outputTokens } = record
      yield {
        type: 'end',
        reason: reason === 'tool_calls' ? 'stop' : reason,
        usage: { inputTokens, outputTokens },
      }
      return
    }
    for (const call of made)
      yield { type: 'status', status: 'tool_call', tool: call.name, message: `🔧 Calling ${call.name}…` }
    const results = await Promise.all(
      made.map((call, at) =>
        runCall(call, at < MOST_CALLS_PER_TURN ? plan.called : 'too many', scope, record),
      ),
    )
    messages.push(toAssistantMessage(said, made))
    for (const result of results) {
      messages.push({ role: 'tool', tool_call_id: result.call.id, content: result.text })
      yield {
        type: 'status',
        status: result.ok ? 'tool_complete' : 'tool_failed',
        tool: result.call.name,
        message: result.ok ? `✅ ${result.call.name} completed` : `❌ ${result.call.name} brought nothing`,
        elapsed_ms: result.milliseconds,
      }
    }
    const sources = results.flatMap((result) => result.sources)
    if (sources.length > 0) yield { type: 'sources', sources }
  }
}

const toAssistantMessage = (said: string, calls: readonly ToolCall[]): ChatMessage => ({
  role: 'assistant',
  content: said === '' ? null : said,
  tool_calls: calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name, arguments: text || '{}' },
  })),
})

/** A wrong name or wrong arguments are told to the model, which may do better; they are not a failure of the answer. */
async function runCall(
  call: ToolCall,
  offered: readonly CalledTool[] | 'too many',
  scope: ToolScope,
  record: CompletionRecord,
): Promise<CallResult> {
  const called = offered === 'too many' ? undefined : offered.find((one) => one.spec.name === call.name)
  const given = parse(call.arguments)
  const step = beginToolStep({
    tool: called?.tool.name ?? call.name,
    use: 'call',
    name: call.name,
    iteration: record.iterations,
    input: given ?? call.arguments,
  })
  record.steps.push(step)
  const done = (ok: boolean, text: string, sources: Source[] = []): CallResult => ({
    call,
    tool: called?.tool.name ?? call.name,
    ok,
    text: cutText(text, LONGEST_RESULT, '\n[cut: the result was longer]'),
    sources,
    milliseconds: Math.round(step.milliseconds ?? 0),
  })
  const refuse = (outcome: 'failed' | 'skipped', reason: string): CallResult => {
    endStep(step, outcome, reason)
    return done(false, toError(reason))
  }
  if (offered === 'too many') return refuse('skipped', `At most ${MOST_CALLS_PER_TURN} calls at once`)
  if (!called) return refuse('failed', `There is no function ${call.name}`)
  if (given === undefined) return refuse('failed', 'The arguments are not valid JSON')
  const input = called.tool.input.safeParse(given)
  if (!input.success) {
    const faults = input.error.issues.map(
      (issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`,
    )
    return refuse('failed', faults.join('; '))
  }
  const { tool, config, timeoutMs } = called
  const output = await invokeTool({ tool, config, input: input.data, timeoutMs }, scope, step)
  step.cut = output.ok && output.content.length > LONGEST_RESULT
  return output.ok ? done(true, output.content, output.sources) : done(false, toError(output.reason))
}

const toError = (message: string): string => JSON.stringify({ error: message })

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
