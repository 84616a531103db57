import type { StepOutcome } from '@bellwether/wire'
import type { Redactor } from './redact.ts'

interface Step {
  /** By `performance.now()`. */
  begun: number
  iteration: number
  /** Undefined while it runs. */
  milliseconds: number | undefined
  outcome: StepOutcome
  reason: string | null
}

export interface ToolStepNote extends Step {
  kind: 'tool'
  tool: string
  use: 'inject' | 'call'
  /** The placeholder, or the name of the function. */
  name: string
  /** As it is; secrets are taken out when it is written down. */
  input: unknown
  outputLength: number
  cut: boolean
  sources: number
  /** Counts and switches that the tool reported, such as how many knowledge bases it searched. */
  metadata?: Readonly<Record<string, number | boolean>>
  /** Whose things it used, by the rights of the assistant's owner. */
  dataOf?: readonly number[]
  /** What was done within it by another assistant, which has a trace and a usage of its own: it counts in the limits of the whole. */
  within?: { tokens: number; calls: number }
}

export interface ModelStepNote extends Step {
  kind: 'model'
  model: string
  /** The connector, where it is not the one that answers. */
  connector?: string
  inputTokens: number
  outputTokens: number
  /** Millionths of the organization's currency; null = not known. Worked out when the completion has ended. */
  cost?: number | null
}

/** What the sentences of the answer rest on, as far as their words tell. */
export interface CitationStepNote extends Step {
  kind: 'citations'
  sentences: number
  unsupported: number
  wrongMarks: number
  danglingMarks: number[]
}

export type StepNote = ToolStepNote | ModelStepNote | CitationStepNote

/** What is known of a completion when it has ended. */
export interface TraceNote {
  id: string
  organizationId: number
  assistantId: number
  /** With whose rights its tools ran. */
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
  /** Millionths; null = not known. */
  cost?: number | null
  /** What was done differently, in words for readers of the trace. */
  notes?: readonly string[]
  iterations: number
  capped: boolean
  outcome: 'ok' | 'failed' | 'cancelled'
  /** Unix milliseconds. */
  startedAt: number
  milliseconds: number
  steps: readonly StepNote[]
  /** What the model got; undefined unless the assistant is verbose. */
  prompt: readonly object[] | undefined
  redact: Redactor
}
