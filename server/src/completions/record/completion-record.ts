import type { StepOutcome } from '@bellwether/wire'
import type { TokenUsage } from '../../connectors/connector.ts'
import {
  type ModelStepNote,
  newTraceId,
  type StepNote,
  type ToolStepNote,
  type TraceRecorder,
} from '../../modules/traces/index.ts'
import { recordToolRuns, type UsageRecorder } from '../../modules/usage/index.ts'
import { askingPerson } from '../../platform/asking-person.ts'
import { ranTools } from '../budget/within-budget.ts'
import type { CitationCheck } from '../citations/check-citations.ts'
import type { Plan } from '../plan/plan.ts'

/** What was asked, at which address. */
export interface Asked {
  door: string
  requestModel: string | null
  /** The answer that this one is a part of. */
  parentId?: string | null
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
  /** About how many tokens the model has written since the provider last said what a turn took. */
  heard = 0
  /** What was done otherwise than usual, for the trace. */
  readonly notes: string[] = []
  /** The model that answers instead of the one that failed. */
  fallback: { from: string; to: string } | undefined
  /** Turns of which the provider has said what they took. */
  readonly #counted = new Set<StepNote>()
  /** About how many tokens the model was given in a turn, by their length: for providers that do not say. */
  readonly #promptTokens = new Map<StepNote, () => number>()
  readonly #asked: Asked
  readonly #start = performance.now()
  #isClosed = false

  constructor(model: string, asked: Asked = { door: 'internal', requestModel: null }) {
    this.model = model
    this.#asked = asked
  }

  beginTurn(promptTokens: () => number = () => 0): ModelStepNote {
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
    this.#promptTokens.set(step, promptTokens)
    return step
  }

  endTurn(turn: ModelStepNote, usage: TokenUsage | undefined): void {
    turn.inputTokens = usage?.inputTokens ?? 0
    turn.outputTokens = usage?.outputTokens ?? 0
    if (usage) {
      this.#counted.add(turn)
      this.heard = 0
    }
    this.inputTokens += turn.inputTokens
    this.outputTokens += turn.outputTokens
    endStep(turn, 'ok')
  }

  noteFallback(from: string, to: string): void {
    this.fallback = { from, to }
    this.notes.push(`The model ${from} failed; ${to} answered instead`)
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

  /** How often the model has called a tool so far. */
  get calls(): number {
    return this.#countTools((step) => step.use === 'call' && step.outcome !== 'skipped')
  }

  /** What other assistants took within this answer. */
  get within(): { tokens: number; calls: number } {
    const sum = { tokens: 0, calls: 0 }
    for (const step of this.steps) {
      if (step.kind !== 'tool' || !step.within) continue
      sum.tokens += step.within.tokens
      sum.calls += step.within.calls
    }
    return sum
  }

  #countTools(isOne: (step: ToolStepNote) => boolean): number {
    let count = 0
    for (const step of this.steps) if (step.kind === 'tool' && isOne(step)) count++
    return count
  }

  /** What the provider has said so far. Money in millionths. */
  spentSoFar(plan: Plan): { cost: number; tokens: number } {
    return { cost: this.#price(plan).cost ?? 0, tokens: this.inputTokens + this.outputTokens }
  }

  /**
   * About how many tokens the model was given in turns for which the provider reported no usage. One that was refused took nothing, unless
   * something was heard. Undefined: there is no such turn.
   */
  uncountedPromptTokens(): number | undefined {
    const turns = this.#uncountedTurns()
    if (turns.length === 0) return undefined
    return turns.reduce((sum, step) => sum + (this.#promptTokens.get(step)?.() ?? 0), 0)
  }

  #uncountedTurns(): ModelStepNote[] {
    return this.steps.filter(
      (step): step is ModelStepNote =>
        step.kind === 'model' && !this.#counted.has(step) && (step.outcome !== 'failed' || this.heard > 0),
    )
  }

  /** The answer was broken off: what was asked and heard so far counts by its length, in trace, usage and budget alike. */
  countUnfinished(): void {
    const turns = this.#uncountedTurns()
    for (const turn of turns) {
      turn.inputTokens = this.#promptTokens.get(turn)?.() ?? 0
      turn.outputTokens = turn === turns.at(-1) ? this.heard : 0
      this.inputTokens += turn.inputTokens
      this.outputTokens += turn.outputTokens
      this.#counted.add(turn)
    }
    if (turns.length > 0) this.heard = 0
  }

  /** Writes into each turn what it cost, and adds them up. */
  #price({ pricing, connector }: Plan): { cost: number | null; unpriced: number } {
    let cost: number | null = null
    let unpriced = 0
    const images = connector.capabilities.imageGeneration ? 1 : 0
    for (const step of this.steps) {
      if (step.kind !== 'model') continue
      const isCounted = this.#counted.has(step)
      if (step.outcome === 'failed' && !isCounted) continue
      const usage = isCounted ? step : undefined
      step.cost = pricing?.costOf(step.connector ?? connector.name, step.model, usage, images) ?? null
      if (step.cost === null) unpriced++
      else cost = (cost ?? 0) + step.cost
    }
    return { cost, unpriced }
  }

  /** Once, however the completion ended. */
  close(deps: RecordDeps, plan: Plan, outcome: 'ok' | 'failed' | 'cancelled'): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { organizationId, id: assistantId } = plan.assistant
    const { userId, endUser } = askingPerson(plan).record
    const provider = plan.connector.name
    const { model, inputTokens, outputTokens } = this
    const { cost, unpriced } = this.#price(plan)
    const whose = { organizationId, assistantId, ownerId: plan.assistant.ownerId, userId, endUser }
    if (plan.called.length + plan.injected.length > 0) recordToolRuns(deps.usage, whose, ranTools(plan, this))
    deps.usage.record({
      kind: 'answer',
      ...whose,
      provider,
      model,
      inputTokens,
      outputTokens,
      cost,
      unpriced,
      // An injected tool that had nothing to bring is not worth a line in a report.
      toolCalls: this.calls + this.#countTools((step) => step.use === 'inject' && step.outputLength > 0),
      outcome,
      fromSystem: plan.fromSystem,
    })
    if (!plan.trace.keep) return
    const now = performance.now()
    for (const step of this.steps) step.milliseconds ??= now - step.begun
    // Written out: this runs for every answer, and putting together objects by spreading them takes ten times as long.
    deps.traces.record({
      id: this.id,
      organizationId,
      assistantId,
      ownerId: plan.assistant.ownerId,
      userId,
      endUser,
      parentId: this.#asked.parentId ?? null,
      door: this.#asked.door,
      requestModel: this.#asked.requestModel,
      provider,
      model,
      inputTokens,
      outputTokens,
      cost,
      notes: plan.degraded ? [...this.notes, plan.degraded.message] : this.notes,
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
