import { say } from '@bellwether/wire'
import type { ChatMessage, ContextPart, EndReason, FunctionSpec } from '../../connectors/connector.ts'
import type { Language } from '../../platform/languages.ts'
import { serverTexts } from '../../platform/texts/server-texts.ts'
import { withNumberedSources } from '../citations/context-parts.ts'
import { fence } from '../context/fence.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import { toStatus } from '../events/to-status.ts'
import type { ModelChoice } from '../models/choose-model.ts'
import { isAtLimit, type RunLimits } from '../plan/answer-limits.ts'
import type { ModelPlan, ToolSet } from '../plan/completion-plan.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import type { CallResult } from '../tools/run-call.ts'
import { runCalls } from '../tools/run-calls.ts'
import { CallAssembler, isObjectText, type ToolCall } from '../tools/tool-calls.ts'
import type { ToolScope } from '../tools/tool-scope.ts'
import { askModel, type ModelTurn, type TurnContext } from './ask-model.ts'

export interface ToolLoop {
  model: ModelPlan
  /** Chooses the calls in place of the answering model. */
  chooser: ModelChoice | undefined
  tools: Pick<ToolSet, 'called' | 'maxIterations'>
  limits: RunLimits
  language: Language
  messages: readonly ChatMessage[]
  /** The functions offered to the model. */
  offered: readonly FunctionSpec[]
  /** Tool output so far. Results of calls are added. */
  parts: ContextPart[]
}

/**
 * Lets the model call the assistant's functions until it answers. Text is streamed immediately; calls are run
 * and their results sent back. At the limit, the model is called once more without functions and has to
 * answer with what it has.
 */
export async function* runToolLoop(
  loop: ToolLoop,
  scope: ToolScope,
  context: TurnContext,
): AsyncGenerator<CompletionEvent, void, undefined> {
  const { tools, limits, parts } = loop
  const { record } = context
  const messages: ChatMessage[] = [...loop.messages]
  let hasText = false
  for (let iteration = 1; ; iteration++) {
    const isOverLimit = isAtLimit(limits, record)
    const isLast = isOverLimit || iteration > tools.maxIterations
    if (isLast) {
      record.capped = true
      yield toLimitStatus(isOverLimit ? undefined : tools.maxIterations)
    }
    const offered = isLast ? [] : loop.offered
    const chooser = offered.length > 0 ? loop.chooser : undefined
    const model = chooser ? { ...loop.model, ...chooser, mayFallBack: false } : loop.model
    // Only the answering model's text is shown.
    const spoken: Spoken = { isHidden: chooser !== undefined, isNewParagraph: hasText }
    const turn = yield* readTurn({ model, messages, offered }, context, spoken)
    hasText ||= !spoken.isHidden && turn.text.trim() !== ''
    const calls = isLast ? [] : turn.calls
    if (chooser && calls.length === 0) {
      yield* answerAlone({ model: loop.model, messages, offered: [] }, context)
      return
    }
    if (isLast && turn.text.trim() === '')
      yield {
        type: 'text-delta',
        text: (hasText ? '\n\n' : '') + serverTexts(loop.language).answers.tooManyCalls,
      }
    if (calls.length === 0) {
      yield toEnd(turn.reason, record)
      return
    }
    const results = numberOn(parts, yield* runCalls(calls, tools.called, limits, scope, record))
    messages.push({ ...turn.reasoning, ...toAssistantMessage(turn.text, calls) })
    yield* addResults(messages, results)
  }
}

interface FinishedTurn {
  text: string
  /** Reasoning that the provider expects back, by field. */
  reasoning: Record<string, string>
  calls: ToolCall[]
  reason: EndReason
}

/** How the text of a round is shown. */
interface Spoken {
  isHidden: boolean
  /** After the text of an earlier round, which may have no blank at its end. */
  isNewParagraph: boolean
}

async function* readTurn(
  turn: ModelTurn,
  context: TurnContext,
  { isHidden, isNewParagraph }: Spoken,
): AsyncGenerator<CompletionEvent, FinishedTurn, undefined> {
  const calls = new CallAssembler()
  const reasoning: Record<string, string> = {}
  let text = ''
  let reason: EndReason = 'stop'
  for await (const event of askModel(turn, context)) {
    if (event.type === 'tool-call-delta') calls.add(event)
    else if (event.type === 'end') reason = event.reason
    else {
      if (event.type === 'text-delta') {
        if (isNewParagraph && !isHidden && text === '') yield { type: 'text-delta', text: '\n\n' }
        text += event.text
      }
      if (event.type === 'reasoning-delta' && event.back !== undefined)
        reasoning[event.back] = (reasoning[event.back] ?? '') + event.text
      if (!isHidden || event.type === 'status') yield event
    }
  }
  return { text, reasoning, calls: calls.finish(), reason }
}

/** Calls the assistant's own model without functions, after another model chose the tools. */
async function* answerAlone(
  turn: ModelTurn,
  context: TurnContext,
): AsyncGenerator<CompletionEvent, void, undefined> {
  // The chooser's text was not shown.
  const { reason } = yield* readTurn(turn, context, { isHidden: false, isNewParagraph: false })
  yield toEnd(reason, context.record)
}

/** Adds the results to the conversation and reports them. */
function* addResults(
  messages: ChatMessage[],
  results: readonly CallResult[],
): Generator<CompletionEvent, void, undefined> {
  for (const { call, outcome, text } of results) {
    const content = outcome === 'ok' ? fence(call.name, text) : text
    messages.push({ role: 'tool', tool_call_id: call.id, content })
    yield { type: 'tool-result', id: call.id, name: call.name, ok: outcome === 'ok', content: text }
  }
  const sources = results.flatMap((result) => result.sources)
  if (sources.length > 0) yield { type: 'sources', sources }
}

/** Without `iterations`, a limit of the whole answer was reached. */
function toLimitStatus(iterations: number | undefined): CompletionEvent {
  const message =
    iterations === undefined
      ? say('statuses.answer_limit')
      : say('statuses.round_limit', { rounds: iterations })
  return toStatus('limit', null, message, '⚠️')
}

const toEnd = (reason: EndReason, { tokens }: CompletionRecord): CompletionEvent => ({
  type: 'end',
  reason: reason === 'tool_calls' ? 'stop' : reason,
  usage: { ...tokens },
})

/** Continues the numbering of known sources, so that each number means one source. */
function numberOn(knownParts: ContextPart[], ended: readonly CallResult[]): CallResult[] {
  const knownCount = knownParts.length
  const parts = ended.map(({ tool, text, sources, outcome }) => ({
    tool,
    placeholder: '',
    content: outcome === 'ok' ? text : '',
    sources,
  }))
  const numbered = withNumberedSources([...knownParts, ...parts]).slice(knownCount)
  return ended.map((result, at) => {
    const part = numbered[at]
    if (!part || result.outcome !== 'ok') return result
    knownParts.push({ ...part, tool: result.tool })
    return { ...result, text: part.content, sources: part.sources }
  })
}

/** Some providers parse the arguments of earlier calls again and refuse the conversation if they are not an object. */
const toAssistantMessage = (text: string, calls: readonly ToolCall[]): ChatMessage => ({
  role: 'assistant',
  content: text === '' ? null : text,
  tool_calls: calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name, arguments: isObjectText(text) ? text : '{}' },
  })),
})
