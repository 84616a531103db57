import type { ContextPart } from '../../connectors/connector.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import type { Plan } from '../plan/completion-plan.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import { checkpointWorkspaces } from '../tools/checkpoint-workspaces.ts'
import { offeredTools } from '../tools/offered-tools.ts'
import type { ToolScope } from '../tools/tool-scope.ts'
import { askModel, type TurnContext } from './ask-model.ts'
import { makePrompt } from './make-prompt.ts'
import { notePlan } from './note-plan.ts'
import { runToolLoop } from './tool-loop.ts'

export interface BegunAnswer {
  events: AsyncIterable<CompletionEvent>
  /** Tool output so far. Results of calls are added while the events are read. */
  parts: ContextPart[]
}

/** Runs the injected tools, then yields the model's answer as events. */
export async function* beginAnswer(
  plan: Plan,
  scope: ToolScope,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, BegunAnswer, undefined> {
  const { model, tools, degraded } = plan
  const offered = await offeredTools(tools.called, scope, record)
  yield* notePlan(plan, record)
  const { prompt, output, trace } = plan
  const keepsPrompt = trace.verbose || trace.keepsPrompt === true
  const request = { prompt, tools, output, keepsPrompt, offered }
  const { messages, parts, question, fixedSystemLength } = yield* makePrompt(request, scope, record)
  const context = { ...toTurnContext(plan, scope, record), fixedSystemLength }
  if (tools.called.length === 0) {
    const { capabilities } = model.connector
    const material = capabilities.context ? { question, parts, isPaused: degraded !== undefined } : undefined
    return { events: askModel({ model, messages, material }, context), parts }
  }
  if (!tools.hasCheckpoint) await checkpointWorkspaces(tools.called, scope, question)
  // A reduced answer does not use a second model.
  const chooser = degraded ? undefined : tools.chooser
  const { limits, language } = plan
  const loop = { model, chooser, tools, limits, language, messages, offered, parts }
  return { events: runToolLoop(loop, scope, context), parts }
}

const toTurnContext = (
  { assistant: { ownerId, organizationId }, pricing, holds, degraded, tools }: Plan,
  { signal, log }: ToolScope,
  record: CompletionRecord,
): TurnContext => ({
  owner: { userId: ownerId, organizationId },
  budget: { pricing, spending: holds.spending, isDegraded: degraded !== undefined },
  functions: tools.called.map(({ spec }) => spec),
  record,
  signal,
  log,
})
