import type { ChatMessage, ContextPart, EndReason, FunctionSpec } from '../../connectors/connector.ts'
import { withNumberedSources } from '../citations/context-parts.ts'
import { fence } from '../context/fence.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import { isAtLimit } from '../plan/answer-limits.ts'
import type { Plan } from '../plan/plan.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import type { ToolScope } from '../tools/invoke-tool.ts'
import type { CallResult } from '../tools/run-call.ts'
import { runCalls } from '../tools/run-calls.ts'
import { CallAssembler, isObjectText, type ToolCall } from '../tools/tool-calls.ts'
import { askModel } from './ask-model.ts'

export interface ToolLoopInput {
  plan: Plan
  prompt: readonly ChatMessage[]
  scope: ToolScope
  record: CompletionRecord
  /** What the tools have returned so far; results of calls are added. */
  brought: ContextPart[]
  /** The functions that the model is told of. */
  offered: readonly FunctionSpec[]
}

/**
 * Lets the model call the assistant's functions: its words stream on at once, its calls are run, what they bring goes back to it, until it
 * answers. After so many turns it is asked once more without functions, and told to answer with what it has.
 */
export async function* runToolLoop({
  plan,
  prompt,
  scope,
  record,
  brought,
  offered,
}: ToolLoopInput): AsyncGenerator<CompletionEvent, void, undefined> {
  const messages: ChatMessage[] = [...prompt]
  for (let turn = 1; ; turn++) {
    const isOver = isAtLimit(plan.limits, record)
    const isLast = isOver || turn > plan.maxToolIterations
    if (isLast) {
      record.capped = true
      yield {
        type: 'status',
        status: 'limit',
        tool: null,
        message: isOver
          ? '⚠️ Stopped calling tools: this answer has used what one answer may use'
          : `⚠️ Stopped calling tools after ${plan.maxToolIterations} ${plan.maxToolIterations === 1 ? 'turn' : 'turns'}`,
      }
    }
    const calls = new CallAssembler()
    let said = ''
    const thought: Record<string, string> = {}
    let reason: EndReason = 'stop'
    const functions = isLast ? [] : offered
    const chooser = functions.length > 0 && !plan.degraded ? plan.toolModel : undefined
    const asked = chooser ? { ...plan, ...chooser, mayFallBack: false } : plan
    for await (const event of askModel(asked, messages, scope.signal, scope.log, record, functions)) {
      if (event.type === 'tool-call-delta') calls.add(event)
      else if (event.type === 'end') reason = event.reason
      else {
        if (event.type === 'text-delta') said += event.text
        if (event.type === 'reasoning-delta' && event.back !== undefined)
          thought[event.back] = (thought[event.back] ?? '') + event.text
        // Only the model that answers is heard.
        if (!chooser || event.type === 'status') yield event
      }
    }
    const made = isLast ? [] : calls.finish()
    if (chooser && made.length === 0) {
      yield* answerAlone(plan, messages, scope, record)
      return
    }
    if (isLast && said.trim() === '') yield { type: 'text-delta', text: NO_ANSWER[plan.language ?? 'en'] }
    if (made.length === 0) {
      yield toEnd(reason, record)
      return
    }
    const ended = yield* runCalls(made, plan, scope, record)
    const results = withNumbersOn(brought, ended)
    messages.push({ ...thought, ...toAssistantMessage(said, made) })
    for (const { call, outcome, text } of results) {
      const content = outcome === 'ok' ? fence(call.name, text) : text
      messages.push({ role: 'tool', tool_call_id: call.id, content })
      yield { type: 'tool-result', id: call.id, name: call.name, ok: outcome === 'ok', content: text }
    }
    const sources = results.flatMap((result) => result.sources)
    if (sources.length > 0) yield { type: 'sources', sources }
  }
}

/** Another model chose the tools; the assistant's own model answers, without functions. */
async function* answerAlone(
  plan: Plan,
  messages: readonly ChatMessage[],
  scope: ToolScope,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, void, undefined> {
  for await (const event of askModel(plan, messages, scope.signal, scope.log, record, [])) {
    if (event.type === 'tool-call-delta') continue
    if (event.type !== 'end') yield event
    else yield toEnd(event.reason, record)
  }
}

const toEnd = (reason: EndReason, { inputTokens, outputTokens }: CompletionRecord): CompletionEvent => ({
  type: 'end',
  reason: reason === 'tool_calls' ? 'stop' : reason,
  usage: { inputTokens, outputTokens },
})

/** A model that only calls tools to the end has said nothing; its reader is told why. */
const NO_ANSWER = {
  en: 'I couldn’t finish this answer: I reached the limit of tool calls before I had a result. Try a more specific question.',
  es: 'No he podido terminar esta respuesta: he llegado al límite de llamadas a herramientas antes de tener un resultado. Prueba con una pregunta más concreta.',
  ca: 'No he pogut acabar aquesta resposta: he arribat al límit de crides a eines abans de tenir un resultat. Prova amb una pregunta més concreta.',
  eu: 'Ezin izan dut erantzun hau amaitu: tresna-deien mugara iritsi naiz emaitzarik izan aurretik. Saiatu galdera zehatzago batekin.',
} as const

/** Sources are numbered on from those that the model has already, so that a mark in its answer means one of them. */
function withNumbersOn(brought: ContextPart[], ended: readonly CallResult[]): CallResult[] {
  const before = brought.length
  const parts = ended.map(({ tool, text, sources, outcome }) => ({
    tool,
    placeholder: '',
    content: outcome === 'ok' ? text : '',
    sources,
  }))
  const numbered = withNumberedSources([...brought, ...parts]).slice(before)
  return ended.map((result, at) => {
    const part = numbered[at]
    if (!part || result.outcome !== 'ok') return result
    brought.push({ ...part, tool: result.tool })
    return { ...result, text: part.content, sources: part.sources }
  })
}

/** Some servers read the arguments of earlier calls again, and refuse a conversation in which they are no object. */
const toAssistantMessage = (said: string, calls: readonly ToolCall[]): ChatMessage => ({
  role: 'assistant',
  content: said === '' ? null : said,
  tool_calls: calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name, arguments: isObjectText(text) ? text : '{}' },
  })),
})
