import { type DraftAssistant, draftCompletionRequestSchema } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { type ANSWERED, type Endpoint, endpoint, type Reply } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { AssistantDraft, CompletionOrder } from '../plan/completion-plan.ts'

export interface DraftRouteDeps {
  answerCompletion(
    exchange: Exchange,
    caller: UserCaller,
    order: CompletionOrder,
  ): Promise<typeof ANSWERED | Reply>
  /** Throws when the settings of a draft are wrong. */
  checkDraft(caller: UserCaller, draft: AssistantDraft): Promise<AssistantDraft>
}

/**
 * Chats with an assistant that is being edited. Nothing is saved; its tools run with the rights of the author, for the
 * author or for a student.
 */
export const createDraftRoutes = ({ answerCompletion, checkDraft }: DraftRouteDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/assistant-drafts/answer',
    tag: 'Assistants',
    summary: 'Try an unsaved assistant',
    description:
      'Answers with the settings in the request, in OpenAI’s format. Nothing is saved. With `as_student`, tools that students can’t use are left out: those that change something, unless the assistant allows it, and those of workspaces that no student may open.',
    access: 'author',
    body: draftCompletionRequestSchema,
    errors: 'openai',
    answer: 'events',
    async handle({ body: { assistant, as_student: asStudent, ...request }, caller, exchange }) {
      const draft = await checkDraft(caller, toDraft(assistant))
      return answerCompletion(exchange, caller, { assistant: { draft }, request, asStudent })
    },
  }),
]

export const toDraft = ({ metadata, ...form }: DraftAssistant): AssistantDraft => ({
  ...form,
  metadata: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
})
