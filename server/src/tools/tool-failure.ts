import { type Message, textOf } from '@bellwether/wire'
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

/** A failure with a message for people. Any other error is a bug. */
export class ToolFailure extends Error {
  readonly said: string | Message
  /** The message with the host, for the trace and for admins. */
  readonly detail: string | Message

  constructor(message: string | Message, detail: string | Message = message) {
    super(textOf(message))
    this.said = message
    this.detail = detail
  }
}
