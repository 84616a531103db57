import type { TraceRecord } from '@bellwether/wire'
import { api } from '$lib/api'
import type { Money } from '../message.ts'
import type { ReportedStep } from './steps.ts'

export interface StepReport {
  steps: ReportedStep[]
  notes: string[]
  elapsedMs: number
  cost: Money | undefined
}

/** Used if the server does not name a currency. */
const DEFAULT_CURRENCY = 'USD'

/** LAMB's name for “no documents”, which is not a step. */
const NO_STEP = 'no_rag'

/** The steps of an answer with their outcome and cost. Pure. */
export function toReport(trace: TraceRecord): StepReport {
  const currency = (trace as { currency?: unknown }).currency
  return {
    elapsedMs: trace.duration_ms,
    // Older traces have none.
    notes: (trace as { notes?: string[] }).notes ?? [],
    cost:
      typeof trace.cost === 'number'
        ? { amount: trace.cost, currency: typeof currency === 'string' ? currency : DEFAULT_CURRENCY }
        : undefined,
    steps: trace.steps.flatMap((step) =>
      step.kind === 'tool' && step.tool !== NO_STEP
        ? [
            {
              callId: undefined,
              progress: '',
              startedAt: 0,
              tool: step.tool,
              calledAs: step.name,
              elapsedMs: step.milliseconds,
              isOver: true,
              outcome: step.outcome,
              reason: step.reason ?? '',
              parts: [],
            },
          ]
        : [],
    ),
  }
}

/** Undefined if there is no trace or the user may not see it; the answer does not depend on it. */
export const readReport = (traceId: string): Promise<StepReport | undefined> =>
  api.get<TraceRecord>(`/traces/${encodeURIComponent(traceId)}`).then(toReport, () => undefined)
