import { say } from '@bellwether/wire'
import type { AskFastModel } from '../../../completions/model-calls/ask-fast-model.ts'
import { askedBy } from '../../../modules/usage/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { AnswerSlots } from '../../../platform/rate-limit/answer-slots.ts'

const LIMIT_MS = 30_000
const MAX_LENGTH = 4000

/** Writes one or two sentences about an assistant, for its card in the list. */
export const createDescribeAssistant =
  ({ askFastModel, slots }: { askFastModel: AskFastModel; slots: Pick<AnswerSlots, 'during'> }) =>
  async (caller: UserCaller, draft: object): Promise<string> => {
    const facts = Object.entries(draft)
      .filter(([, value]) => typeof value === 'string' && value.trim() !== '')
      .map(([name, value]) => `${name}: ${String(value).slice(0, MAX_LENGTH)}`)
    if (facts.length === 0) throw badRequest(say('org_settings.describe_needs_text'))
    const messages = [
      {
        role: 'system',
        content:
          'Describe the assistant below to a student who may use it, in at most two plain sentences, in the language of its instructions. Answer with the description only.',
      },
      { role: 'user', content: facts.join('\n') },
    ]
    return slots.during({ caller }, () =>
      askFastModel(caller.organizationId, messages, AbortSignal.timeout(LIMIT_MS), askedBy(caller)),
    )
  }
