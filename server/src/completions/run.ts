import type { ContextPart } from '../connectors/connector.ts'
import type { Log } from '../platform/log.ts'
import { askModel } from './ask-model.ts'
import { checkCitationsInSlices } from './citations/check-citations.ts'
import { toCitable, toContextParts } from './citations/context-parts.ts'
import { SaidText } from './citations/said-text.ts'
import type { CompletionEvent, StatusEvent } from './completion-event.ts'
import { CompletionRecord, type RecordDeps } from './completion-record.ts'
import { type Gathered, type GatherInput, gatherContext } from './gather-context.ts'
import type { Plan } from './plan.ts'
import { textOf } from './prompt-processors/prompt-processor.ts'
import { runToolLoop } from './tool-loop.ts'
import { whileRunning } from './while-running.ts'

export interface RunDeps extends RecordDeps {
  log: Log
}

/** The one path of every answer, streamed or not, whatever the door. Usage and trace are recorded however it ends. */
export async function* runCompletion(
  deps: RunDeps,
  plan: Plan,
  signal: AbortSignal,
  record: CompletionRecord = new CompletionRecord(plan.model),
): AsyncGenerator<CompletionEvent, void, undefined> {
  let outcome: 'ok' | 'failed' | 'cancelled' = 'cancelled'
  try {
    const { caller, endUser, assistant, toolTimeoutMs } = plan
    const scope = { caller, endUser, assistant, signal, log: deps.log, toolTimeoutMs, traceId: record.id }
    const input = {
      ...scope,
      tools: plan.injected,
      steps: record.steps,
      messages: plan.messages,
      question: textOf(plan.messages.at(-1)?.content),
    }
    // Nothing is set up for statuses where no tool has one to tell.
    const tells = plan.stream && plan.includeStatus && plan.injected.some((one) => one.tool.inject?.status)
    const { insertions, sources } = tells ? yield* gatherTelling(input) : await gatherContext(input)
    if (sources.length > 0) yield { type: 'sources', sources }
    const { prompt, messages } = plan
    const filled = prompt ? prompt.process({ ...prompt, messages, insertions }).messages : messages
    if (plan.trace.verbose) record.prompt = filled
    const parts = toContextParts(plan.injected, insertions)
    const citable = toCitable(parts)
    const answer =
      plan.called.length > 0
        ? runToolLoop(plan, filled, scope, record)
        : askModel(plan, filled, signal, deps.log, record, [], forConnector(plan, input.question, parts))
    // Only an answer that has something to rest on is read along and checked.
    const said = citable.length > 0 ? new SaidText() : undefined
    for await (const event of answer) {
      said?.add(event)
      if (event.type === 'end') {
        if (said && said.text !== '') {
          const citations = await checkCitationsInSlices(said.text, citable, signal)
          record.noteCitations(citations)
          yield { type: 'citations', citations }
        }
        outcome = 'ok'
        // Before the reader sees the end: who has read it may ask for the trace at once.
        record.close(deps, plan, outcome)
      }
      yield event
    }
  } catch (error) {
    outcome = signal.aborted ? 'cancelled' : 'failed'
    throw error
  } finally {
    record.close(deps, plan, outcome)
  }
}

const forConnector = (plan: Plan, question: string, parts: ContextPart[]) =>
  plan.connector.capabilities.context ? { question, parts } : undefined

async function* gatherTelling(input: GatherInput): AsyncGenerator<StatusEvent, Gathered, undefined> {
  const gathered = yield* whileRunning<StatusEvent, Gathered>((emit) => gatherContext({ ...input, emit }))
  if (input.tools.length > 1)
    yield { type: 'status', status: 'merging', tool: null, message: 'merging tool outputs' }
  return gathered
}
