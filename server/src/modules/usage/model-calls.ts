import { askingPerson } from '../../platform/asking-person.ts'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import { isAppError } from '../../platform/errors.ts'
import type { OrganizationSettings } from '../organizations/index.ts'
import { type CallFigures, createPricing, type Pricing } from './pricing.ts'
import type { UsageRecorder } from './usage-recorder.ts'

/** For whom a model is asked. */
export interface AskedFor {
  /** 0 = no assistant, or one that is not saved yet. */
  assistantId: number
  ownerId: number | null
  userId: number | null
  endUser: string | null
  /** The tool that has it asked. */
  tool: string | null
}

/** What a call of a model took. */
export interface Took {
  /** Undefined: the provider did not say. */
  usage: CallFigures | undefined
  /** How many pictures it made. */
  images?: number
  /** How many searches it put in order. */
  searches?: number
}

interface CallName {
  kind: 'embedding' | 'model' | 'image' | 'rerank'
  organizationId: number
  provider: string
  model: string
  /** Undefined: the server asks by itself, such as for the vectors of a document. */
  asked?: AskedFor | undefined
  /** The organization uses the system organization's provider. */
  fromSystem?: boolean | undefined
}

/** A call of a model that is no answer of an assistant. */
export type ModelCall = CallName & Took
export type MeteredCall = CallName & { estimate: Took }

/**
 * Sets aside in the budgets what the call may take, lets it happen, and writes down what it took, as `work` says. Throws quota_exceeded
 * before anything is asked where there is no room.
 */
export type MeasureCall = <T>(
  call: MeteredCall,
  work: (took: (took: Took) => void) => Promise<T>,
) => Promise<T>

/** Money in millionths. */
interface Spent {
  cost: number
  tokens: number
  requests: number
}

export interface ModelCallDeps {
  usage: UsageRecorder
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** Counts it in budgets, whether there is room or not. */
  charge(
    organizationId: number,
    spent: Spent,
    asked: AskedFor | undefined,
    fromSystem: boolean,
  ): Promise<void>
  /** Undefined where nothing is limited. */
  reserve(
    organizationId: number,
    wanted: Spent,
    asked: AskedFor | undefined,
    fromSystem: boolean,
  ): Promise<{ settle(spent: Spent): Promise<void> } | undefined>
  onError(error: unknown): void
}

const NOBODY: AskedFor = { assistantId: 0, ownerId: null, userId: null, endUser: null, tool: null }
const NOTHING: Spent = { cost: 0, tokens: 0, requests: 0 }

/** Calls of models that are no answers: questions of tools and of the server itself, pictures, vectors, rankings. */
export function createModelCalls({ usage, settingsOf, charge, reserve, onError }: ModelCallDeps) {
  const pricingOf = async (organizationId: number): Promise<Pricing> =>
    createPricing((await settingsOf(organizationId)).config.prices)

  function record(call: ModelCall, pricing: Pricing): Spent {
    const { kind, organizationId, provider, model, images = 0, searches = 0 } = call
    const { tool, ...whose } = call.asked ?? NOBODY
    const { inputTokens, outputTokens } = call.usage ?? { inputTokens: 0, outputTokens: 0 }
    const cost = pricing.costOf(provider, model, call.usage, images, searches)
    usage.record({
      kind,
      organizationId,
      ...whose,
      provider,
      model,
      inputTokens,
      outputTokens,
      cost,
      unpriced: cost === null ? 1 : 0,
      toolCalls: 0,
      outcome: 'ok',
      tool,
      units: images + searches,
      fromSystem: call.fromSystem,
    })
    return { cost: cost ?? 0, tokens: inputTokens + outputTokens, requests: requestsOf(call) }
  }

  /** Not awaited; never throws. */
  function note(call: ModelCall): void {
    void pricingOf(call.organizationId)
      .then((pricing) =>
        charge(call.organizationId, record(call, pricing), call.asked, call.fromSystem === true),
      )
      .catch(onError)
  }

  const measure: MeasureCall = async ({ estimate, ...call }, work) => {
    const pricing = await pricingOf(call.organizationId)
    const wanted = estimated(pricing, call, estimate)
    const held = await reserve(call.organizationId, wanted, call.asked, call.fromSystem === true)
    let took: Took | undefined
    let spent = NOTHING
    try {
      const result = await work((told) => {
        took = told
      })
      spent = record({ ...call, ...(took ?? { usage: undefined }) }, pricing)
      // Where a provider does not count, what was set aside has to do.
      if (!took?.usage) spent = wanted
      return result
    } catch (error) {
      if (took) spent = record({ ...call, ...took }, pricing)
      // A refused call cost nothing. A call whose reader left did.
      else if (!isAppError(error)) spent = estimated(pricing, call, heardNothing(estimate))
      throw error
    } finally {
      await held?.settle(spent)
    }
  }

  return { note, measure }
}

/**
 * Calls within an answer belong to its one request. A person who has a model write something outside of answers, such as a rubric, makes a
 * request of their own.
 */
const requestsOf = ({ kind, asked }: CallName): number =>
  kind === 'model' && asked?.userId != null && asked.assistantId === 0 && asked.tool === null ? 1 : 0

const heardNothing = ({ usage }: Took): Took => ({ usage: usage && { ...usage, outputTokens: 0 } })

/** What costs something counts for at least the least there is: at its end a budget holds up whatever it counts. */
function estimated(pricing: Pricing, call: CallName, { usage, images, searches }: Took): Spent {
  const { provider, model } = call
  const cost = pricing.costOf(provider, model, usage, images, searches)
  const tokens = usage ? usage.inputTokens + usage.outputTokens : 0
  return { cost: cost === 0 ? 0 : Math.max(1, cost ?? 0), tokens, requests: requestsOf(call) }
}

/** Pure. For whom a tool asks, when it runs in an answer. */
export const askedFor = (
  {
    caller,
    endUser,
    assistant,
  }: { caller: Caller; endUser?: string | undefined; assistant: { id: number; ownerId: number } },
  tool: string,
): AskedFor => ({
  assistantId: assistant.id,
  ownerId: assistant.ownerId,
  ...askingPerson({ caller, endUser }).record,
  tool,
})

/** Pure. For whom a model is asked outside of all answers: for a person who wants something of it. */
export const askedBy = ({ userId }: UserCaller): AskedFor => ({ ...NOBODY, userId })

/** Where usage is not counted, such as in tests. */
export const unmeasured: MeasureCall = (_call, work) => work(() => undefined)
