import { requireAuthor } from '../../../modules/assistants/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { AssistantDraft } from '../../plan/completion-plan.ts'
import type { createCheckSettings } from './check-settings.ts'

/** Applies the rules for saving, so that a draft that can be tried can also be saved. */
export const createCheckDraft =
  (checkSettings: ReturnType<typeof createCheckSettings>) =>
  async (caller: UserCaller, draft: AssistantDraft): Promise<AssistantDraft> => {
    requireAuthor(caller)
    const { metadata } = await checkSettings(caller, {
      ownerId: caller.userId,
      organizationId: caller.organizationId,
      assistantId: undefined,
      isStrict: true,
      form: { ...draft, name: 'draft', description: '' },
    })
    return { ...draft, metadata }
  }
