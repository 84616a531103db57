import * as z from 'zod'
import { MESSAGES, type Message, type MessageCode } from './messages.ts'

/** Added to an English text in a JSON body, so that clients can translate it. */
export const messageFields = {
  message_code: z.string().optional().meta({ description: 'Code of the message, for translation' }),
  message_params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .meta({ description: 'Values of the placeholders of the translated message' }),
}

export const toMessageFields = ({ code, params }: Pick<Message, 'code' | 'params'>) => ({
  message_code: code,
  message_params: { ...params },
})

/** A message as the fields of a JSON body. A text alone has no code. */
export const toMessageBody = (message: string | Message) =>
  typeof message === 'string' ? { message: message } : { message: message.text, ...toMessageFields(message) }

const codesByText: ReadonlyMap<string, MessageCode> = new Map(
  Object.entries(MESSAGES)
    .filter(([, text]) => !/\{\w+\}/.test(text))
    .map(([code, text]) => [text, code as MessageCode]),
)

/** The message with exactly this text, if it has no placeholders. Schemas only keep texts. */
export function findMessage(text: string): Message | undefined {
  const code = codesByText.get(text)
  return code && { code, params: {}, text }
}
