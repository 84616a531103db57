import * as z from 'zod'
import { fieldMessageOf } from './fields.ts'
import type { MessageParams } from './format-message.ts'
import { isMessageCode, MESSAGES, type Message, type MessageCode } from './messages.ts'

const nestedMessage = z.object({
  code: z.string(),
  params: z.record(z.string(), z.unknown()),
  text: z.string(),
})

const storedMessage = z.object({
  code: z.string().optional(),
  params: z
    .record(z.string(), z.union([z.string(), z.number(), nestedMessage]))
    .catch({})
    .transform((params) => params as MessageParams),
  text: z.string(),
})

/** Added to an English text in a JSON body, so that clients can translate it. */
export const messageFields = {
  message_code: z.string().optional().meta({ description: 'Code of the message, for translation' }),
  message_params: z
    .record(z.string(), z.union([z.string(), z.number(), nestedMessage]))
    .optional()
    .meta({
      description:
        'Values of the placeholders of the translated message: texts, numbers, or messages with a code, parameters and English text',
    }),
}

/** A message as an object of a JSON body. */
export const messageSchema = z.object({ message: z.string(), ...messageFields })

export const toMessageFields = ({ code, params }: Pick<Message, 'code' | 'params'>) => ({
  message_code: code,
  message_params: { ...params },
})

/** Tells a message from the value that it stands in for. */
export const isMessage = (value: object | undefined): value is Message =>
  value !== undefined && 'code' in value && 'params' in value && 'text' in value

/** The English text of a message. */
export const textOf = (message: string | Message): string =>
  typeof message === 'string' ? message : message.text

/** A message as the fields of a JSON body. A text alone has no code. */
export const toMessageBody = (message: string | Message) =>
  typeof message === 'string' ? { message: message } : { message: message.text, ...toMessageFields(message) }

/** The message of a JSON body, to be part of another message. Pure. */
export const readMessageBody = (body: z.infer<typeof messageSchema>): string | Message =>
  readMessage({ text: body.message, code: body.message_code, params: body.message_params }) ?? body.message

/**
 * A message that was stored as JSON. Older versions stored only the text; a code that no longer exists is left out.
 * Pure.
 */
export function readMessage(stored: unknown): string | Message | undefined {
  if (typeof stored === 'string') return stored
  const read = storedMessage.safeParse(stored).data
  if (!read) return undefined
  const { code, params, text } = read
  return isMessageCode(code) ? { code, params, text } : text
}

/** A message for a text column. Texts without a code stay as they are. */
export const toStoredText = (message: string | Message): string =>
  typeof message === 'string' ? message : JSON.stringify(message)

/** A message from a text column, where older versions stored only the text. Pure. */
export function readStoredText(stored: string): string | Message {
  if (!stored.startsWith('{')) return stored
  try {
    return readMessage(JSON.parse(stored)) ?? stored
  } catch {
    return stored
  }
}

const codesByText: ReadonlyMap<string, MessageCode> = /* @__PURE__ */ new Map(
  [...MESSAGES].filter(([, text]) => !text.includes('{')).map(([code, text]) => [text, code as MessageCode]),
)

/** The message with exactly this text: one without placeholders, or of a field. Schemas only keep texts. */
export function findMessage(text: string): Message | undefined {
  const code = codesByText.get(text)
  return code ? { code, params: {}, text } : fieldMessageOf(text)
}
