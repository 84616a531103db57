import { type Message, say, textOf } from '@bellwether/wire'
import { isAppError, messageOf, messageWithoutHost } from '../platform/errors.ts'
import { isSetupError } from '../platform/plain-errors.ts'
import type { ToolOutput } from './tool.ts'

export type Failed = Extract<ToolOutput, { ok: false }>

/** A failed output. The model reads the English text; the trace keeps the code, so that the app can translate it. */
export const toFailed = (
  message: string | Message,
  more: Pick<Failed, 'denied' | 'detail'> = {},
): Failed => ({
  ok: false,
  reason: textOf(message),
  ...(typeof message === 'string' ? {} : { message }),
  ...more,
})

const MAX_REASON = 300

/**
 * A failed call of a model that a tool made. The person who asks can't change how models are set up, so that reason is
 * only for the trace. Errors that are not meant for people are thrown again.
 */
export function toModelFailure(error: unknown, signal: AbortSignal): Failed {
  if (signal.aborted || !isAppError(error)) throw error
  if (isSetupError(error)) return toFailed(say('reasons.could_not_answer'), { detail: messageOf(error) })
  const message = messageWithoutHost(error)
  return { ...toFailed(message), reason: textOf(message).replace(/\s+/g, ' ').trim().slice(0, MAX_REASON) }
}

/** A failure with a message for people. Any other error is a bug. */
export class ToolFailure extends Error {
  readonly reason: string | Message
  /** The message with the host, for the trace and for admins. */
  readonly detail: string | Message

  constructor(message: string | Message, detail: string | Message = message) {
    super(textOf(message))
    this.reason = message
    this.detail = detail
  }
}
