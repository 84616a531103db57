import { say } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { AssistantForCompletion, AssistantRef } from '../../modules/assistants/index.ts'
import type { BudgetRules, SpendingService } from '../../modules/budgets/index.ts'
import type { OrganizationSettings } from '../../modules/organizations/index.ts'
import type { Caller } from '../../platform/caller.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { growingTo } from '../../platform/growing-to.ts'
import type { AssistantDraft, CompletionOrder, Plan } from './completion-plan.ts'
import { type PrepareDeps, type Prepared, prepareAssistant } from './prepare-assistant.ts'

export interface FindDeps extends PrepareDeps {
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

export interface ReadyAssistant extends Prepared {
  /** Undefined if nothing is limited. Cached with the rest: changing a budget increases the organization's version. */
  budgets: BudgetRules | undefined
}

export interface FoundAssistant {
  assistant: Plan['assistant']
  ready: ReadyAssistant
}

/** Not used by any saved assistant. */
const DRAFT_ID = 0

/** Finds the assistant of a request and prepares everything that follows from its settings. */
export function createAssistantFinder(deps: FindDeps) {
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
