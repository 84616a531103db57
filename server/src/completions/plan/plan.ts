import { say } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { AssistantForCompletion, AssistantRef } from '../../modules/assistants/index.ts'
import type { BudgetRules, SpendingService } from '../../modules/budgets/index.ts'
import type { OrganizationSettings } from '../../modules/organizations/index.ts'
import type { Caller } from '../../platform/caller.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { growingTo } from '../../platform/growing-to.ts'
import type { AnswerSlots } from '../../platform/rate-limit/answer-slots.ts'
import { estimateAnswer } from '../budget/estimate-tokens.ts'
import { type BudgetFit, dropsCalls, fitBudget } from '../budget/fit-budget.ts'
import { checkMessages, type IsPublicAddress } from '../openai/client-messages.ts'
import { requireRequestFits } from '../prompt-processors/prompt-limit.ts'
import type { AssistantDraft, CompletionOrder, Plan, PlanCompletion } from './completion-plan.ts'
import { type PrepareDeps, type Prepared, prepareAssistant } from './prepare-assistant.ts'
import { fastModel, isTask, toPlan } from './to-plan.ts'

export interface PlanDeps extends FindDeps {
  spending: Pick<SpendingService, 'rulesOf' | 'standings' | 'reserve'>
  slots: Pick<AnswerSlots, 'take' | 'waitForTest'>
  /** Whether this URL may be sent to a provider. */
  isPublicAddress: IsPublicAddress
}

export function createPlanner(deps: PlanDeps): PlanCompletion {
  const find = createAssistantFinder(deps)

  return async function planCompletion(order, caller) {
    // Without this, an assistant that uses this server as its provider or MCP server would call itself forever.
    if (caller.isLoopback && !order.debugBypass) throw forbidden(say('answers.calls_itself'))
    requireRequestFits(order.request)
    const { assistant, ready } = await find(order, caller)
    if (order.parent && ready.isOrchestrator) throw forbidden(say('answers.nested_assistants'))
    await checkMessages(order.request.messages, deps.isPublicAddress)
    const plan = toPlan(deps, order, caller, assistant, ready)
    // A preview calls no model, and its plan is not always run.
    if (order.debugBypass) return plan
    // The parent answer already holds a slot.
    if (order.parent || order.slot === 'held') return withinBudget(deps, plan, order, ready)
    const { simultaneousAnswers } = ready
    const release = await (order.slot
      ? deps.slots.waitForTest(plan.asking, order.slot.test, simultaneousAnswers)
      : deps.slots.take(plan.asking, simultaneousAnswers))
    try {
      const fitting = await withinBudget(deps, plan, order, ready)
      fitting.holds.release = release
      return fitting
    } catch (error) {
      release()
      throw error
    }
  }
}

/** Runs last: nothing may refuse the plan after a budget is reserved. */
async function withinBudget(
  deps: PlanDeps,
  plan: Plan,
  order: CompletionOrder,
  ready: ReadyAssistant,
): Promise<Plan> {
  if (!ready.budgets) return plan
  const { asking, assistant, model, pricing, prompt, tools } = plan
  const specs = tools.called.map(({ spec }) => spec)
  const fit = await fitBudget(
    {
      asking,
      assistant,
      model,
      pricing,
      callsTools: specs.length > 0,
      estimate: (callsTools) =>
        estimateAnswer(
          { params: model.params, functions: callsTools ? specs : [] },
          prompt.messages,
          prompt.template,
        ),
    },
    ready.budgets,
    {
      spending: deps.spending,
      isTask: isTask(order.request),
      fastModel: () => fastModel(deps, ready),
      quotes: () => deps.chooseModel(ready.organization, 'quotes', 'quotes'),
    },
  )
  return fitPlan(plan, fit)
}

function fitPlan(plan: Plan, { model, degraded, spending }: BudgetFit): Plan {
  const holds = { ...plan.holds, spending }
  if (!degraded) return { ...plan, holds }
  const isSourcesOnly = degraded.degrees.includes('sources_only')
  const { injected, called } = plan.tools
  return {
    ...plan,
    assistant: isSourcesOnly ? { ...plan.assistant, isSparing: true } : plan.assistant,
    model: { ...plan.model, ...model },
    tools: {
      ...plan.tools,
      // The output of another assistant or a judge is not a source, and it costs money.
      injected: isSourcesOnly ? injected.filter(({ tool }) => !tool.asksModels) : injected,
      called: dropsCalls(degraded) ? [] : called,
    },
    degraded,
    holds,
  }
}

interface FindDeps extends PrepareDeps {
  /**
   * Converts the stored settings if the organization wants that. The prompt stays the same, so the current
   * answer goes on with the old ones.
   */
  migrate(assistant: AssistantForCompletion): Promise<boolean>
  findAssistant(caller: Caller, ref: AssistantRef): Promise<AssistantForCompletion | undefined>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  settingsAt(organizationId: number, version: number): Promise<OrganizationSettings>
  /** Whether the caller may read the assistant's prompts, not only chat with it. */
  maySeePrompts(caller: Caller, assistant: AssistantForCompletion): boolean
  spending: Pick<SpendingService, 'rulesOf'>
}

interface ReadyAssistant extends Prepared {
  /** Undefined if nothing is limited. Cached with the rest: changing a budget increases the organization's version. */
  budgets: BudgetRules | undefined
}

interface FoundAssistant {
  assistant: Plan['assistant']
  ready: ReadyAssistant
}

/** Not used by any saved assistant. */
const DRAFT_ID = 0

/** Finds the assistant of a request and prepares everything that follows from its settings. */
function createAssistantFinder(deps: FindDeps) {
  const prepared = new LRUCache<string, ReadyAssistant>(growingTo(2000))

  async function prepareStored(
    assistant: AssistantForCompletion,
    isPreview: boolean,
  ): Promise<ReadyAssistant> {
    const { organization_id: organizationId, organization_version: version } = assistant
    const key = `${assistant.id}:${assistant.version}:${organizationId}:${version}`
    const cached = prepared.get(key)
    if (cached) return cached
    const organization = await deps.settingsAt(organizationId, version)
    await deps.migrate(assistant)
    const budgets = await deps.spending.rulesOf(organizationId, assistant.id)
    const ready = { ...prepareAssistant(deps, assistant, organization, { isPreview }), budgets }
    if (!isPreview) prepared.set(key, ready)
    return ready
  }

  async function openDraft(
    draft: AssistantDraft,
    caller: Caller,
    { debugBypass: isPreview = false, asStudent = false, changesNothing = false }: CompletionOrder,
  ): Promise<FoundAssistant> {
    if (caller.kind !== 'user') throw notFound('Assistant')
    const { organizationId, userId: ownerId } = caller
    const preparedDraft = prepareAssistant(deps, draft, await deps.settingsOf(organizationId), { isPreview })
    const ready = { ...preparedDraft, budgets: await deps.spending.rulesOf(organizationId, DRAFT_ID) }
    const assistant = { id: DRAFT_ID, name: 'draft', ownerId, organizationId, asStudent, changesNothing }
    return { assistant, ready }
  }

  return async (order: CompletionOrder, caller: Caller): Promise<FoundAssistant> => {
    const { assistant: target, parent, debugBypass: isPreview = false } = order
    if ('draft' in target) return openDraft(target.draft, caller, order)
    const row = await deps.findAssistant(parent?.rights ?? caller, target)
    if (!row) throw notFound('Assistant')
    if (isPreview && !deps.maySeePrompts(caller, row)) {
      throw forbidden(say('answers.prompt_hidden'))
    }
    const { id, name, owner_id: ownerId, organization_id: organizationId } = row
    const askedBy = parent?.rights.kind === 'user' ? { askedBy: parent.rights.userId } : {}
    const trial = {
      ...(order.asStudent ? { asStudent: true } : {}),
      ...(order.changesNothing ? { changesNothing: true } : {}),
    }
    const leader = parent ? { leaderId: parent.assistantId } : {}
    const assistant = { id, name, ownerId, organizationId, ...askedBy, ...leader, ...trial }
    return { assistant, ready: await prepareStored(row, isPreview) }
  }
}
