import { type Message, say } from '@bellwether/wire'
import type { Connector } from '../../connectors/connector.ts'
import {
  type ModelStepNote,
  newTraceId,
  type Redactor,
  type StepNote,
  type ToolStepNote,
  type TraceRecorder,
} from '../../modules/traces/index.ts'
import {
  type Pricing,
  recordToolRuns,
  type ToolRuns,
  toolRunsOf,
  type UsageRecorder,
} from '../../modules/usage/index.ts'
import { type Asking, askingPerson } from '../../platform/asking-person.ts'
import { addTokens, NO_TOKENS, type TokenUsage, totalTokens } from '../../platform/token-usage.ts'
import type { CitationCheck } from '../citations/citation-check.ts'
import { endStep } from './steps.ts'

/** The origin of a question. */
export interface Origin {
  /** The endpoint that was called. */
  door: string
  requestModel: string | null
  /** The parent answer. */
  parentId?: string | null
}

export interface TraceOptions {
  /** Whether the organization keeps traces at all. */
  keep: boolean
  /** Whether traces include the prompt. */
  verbose: boolean
  /** Whether the caller reads the prompt, also if the trace does not include it. */
  keepsPrompt?: boolean
  redact: Redactor
}

/** The answer that a record is about. */
export interface RecordSubject {
  asking: Asking
  assistant: { id: number; ownerId: number; organizationId: number }
  model: { connector: Connector; model: string; fromSystem?: boolean | undefined }
  pricing: Pricing
  /** The names of the assistant's tools. */
  tools: readonly string[]
  trace: TraceOptions
  /** Describes how the budget reduced this answer. */
  degraded: Message | undefined
}

export interface RecordDeps {
  usage: UsageRecorder
  traces: TraceRecorder
}

export type Outcome = 'ok' | 'failed' | 'cancelled'

/** Collects what one completion did and used, over all its rounds. Usage and trace are written from it. */
export class CompletionRecord {
  readonly startedAt = Date.now()
  readonly id = newTraceId(this.startedAt)
  readonly steps: StepNote[] = []
  /** The model that answered last. */
  model: string
  /** Of all rounds. */
  readonly tokens = { ...NO_TOKENS }
  iterations = 0
  capped = false
  prompt: readonly object[] | undefined
  /** Estimated tokens streamed since the provider last reported usage. */
  streamedTokens = 0
  /** Unusual events, for the trace. */
  readonly notes: Message[] = []
  /** Set if another model replaced a failed one. */
  fallback: { from: string; to: string } | undefined
  /** Rounds for which the provider reported usage. */
  readonly #counted = new Set<StepNote>()
  /** Estimates the input of a round, for providers that report no usage. */
  readonly #promptTokens = new Map<StepNote, () => number>()
  readonly #subject: RecordSubject
  readonly #origin: Origin
  readonly #start = performance.now()
  #isClosed = false

  constructor(subject: RecordSubject, origin: Origin) {
    this.model = subject.model.model
    this.#subject = subject
    this.#origin = origin
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
    if (usage) {
      Object.assign(turn, usage)
      addTokens(this.tokens, usage)
      this.#counted.add(turn)
      this.streamedTokens = 0
    }
    endStep(turn, 'ok')
  }

  noteFallback(from: string, to: string): void {
    this.fallback = { from, to }
    this.notes.push(say('answer_notes.model_failed', { model: from, fallback: to }))
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

  /** The number of tool calls the model has made so far. */
  get calls(): number {
    return this.#countTools((step) => step.use === 'call' && step.outcome !== 'skipped')
  }

  /** Usage of nested assistants. */
  get nestedUsage(): { tokens: number; calls: number } {
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

  /** The usage that providers reported so far. Cost is in millionths. */
  reportedUsage({ connector }: { connector: Connector }): { cost: number; tokens: number } {
    return { cost: this.#price(connector).cost ?? 0, tokens: totalTokens(this.tokens) }
  }

  /** Counts the runs of each tool. */
  countToolRuns(): ToolRuns[] {
    const { tools, pricing } = this.#subject
    return tools.length === 0 ? [] : toolRunsOf(this.steps, new Set(tools), pricing)
  }

  /**
   * Estimated input of the rounds for which the provider reported no usage; undefined if there are none. A
   * refused round used nothing, unless something was streamed.
   */
  uncountedPromptTokens(): number | undefined {
    const turns = this.#uncountedTurns()
    if (turns.length === 0) return undefined
    return turns.reduce((sum, step) => sum + (this.#promptTokens.get(step)?.() ?? 0), 0)
  }

  #uncountedTurns(): ModelStepNote[] {
    return this.steps.filter(
      (step): step is ModelStepNote =>
        step.kind === 'model' &&
        !this.#counted.has(step) &&
        (step.outcome !== 'failed' || this.streamedTokens > 0),
    )
  }

  /** Estimates the usage of an interrupted answer, the same for trace, usage and budget. */
  countUnfinished(): void {
    const turns = this.#uncountedTurns()
    for (const turn of turns) {
      turn.inputTokens = this.#promptTokens.get(turn)?.() ?? 0
      turn.outputTokens = turn === turns.at(-1) ? this.streamedTokens : 0
      addTokens(this.tokens, turn)
      this.#counted.add(turn)
    }
    if (turns.length > 0) this.streamedTokens = 0
  }

  /** Writes the cost of each round and returns the total. */
  #price(connector: Connector): { cost: number | null; unpriced: number } {
    let cost: number | null = null
    let unpriced = 0
    const images = connector.capabilities.imageGeneration ? 1 : 0
    for (const step of this.steps) {
      if (step.kind !== 'model') continue
      const isCounted = this.#counted.has(step)
      if (step.outcome === 'failed' && !isCounted) continue
      const usage = isCounted ? step : undefined
      step.cost =
        this.#subject.pricing.costOf(step.connector ?? connector.name, step.model, usage, images) ?? null
      if (step.cost === null) unpriced++
      else cost = (cost ?? 0) + step.cost
    }
    return { cost, unpriced }
  }

  /** Writes usage and trace once, however the completion ended. */
  close(deps: RecordDeps, outcome: Outcome): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { cost, unpriced } = this.#price(this.#subject.model.connector)
    this.#recordUsage(deps.usage, outcome, cost, unpriced)
    if (this.#subject.trace.keep) this.#recordTrace(deps.traces, outcome, cost)
  }

  #recordUsage(usage: UsageRecorder, outcome: Outcome, cost: number | null, unpriced: number): void {
    const { asking, assistant, model: choice, tools } = this.#subject
    const { organizationId, id: assistantId, ownerId } = assistant
    const attribution = { organizationId, assistantId, ownerId, ...askingPerson(asking).record }
    if (tools.length > 0) recordToolRuns(usage, attribution, this.countToolRuns())
    usage.record({
      kind: 'answer',
      ...attribution,
      provider: choice.connector.name,
      model: this.model,
      ...this.tokens,
      cost,
      unpriced,
      // Injected tools without output are not counted.
      toolCalls: this.calls + this.#countTools((step) => step.use === 'inject' && step.outputLength > 0),
      outcome,
      fromSystem: choice.fromSystem,
    })
  }

  #recordTrace(traces: TraceRecorder, outcome: Outcome, cost: number | null): void {
    const { asking, assistant, model: choice, trace, degraded } = this.#subject
    const { userId, endUser } = askingPerson(asking).record
    const now = performance.now()
    for (const step of this.steps) step.milliseconds ??= now - step.begun
    // Fields are listed one by one: this runs for every answer, and spreading objects takes ten times as
    // long.
    traces.record({
      id: this.id,
      organizationId: assistant.organizationId,
      assistantId: assistant.id,
      ownerId: assistant.ownerId,
      userId,
      endUser,
      parentId: this.#origin.parentId ?? null,
      door: this.#origin.door,
      requestModel: this.#origin.requestModel,
      provider: choice.connector.name,
      model: this.model,
      inputTokens: this.tokens.inputTokens,
      outputTokens: this.tokens.outputTokens,
      cost,
      notes: degraded === undefined ? this.notes : [...this.notes, degraded],
      iterations: this.iterations,
      capped: this.capped,
      outcome,
      startedAt: this.startedAt,
      milliseconds: now - this.#start,
      steps: this.steps,
      prompt: trace.verbose ? this.prompt : undefined,
      redact: trace.redact,
    })
  }
}
