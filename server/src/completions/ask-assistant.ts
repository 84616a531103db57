import { say } from '@bellwether/wire'
import { type AppError, isAppError, messageOf } from '../platform/errors.ts'
import type { Answered, AskAssistant } from '../tools/assistant/assistant.tool.ts'
import { toFailed } from '../tools/tool-failure.ts'
import type { RunToText } from './run-to-text.ts'
import { ownerRights } from './tools/access/owner-rights.ts'

/**
 * Lets an assistant ask another one. The other assistant is looked up with the rights of the asking
 * assistant's owner and answers for the person who asks.
 */
export const createAskAssistant =
  (runToText: RunToText): AskAssistant =>
  async ({
    assistantId,
    askingId,
    owner,
    asStudent,
    changesNothing,
    query,
    model,
    caller,
    endUser,
    signal,
    traceId,
    tell,
    onSpent,
  }): Promise<Answered> => {
    const order = {
      assistant: { id: assistantId },
      request: { messages: [{ role: 'user', content: query }], stream: true },
      endUser,
      parent: { rights: ownerRights(owner), traceId, assistantId: askingId },
      asStudent,
      changesNothing,
      model,
    }
    try {
      const origin = { door: 'assistant', requestModel: null, parentId: traceId }
      const { text, sources, usage } = await runToText({ order, caller, origin, signal, tell, onSpent })
      return text === ''
        ? toFailed(say('reasons.no_answer'))
        : { ok: true, content: text, sources, within: usage }
    } catch (error) {
      if (signal.aborted || !isAppError(error)) throw error
      return toRefusal(error, assistantId)
    }
  }

function toRefusal(error: AppError, assistantId: number): Answered {
  if (error.code === 'not_found')
    return toFailed(say('reasons.assistant_not_found', { id: assistantId }), { denied: true })
  if (error.code === 'forbidden') return toFailed(messageOf(error), { denied: true })
  if (error.code === 'quota_exceeded') return toFailed(messageOf(error))
  // The trace shows authors why; the model and students don't need to know.
  const detail = say('reasons.could_not_answer_because', { reason: messageOf(error) })
  return toFailed(say('reasons.could_not_answer'), { detail })
}
