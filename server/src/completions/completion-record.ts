import type { StepOutcome } from '@bellwether/wire'
import type { TokenUsage } from '../connectors/connector.ts'
import {
  type ModelStepNote,
  newTraceId,
  type StepNote,
  type ToolStepNote,
  type TraceRecorder,
} from '../modules/traces/index.ts'
import type { UsageRecorder } from '../modules/usage/index.ts'
import type { CitationCheck } from './citations/check-citations.ts'
import type { Plan } from './plan.ts'

/** What was asked, at which address. */
export interface Asked {
  door: string
  requestModel: string | null
}

export interface RecordDeps {
  usage: UsageRecorder
  traces: TraceRecorder
}

/** What one completion has done and used so far, over all its turns. Counted here and nowhere else: usage and trace are made of it. */
export class CompletionRecord {
  readonly startedAt = Date.now()
  readonly id = newTraceId(this.startedAt)
  readonly steps: StepNote[] = []
  /** The model that answered last. */
  model: string
  inputTokens = 0
  outputTokens = 0
  iterations = 0
  capped = false
  prompt: readonly object[] | undefined
  readonly #asked: Asked
  readonly #start = performance.now()
  #isClosed = false

  constructor(model: string, asked: Asked = { door: 'internal', requestModel: null }) {
    this.model = model
    this.#asked = asked
  }

  beginTurn(): ModelStepNote {
    this.iterations++
    const step: ModelStepNote = {
      kind: 'model',
      model: this.model,
      inputTokens: 0,
      outputTokens: 0,
      iteration: this.iterations,
      begun: performance.now(),
      milliseconds: undefined,
      outcome: 'cancelled',
      reason: null,
    }
    this.steps.push(step)
    return step
  }

  endTurn(turn: ModelStepNote, usage: TokenUsage | undefined): void {
    turn.inputTokens = usage?.inputTokens ?? 0
    turn.outputTokens = usage?.outputTokens ?? 0
    this.inputTokens += turn.inputTokens
    this.outputTokens += turn.outputTokens
    endStep(turn, 'ok')
  }

  noteCitations({ sentences, unsupported, wrong_marks, dangling_marks }: CitationCheck): void {
    this.steps.push({
      kind: 'citations',
      sentences: sentences.filter(({ status }) => status !== 'no_claim').length,
      unsupported,
      wrongMarks: wrong_marks,
      danglingMarks: dangling_marks,
      begun: performance.now(),
      iteration: this.iterations,
      milliseconds: 0,
      outcome: 'ok',
      reason: null,
    })
  }

  /** Once, however the completion ended. */
  close(deps: RecordDeps, plan: Plan, outcome: 'ok' | 'failed' | 'cancelled'): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { organizationId, id: assistantId } = plan.assistant
    const userId = plan.caller.kind === 'user' ? plan.caller.userId : null
    const endUser = plan.endUser ?? null
    const provider = plan.connector.name
    const { model, inputTokens, outputTokens } = this
    deps.usage.record({
      organizationId,
      assistantId,
      userId,
      endUser,
      provider,
      model,
      inputTokens,
      outputTokens,
      outcome,
    })
    if (!plan.trace.keep) return
    const now = performance.now()
    for (const step of this.steps) step.milliseconds ??= now - step.begun
    // Written out: this runs for every answer, and putting together objects by spreading them takes ten times as long.
    deps.traces.record({
      id: this.id,
      organizationId,
      assistantId,
      userId,
      endUser,
      door: this.#asked.door,
      requestModel: this.#asked.requestModel,
      provider,
      model,
      inputTokens,
      outputTokens,
      iterations: this.iterations,
      capped: this.capped,
      outcome,
      startedAt: this.startedAt,
      milliseconds: now - this.#start,
      steps: this.steps,
      prompt: this.prompt,
      redact: plan.trace.redact,
    })
  }
}

export const beginToolStep = (
  step: Pick<ToolStepNote, 'tool' | 'use' | 'name' | 'iteration' | 'input'>,
): ToolStepNote => ({
  kind: 'tool',
  ...step,
  outputLength: 0,
  cut: false,
  sources: 0,
  begun: performance.now(),
  milliseconds: undefined,
  outcome: 'cancelled',
  reason: null,
})

/** A step that is never ended counts as cancelled. */
export function endStep(step: StepNote, outcome: StepOutcome, reason: string | null = null): void {
  step.milliseconds = performance.now() - step.begun
  step.outcome = outcome
  step.reason = reason
}
