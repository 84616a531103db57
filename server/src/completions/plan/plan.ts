import type { CompletionRequest } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { ChatMessage, Connector } from '../../connectors/connector.ts'
import {
  type AssistantForCompletion,
  type AssistantRef,
  REFUSED_CALL,
} from '../../modules/assistants/index.ts'
import type { BudgetRules, Spending, SpendingService } from '../../modules/budgets/index.ts'
import type { OrganizationSettings } from '../../modules/organizations/index.ts'
import { smallFastModel } from '../../modules/organizations/index.ts'
import type { Redactor } from '../../modules/traces/index.ts'
import type { Pricing } from '../../modules/usage/index.ts'
import type { AnswerSlots, ReleaseSlot } from '../../platform/answer-slots.ts'
import { askingPerson } from '../../platform/asking-person.ts'
import type { Caller } from '../../platform/caller.ts'
import { badRequest, forbidden, notFound } from '../../platform/errors.ts'
import { growingTo } from '../../platform/growing-to.ts'
import type { Language } from '../../platform/languages.ts'
import type { AskedAssistant } from '../../tools/tool.ts'
import { type Degraded, withinBudget } from '../budget/within-budget.ts'
import type { LeftOut } from '../context/entry-tools.ts'
import type { InjectedTool } from '../context/gather-context.ts'
import { type ModelChoice, toolModelOf } from '../models/choose-model.ts'
import { checkMessages, type IsPublicAddress } from '../openai/client-messages.ts'
import { bringsFunctions, policyOf, readClientParams, requireSupported } from '../openai/client-params.ts'
import type { PromptInput, PromptProcessor } from '../prompt-processors/prompt-processor.ts'
import type { CalledTool } from '../tools/called-tools.ts'
import { capTokens, type RunLimits } from './answer-limits.ts'
import { type PrepareDeps, type Prepared, prepareAssistant } from './prepare-assistant.ts'
import { isTask } from './task-routing.ts'

export interface PlanDeps extends PrepareDeps {
  /** Brings the stored form up to date where the organization wants that. Its prompt does not change, so this answer goes on with what it has. */
  migrate(assistant: AssistantForCompletion): Promise<boolean>
  findAssistant(caller: Caller, ref: AssistantRef): Promise<AssistantForCompletion | undefined>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  settingsAt(organizationId: number, version: number): Promise<OrganizationSettings>
  /** Whether the caller may read the assistant's prompts, not only chat with it. */
  maySeePrompts(caller: Caller, assistant: AssistantForCompletion): boolean
  spending: Pick<SpendingService, 'rulesOf' | 'standings' | 'reserve'>
  slots: Pick<AnswerSlots, 'take'>
  /** Whether a provider may be pointed to this address. */
  isPublicAddress: IsPublicAddress
}

/** An assistant as it stands in a form, before it is saved. */
export type AssistantDraft = Pick<
  AssistantForCompletion,
  'system_prompt' | 'prompt_template' | 'metadata' | 'rag_collections' | 'rag_top_k'
>

export interface CompletionOrder {
  /** A draft is tried out by whoever writes it, with their own rights. */
  assistant: AssistantRef | { draft: AssistantDraft }
  request: CompletionRequest
  /** Show what the model would get, instead of asking it. */
  debugBypass?: boolean
  /** The person behind a trusted forwarder. */
  endUser?: string | undefined
  /** Another assistant asks, for the caller: with the rights of its owner, and within its answer. */
  within?: { rights: Caller; traceId: string; assistantId: number }
  /** The door has kept the workspace as it was before this question. */
  hasCheckpoint?: boolean
  /** The reader's language, for what the server itself has to say. */
  language?: Language
  /** Instead of the assistant's own; `fast` = the organization's small fast model. */
  model?: string | undefined
}

/** Everything that can be refused has been checked: what is left can only fail at the provider. */
export interface Plan {
  assistant: AskedAssistant & { name: string }
  caller: Caller
  endUser: string | undefined
  language?: Language
  connector: Connector
  settings: unknown
  model: string
  /** Asked once when the first model fails, where the settings allow it. */
  fallbackModel: string | undefined
  /** The provider is the system organization's, which counts what is used of it. */
  fromSystem?: boolean
  /** The model that was wanted and that the organization does not list. */
  insteadOf?: string
  /** Chooses which functions to call; the plan's own model answers. Undefined: the plan's own model does both. */
  toolModel?: ModelChoice | undefined
  /** Whether the organization or the assistant wants another model to answer where the first one fails. */
  mayFallBack?: boolean
  /** How long the provider may take to begin its answer, repeated calls included. */
  firstByteMs?: number
  params: Record<string, unknown>
  /** What the client wanted to set and the assistant's policy does not allow. */
  ignoredParams?: readonly string[]
  messages: readonly ChatMessage[]
  /** Undefined: the messages go to the model as they are. */
  prompt: (Omit<PromptInput, 'messages' | 'insertions'> & { process: PromptProcessor }) | undefined
  injected: readonly InjectedTool[]
  /** Functions for the model. Empty when the client brings functions of its own: then its calls are its own matter. */
  called: readonly CalledTool[]
  /** What the assistant lists and this server can't run. */
  leftOut?: readonly LeftOut[]
  /** Whether tools that change things may run: for the owner, or where the owner allows it to everybody. */
  allowsChanges: boolean
  hasCheckpoint?: boolean
  stream: boolean
  /** Whether status events are wanted in a stream. */
  includeStatus: boolean
  /** `content`: status lines are written into the answer, for chat pages that show nothing else. */
  statusStyle: 'event' | 'content'
  includeUsage: boolean
  /** Longest time one tool may take, unless its entry says otherwise. */
  toolTimeoutMs: number
  /** So often the model may call tools; then it has to answer. */
  maxToolIterations: number
  trace: TracePlan
  /** What models cost here. */
  pricing?: Pricing
  limits?: RunLimits
  /** What is set aside in budgets; undefined where there are none. */
  spending?: Spending | undefined
  /** Gives back the place among the answers that the person may have in progress. */
  release?: ReleaseSlot
  /** What a budget that is nearly used up made of the plan. */
  degraded?: Degraded | undefined
}

export interface TracePlan {
  /** Whether the organization keeps traces at all. */
  keep: boolean
  /** Whether what the model gets is kept too. */
  verbose: boolean
  redact: Redactor
}

interface PreparedStored extends Prepared {
  /** Undefined: nothing is limited. Cached with the rest: a budget that changes moves its organization's version on. */
  budgets: BudgetRules | undefined
}

/** Awaited before the first byte, so that a refusal is an HTTP status whether or not the answer is streamed. */
export function createPlanner(deps: PlanDeps) {
  const prepared = new LRUCache<string, PreparedStored>(growingTo(2000))

  async function prepareStored(assistant: AssistantForCompletion): Promise<PreparedStored> {
    const { organization_id: organizationId, organization_version: version } = assistant
    const key = `${assistant.id}:${assistant.version}:${organizationId}:${version}`
    const known = prepared.get(key)
    if (known) return known
    const organization = await deps.settingsAt(organizationId, version)
    await deps.migrate(assistant)
    const budgets = await deps.spending.rulesOf(organizationId, assistant.id)
    const made = { ...prepareAssistant(deps, assistant, organization), budgets }
    prepared.set(key, made)
    return made
  }

  async function find(
    order: CompletionOrder,
    caller: Caller,
  ): Promise<{ assistant: Plan['assistant']; ready: PreparedStored }> {
    if ('draft' in order.assistant) {
      if (caller.kind !== 'user') throw notFound('Assistant')
      const { organizationId, userId: ownerId } = caller
      const made = prepareAssistant(deps, order.assistant.draft, await deps.settingsOf(organizationId))
      const ready = { ...made, budgets: await deps.spending.rulesOf(organizationId, DRAFT_ID) }
      return { assistant: { id: DRAFT_ID, name: 'draft', ownerId, organizationId }, ready }
    }
    const row = await deps.findAssistant(order.within?.rights ?? caller, order.assistant)
    if (!row) throw notFound('Assistant')
    if (order.debugBypass && !deps.maySeePrompts(caller, row)) {
      throw forbidden('Only those who may read this assistant’s prompts can see what the model gets')
    }
    const { id, name, owner_id: ownerId, organization_id: organizationId } = row
    const { rights, assistantId: leaderId } = order.within ?? {}
    const asked = rights?.kind === 'user' ? { askedBy: rights.userId } : {}
    const leader = leaderId === undefined ? {} : { leaderId }
    const assistant = { id, name, ownerId, organizationId, ...asked, ...leader }
    return { assistant, ready: await prepareStored(row) }
  }

  /** The last step: what sets something aside in a budget must not be refused for another reason afterwards. */
  async function planCompletion(order: CompletionOrder, caller: Caller): Promise<Plan> {
    // Otherwise an assistant that has this server as its provider, or as a server of its tools, asks itself without end.
    if (caller.isOurselves && !order.debugBypass) throw forbidden(ASKS_ITSELF)
    const { assistant, ready } = await find(order, caller)
    if (order.within && ready.leadsOthers) throw forbidden(REFUSED_CALL)
    await checkMessages(order.request.messages, deps.isPublicAddress)
    const plan = toPlan(order, caller, assistant, ready)
    // Showing a prompt asks nobody, and is not always run.
    if (order.debugBypass) return plan
    // An assistant that is asked by another one is a part of that answer.
    if (order.within) return budgeted(plan, order, ready)
    const release = await deps.slots.take(plan, ready.simultaneousAnswers)
    try {
      return { ...(await budgeted(plan, order, ready)), release }
    } catch (error) {
      release()
      throw error
    }
  }

  async function budgeted(plan: Plan, order: CompletionOrder, ready: PreparedStored): Promise<Plan> {
    if (!ready.budgets) return plan
    const { organization } = ready
    return withinBudget(plan, ready.budgets, {
      spending: deps.spending,
      isTask: isTask(order.request),
      fastModel: () => fastModel(ready),
      quotes: () => deps.chooseModel(organization, 'quotes', 'quotes'),
    })
  }

  function toPlan(
    order: CompletionOrder,
    caller: Caller,
    assistant: Plan['assistant'],
    ready: Prepared,
  ): Plan {
    const { request } = order
    const { metadata, organization, injected, called } = ready
    const target = order.model ? otherModel(order.model, ready) : ready.target
    const ours = !bringsFunctions(request) && target.connector.capabilities.functions ? called : []
    const prompt = ready.prompt && {
      ...ready.prompt,
      functions: ours.map(({ spec }) => spec.name),
      identity: askingPerson({ caller, endUser: order.endUser }).identity,
    }
    const client = readClientParams(request, policyOf(metadata['client_policy']))
    const base = {
      assistant,
      caller,
      endUser: order.endUser,
      language: order.language ?? 'en',
      messages: request.messages,
      stream: request.stream === true,
      includeUsage: request.stream_options?.include_usage === true,
      includeStatus: request.stream_options?.['include_status'] !== false,
      params: capTokens({ ...client.params, ...metadata.model_params }, ready.limits),
      ignoredParams: client.ignored,
      statusStyle: metadata['status_style'] === 'content' ? ('content' as const) : ('event' as const),
      toolTimeoutMs: metadata.tool_timeout_ms,
      maxToolIterations: metadata.max_tool_iterations,
      leftOut: ready.leftOut,
      hasCheckpoint: order.hasCheckpoint === true,
      allowsChanges: metadata['allow_side_effects'] === true || isOwnerAsking(caller, assistant),
      mayFallBack: mayFallBack(metadata['model_fallback'], organization),
      firstByteMs: deps.config.UPSTREAM_FIRST_BYTE_MS,
      trace: ready.trace,
      pricing: ready.pricing,
      limits: ready.limits,
    }
    if (order.debugBypass) {
      return {
        ...base,
        ...deps.chooseModel(organization, 'bypass', 'debug-bypass'),
        prompt,
        injected,
        called: [],
      }
    }
    if (!isTask(request)) {
      requireSupported(target.connector, client.params)
      if (ours.length > 0 && Number(client.params['n'] ?? 1) > 1)
        throw badRequest('n: an assistant that calls tools gives one answer per request', { param: 'n' })
      const chooser = ours.length > 0 ? toolModel(ready, target) : undefined
      return { ...base, ...target, prompt, injected, called: ours, toolModel: chooser }
    }

    const forTask = fastModel(ready) ?? target
    if (!forTask.connector.capabilities.text || forTask.connector.capabilities.context) {
      throw badRequest(
        'Titles and tags need a small fast model; an organization admin can choose one in the settings',
      )
    }
    return { ...base, ...forTask, prompt: undefined, injected: [], called: [] }
  }

  /** Cheaper, as a rule: what another assistant asks this one in passing. */
  function otherModel(wanted: string, ready: Prepared): ModelChoice {
    const { organization, metadata } = ready
    if (wanted !== 'fast') return deps.chooseModel(organization, metadata.connector, wanted)
    return fastModel(ready) ?? ready.target
  }

  function fastModel({ organization, metadata }: Prepared): ModelChoice | undefined {
    const fast = smallFastModel(organization, deps.config, metadata.connector)
    return fast && deps.chooseModel(organization, fast.provider, fast.model)
  }

  /** Undefined: the assistant's own model chooses. */
  function toolModel(ready: Prepared, own: ModelChoice): ModelChoice | undefined {
    const { metadata, organization } = ready
    const wanted = toolModelOf(metadata, organization)
    const found = wanted === '' ? undefined : otherModel(wanted, ready)
    if (!found?.connector.capabilities.functions || found.insteadOf !== undefined) return undefined
    return found.model === own.model && found.connector.name === own.connector.name ? undefined : found
  }

  return planCompletion
}

/** For a plan that will not be run: it spends nothing, and its place is free again. */
export async function giveBack({ spending, release }: Plan): Promise<void> {
  release?.()
  await spending?.settle({ cost: 0, tokens: 0, requests: 0 })
}

/** The assistant's own word counts, else the organization's; nothing said means no. */
const mayFallBack = (own: unknown, { config }: OrganizationSettings): boolean =>
  typeof own === 'boolean' ? own : config.model_fallback === true

/**
 * The owner, in their own words: not those of people whom a key of theirs forwards, nor those that somebody else's assistant makes up when
 * the owner asks that one.
 */
const isOwnerAsking = (caller: Caller, { ownerId, askedBy = ownerId }: Plan['assistant']): boolean =>
  askingPerson({ caller }).userId === ownerId && askedBy === ownerId

const ASKS_ITSELF =
  'An assistant can’t reach another one of the same server from outside; use the tool “Another assistant”'

/** No assistant has this number. */
const DRAFT_ID = 0

export type PlanCompletion = ReturnType<typeof createPlanner>
