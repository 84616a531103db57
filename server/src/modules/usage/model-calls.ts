import { askingPerson } from '../../platform/asking-person.ts'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import { isAppError } from '../../platform/errors.ts'
import { NO_TOKENS, type TokenUsage, totalTokens } from '../../platform/token-usage.ts'
import type { OrganizationSettings } from '../organizations/index.ts'
import { createPricing, type Pricing } from './pricing.ts'
import type { UsageRecorder } from './usage-recorder.ts'

/** The person, assistant and tool a model is called for. */
export interface AskedFor {
  /** 0 for no assistant, or a draft. */
  assistantId: number
  ownerId: number | null
  userId: number | null
  endUser: string | null
  /** The tool that causes the call. */
  tool: string | null
  /** Called with the cost in millionths, however the call ends; 0 if the price is unknown. */
  onSpent?: OnSpent | undefined
}

/** The usage of one model call. */
export interface MeasuredUsage {
  /** Undefined if the provider did not report it. */
  usage: TokenUsage | undefined
  /** Number of images created. */
  images?: number
  /** Number of searches reranked. */
  searches?: number
  /** Seconds of audio transcribed. */
  seconds?: number
}

interface CallName {
  kind: 'embedding' | 'model' | 'image' | 'rerank' | 'transcription'
  organizationId: number
  provider: string
  model: string
  /** Undefined when the server calls on its own, such as for embedding a document. */
  askedFor?: AskedFor | undefined
  /** The organization uses the system organization's provider. */
  fromSystem?: boolean | undefined
}

/** A model call that is not an answer of an assistant. */
export type ModelCall = CallName & MeasuredUsage
export type MeteredCall = CallName & {
  estimate: MeasuredUsage
  /** Called with the cost in millionths, however the call ends; 0 if the price is unknown. */
  onSpent?: OnSpent | undefined
}

export type OnSpent = (cost: number) => Promise<void>

/**
 * Reserves the estimated usage in the budgets, runs `work` and records the usage that it reports. Throws
 * quota_exceeded before anything is called when there is no room.
 */
export type MeasureCall = <T>(
  call: MeteredCall,
  work: (report: (usage: MeasuredUsage) => void) => Promise<T>,
) => Promise<T>

/** Money is in millionths. */
interface Spent {
  cost: number
  tokens: number
  requests: number
}

export interface ModelCallDeps {
  usage: UsageRecorder
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** Counts it in budgets, even beyond the limit. */
  charge(
    organizationId: number,
    spent: Spent,
    askedFor: AskedFor | undefined,
    fromSystem: boolean,
  ): Promise<void>
  /** Undefined when nothing is limited. */
  reserve(
    organizationId: number,
    amounts: Spent,
    askedFor: AskedFor | undefined,
    fromSystem: boolean,
  ): Promise<{ settle(spent: Spent): Promise<void> } | undefined>
  onError(error: unknown): void
}

const NO_ONE: AskedFor = { assistantId: 0, ownerId: null, userId: null, endUser: null, tool: null }
const NOTHING: Spent = { cost: 0, tokens: 0, requests: 0 }

/** Model calls that are not answers: by tools and by the server itself, for images, embeddings, reranking and transcription. */
export function createModelCalls({ usage, settingsOf, charge, reserve, onError }: ModelCallDeps) {
  const pricingOf = async (organizationId: number): Promise<Pricing> =>
    createPricing((await settingsOf(organizationId)).config.prices)

  function record(call: ModelCall, pricing: Pricing): Spent {
    const { kind, organizationId, provider, model, images = 0, searches = 0, seconds = 0 } = call
    const { tool, onSpent: _told, ...whose } = call.askedFor ?? NO_ONE
    const tokens = call.usage ?? NO_TOKENS
    const cost = pricing.costOf(provider, model, call.usage, images, searches, seconds)
    usage.record({
      kind,
      organizationId,
      ...whose,
      provider,
      model,
      ...tokens,
      cost,
      unpriced: cost === null ? 1 : 0,
      toolCalls: 0,
      outcome: 'ok',
      tool,
      units: images + searches + Math.round(seconds),
      fromSystem: call.fromSystem,
    })
    return { cost: cost ?? 0, tokens: totalTokens(tokens), requests: requestsOf(call) }
  }

  /** Not awaited; never throws. */
  function note(call: ModelCall): void {
    void pricingOf(call.organizationId)
      .then((pricing) =>
        charge(call.organizationId, record(call, pricing), call.askedFor, call.fromSystem === true),
      )
      .catch(onError)
  }

  const measure: MeasureCall = async ({ estimate, onSpent, ...call }, work) => {
    const pricing = await pricingOf(call.organizationId)
    const estimatedCost = estimated(pricing, call, estimate)
    const reservation = await reserve(
      call.organizationId,
      estimatedCost,
      call.askedFor,
      call.fromSystem === true,
    )
    let measured: MeasuredUsage | undefined
    let spent = NOTHING
    try {
      const result = await work((usage) => {
        measured = usage
      })
      spent = record({ ...call, ...(measured ?? { usage: undefined }) }, pricing)
      // If the provider reports no usage, the reserved estimate counts.
      if (!measured?.usage) spent = estimatedCost
      return result
    } catch (error) {
      if (measured) spent = record({ ...call, ...measured }, pricing)
      // A refused call cost nothing; a call whose client disconnected did.
      else if (!isAppError(error)) spent = estimated(pricing, call, withoutOutput(estimate))
      throw error
    } finally {
      await reservation?.settle(spent)
      await onSpent?.(spent.cost)
      await call.askedFor?.onSpent?.(spent.cost)
    }
  }

  return { note, measure }
}

/**
 * Calls within an answer belong to the answer's request. A person who uses a model outside of an answer, for example
 * to draft a rubric, makes a separate request.
 */
const requestsOf = ({ kind, askedFor }: CallName): number =>
  kind === 'model' && askedFor?.userId != null && askedFor.assistantId === 0 && askedFor.tool === null ? 1 : 0

const withoutOutput = ({ usage, seconds = 0 }: MeasuredUsage): MeasuredUsage => ({
  usage: usage && { ...usage, outputTokens: 0 },
  seconds,
})

/**
 * Anything with a cost counts at least the smallest unit, because a budget that is used up only blocks calls that
 * need something.
 */
function estimated(
  pricing: Pricing,
  call: CallName,
  { usage, images, searches, seconds }: MeasuredUsage,
): Spent {
  const { provider, model } = call
  const cost = pricing.costOf(provider, model, usage, images, searches, seconds)
  const tokens = totalTokens(usage ?? NO_TOKENS)
  return { cost: cost === 0 ? 0 : Math.max(1, cost ?? 0), tokens, requests: requestsOf(call) }
}

/** The person and assistant for a tool that runs within an answer. Pure. */
export const askedFor = (
  {
    caller,
    endUser,
    assistant,
  }: {
    caller: Caller
    endUser?: string | undefined
    assistant: { id: number; ownerId: number; onSpent?: OnSpent | undefined }
  },
  tool: string,
): AskedFor => ({
  assistantId: assistant.id,
  ownerId: assistant.ownerId,
  ...askingPerson({ caller, endUser }).record,
  tool,
  onSpent: assistant.onSpent,
})

/** For model calls that a person makes outside of an answer. Pure. */
export const askedBy = ({ userId }: UserCaller): AskedFor => ({ ...NO_ONE, userId })

/** For places where usage is not counted, such as tests. */
export const unmeasured: MeasureCall = (_call, work) => work(() => undefined)
