import type { OrganizationSettings } from '../organizations/index.ts'
import { createPricing } from './pricing.ts'
import type { UsageRecorder } from './usage-recorder.ts'

/** A call of a model that is no answer of an assistant. */
export interface ModelCall {
  kind: 'embedding' | 'model'
  organizationId: number
  provider: string
  model: string
  /** Undefined: the provider did not say. */
  usage: { inputTokens: number; outputTokens: number } | undefined
  /** How many pictures it made. */
  images?: number
}

export interface ModelCallDeps {
  usage: UsageRecorder
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** Counts it in budgets. Money in millionths. */
  charge(organizationId: number, spent: { cost: number; tokens: number; requests: number }): Promise<void>
  onError(error: unknown): void
}

/** Writes down what the server asks models for on its own: titles, judgements, vectors. Nobody waits for it, and it never throws. */
export const createNoteModelCall =
  ({ usage, settingsOf, charge, onError }: ModelCallDeps) =>
  (call: ModelCall): void => {
    const { kind, organizationId, provider, model } = call
    void settingsOf(organizationId)
      .then(({ config }) => {
        const { inputTokens, outputTokens } = call.usage ?? { inputTokens: 0, outputTokens: 0 }
        const cost = createPricing(config.prices).costOf(provider, model, call.usage, call.images)
        const nobody = { assistantId: 0, ownerId: null, userId: null, endUser: null, toolCalls: 0 }
        const what = { kind, organizationId, provider, model, inputTokens, outputTokens }
        usage.record({ ...what, ...nobody, cost, unpriced: cost === null ? 1 : 0, outcome: 'ok' })
        return charge(organizationId, { cost: cost ?? 0, tokens: inputTokens + outputTokens, requests: 0 })
      })
      .catch(onError)
  }
