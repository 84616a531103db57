import type { Message, RubricEvaluation, SearchGrade, StepOutcome } from '@bellwether/wire'
import type { TokenUsage } from '../../platform/token-usage.ts'
import type { Redactor } from './redact.ts'

interface Step {
  /** By `performance.now()`. */
  begun: number
  iteration: number
  /** Undefined while the step is running. */
  milliseconds: number | undefined
  outcome: StepOutcome
  reason: string | Message | null
}

export interface ToolStepNote extends Step {
  kind: 'tool'
  tool: string
  use: 'inject' | 'call'
  /** The placeholder, or the name of the function. */
  name: string
  /** The name of the assistant that it asked. */
  label?: string
  /** Unredacted; secrets are removed when the trace is written. */
  input: unknown
  outputLength: number
  cut: boolean
  sources: number
  /** Numbers and flags reported by the tool, such as how many knowledge bases it searched. */
  metadata?: Readonly<Record<string, number | boolean | SearchGrade>>
  /** The result of a rubric. Not part of the trace. */
  evaluation?: RubricEvaluation
  /** The owners of the objects that were used with the rights of the assistant's owner. */
  dataOf?: readonly number[]
  /**
   * Usage by another assistant within this step. It has its own trace and usage record, and also counts towards the
   * limits of this answer.
   */
  within?: { tokens: number; calls: number }
}

export interface ModelStepNote extends Step, TokenUsage {
  kind: 'model'
  model: string
  /** The connector, if it differs from the one that answers. */
  connector?: string
  /** Millionths of the organization's currency; null if unknown. Computed when the completion has ended. */
  cost?: number | null
}

/** The sources of the sentences in the answer, as far as matching words show them. */
export interface CitationStepNote extends Step {
  kind: 'citations'
  sentences: number
  unsupported: number
  wrongMarks: number
  danglingMarks: number[]
}

export type StepNote = ToolStepNote | ModelStepNote | CitationStepNote

/** The data of a completion that has ended. */
export interface TraceNote {
  id: string
  organizationId: number
  assistantId: number
  /** The person whose rights its tools used. */
  ownerId?: number
  userId: number | null
  endUser: string | null
  /** The answer that this one is a part of. */
  parentId?: string | null
  door: string
  requestModel: string | null
  provider: string
  model: string
  inputTokens: number
  outputTokens: number
  /** Millionths; null if unknown. */
  cost?: number | null
  /** Deviations from the usual steps, described for readers of the trace. */
  notes?: readonly (string | Message)[]
  iterations: number
  capped: boolean
  outcome: 'ok' | 'failed' | 'cancelled'
  /** Unix milliseconds. */
  startedAt: number
  milliseconds: number
  steps: readonly StepNote[]
  /** The model's input; undefined unless the assistant is verbose. */
  prompt: readonly object[] | undefined
  redact: Redactor
}
