import type { StudentTrace, TraceRecord } from '@bellwether/wire'
import { api, guestToken } from '$lib/api'
import type { Money } from '../message.ts'
import type { ReportedStep } from './steps.ts'

export interface StepReport {
  steps: ReportedStep[]
  notes: string[]
  elapsedMs: number
  cost: Money | undefined
}

/** A server text in the user's language. */
type Translate = (text: string, source: object) => string

/** Used if the server does not name a currency. */
const DEFAULT_CURRENCY = 'USD'

/** LAMB's name for “no documents”, which is not a step. */
const NO_STEP = 'no_rag'

/** Only their function says what they do, as it does while they run. */
const MANY_THINGS: ReadonlySet<string> = new Set(['http_request', 'mcp'])

/** The steps of an answer with their outcome and cost. Students get no cost. Pure. */
export function toReport(trace: TraceRecord | StudentTrace, translate: Translate): StepReport {
  const { cost, currency, note_messages } = { cost: null, currency: undefined, note_messages: [], ...trace }
  return {
    elapsedMs: trace.duration_ms,
    notes: (note_messages ?? []).map((note) => translate(note.message, note)),
    cost: typeof cost === 'number' ? { amount: cost, currency: currency ?? DEFAULT_CURRENCY } : undefined,
    steps: trace.steps.flatMap((step) =>
      step.kind === 'tool' && step.tool !== NO_STEP
        ? [
            {
              callId: undefined,
              progress: '',
              startedAt: 0,
              tool: step.use === 'call' && MANY_THINGS.has(step.tool) ? step.name : step.tool,
              calledAs: step.name,
              label: step.label,
              elapsedMs: step.milliseconds,
              isOver: true,
              outcome: step.outcome,
              reason: 'reason' in step && step.reason ? translate(step.reason, step) : '',
              parts: [],
            },
          ]
        : [],
    ),
  }
}

/** Undefined if there is no trace or the user may not see it; the answer does not depend on it. */
export const readReport = async (traceId: string, translate: Translate): Promise<StepReport | undefined> =>
  // Guests never may.
  guestToken.get() === undefined
    ? api.get('/traces/{id}', { params: { id: traceId } }).then(
        (trace) => toReport(trace, translate),
        () => undefined,
      )
    : undefined
