import type { UsageRecorder } from '../modules/usage/index.ts'
import type { Log } from '../platform/log.ts'
import { askModel, type Meter } from './ask-model.ts'
import type { CompletionEvent, StatusEvent } from './completion-event.ts'
import { type Gathered, type GatherInput, gatherContext } from './gather-context.ts'
import type { Plan } from './plan.ts'
import { textOf } from './prompt-processors/prompt-processor.ts'
import { runToolLoop } from './tool-loop.ts'
import { whileRunning } from './while-running.ts'

export interface RunDeps {
  usage: UsageRecorder
  log: Log
}

/** The one path of every answer, streamed or not, whatever the door. Usage is recorded however it ends. */
export async function* runCompletion(
  deps: RunDeps,
  plan: Plan,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent, void, undefined> {
  let outcome: 'ok' | 'failed' | 'cancelled' = 'cancelled'
  const meter: Meter = { model: plan.model, inputTokens: 0, outputTokens: 0 }
  try {
    const { caller, endUser, assistant } = plan
    const scope = { caller, endUser, assistant, signal, log: deps.log }
    const input = {
      ...scope,
      tools: plan.injected,
      messages: plan.messages,
      question: textOf(plan.messages.at(-1)?.content),
    }
    // Nothing is set up for statuses where no tool has one to tell.
    const tells = plan.stream && plan.includeStatus && plan.injected.some((one) => one.tool.inject?.status)
    const { insertions, sources } = tells ? yield* gatherTelling(input) : await gatherContext(input)
    if (sources.length > 0) yield { type: 'sources', sources }
    const { prompt, messages } = plan
    const filled = prompt ? prompt.process({ ...prompt, messages, insertions }).messages : messages
    const answer =
      plan.called.length > 0
        ? runToolLoop(plan, filled, scope, meter)
        : askModel(plan, filled, signal, deps.log, meter)
    for await (const event of answer) {
      if (event.type === 'end') outcome = 'ok'
      yield event
    }
  } catch (error) {
    outcome = signal.aborted ? 'cancelled' : 'failed'
    throw error
  } finally {
    deps.usage.record({
      organizationId: plan.assistant.organizationId,
      assistantId: plan.assistant.id,
      userId: plan.caller.kind === 'user' ? plan.caller.userId : null,
      endUser: plan.endUser ?? null,
      provider: plan.connector.name,
      ...meter,
      outcome,
    })
  }
}

async function* gatherTelling(input: GatherInput): AsyncGenerator<StatusEvent, Gathered, undefined> {
  const gathered = yield* whileRunning<StatusEvent, Gathered>((emit) => gatherContext({ ...input, emit }))
  if (input.tools.length > 1)
    yield { type: 'status', status: 'merging', tool: null, message: 'merging tool outputs' }
  return gathered
}
