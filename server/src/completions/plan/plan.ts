import { say } from '@bellwether/wire'
import type { SpendingService } from '../../modules/budgets/index.ts'
import type { AnswerSlots } from '../../platform/answer-slots.ts'
import { forbidden } from '../../platform/errors.ts'
import { dropsCalls } from '../budget/degraded.ts'
import { estimateAnswer } from '../budget/estimate-tokens.ts'
import { type BudgetFit, fitBudget } from '../budget/fit-budget.ts'
import { checkMessages, type IsPublicAddress } from '../openai/client-messages.ts'
import { requireRequestFits } from '../prompt-processors/prompt-limit.ts'
import type { CompletionOrder, Plan, PlanCompletion } from './completion-plan.ts'
import { createAssistantFinder, type FindDeps, type ReadyAssistant } from './find-assistant.ts'
import { fastModel } from './plan-models.ts'
import { isTask } from './task-routing.ts'
import { toPlan } from './to-plan.ts'

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
