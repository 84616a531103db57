import { commonMessages, notFoundMessages } from './common.ts'
import { formatMessage, type MessageParams, type ParamsOf } from './format-message.ts'

/**
 * Everything the server tells a person, by code, in English. Responses carry the code and the parameters besides the English text, so
 * that the web app can say it in its own language (`web/src/lib/messages`).
 */
export const MESSAGES = {
  ...commonMessages,
  ...notFoundMessages,
} as const

export type MessageCode = keyof typeof MESSAGES

type ParamsFor<Code extends MessageCode> = ParamsOf<(typeof MESSAGES)[Code]>

/** A message with its English text. */
export interface Message {
  code: MessageCode
  params: MessageParams
  text: string
}

/** The parameters are checked against the text: one that is missing or misspelt does not compile. */
export function say<Code extends MessageCode>(
  code: Code,
  ...[params]: [keyof ParamsFor<Code>] extends [never] ? [] : [ParamsFor<Code>]
): Message {
  const given: MessageParams = params ?? {}
  return { code, params: given, text: formatMessage(MESSAGES[code], given) }
}

export const isMessageCode = (code: unknown): code is MessageCode =>
  typeof code === 'string' && Object.hasOwn(MESSAGES, code)
