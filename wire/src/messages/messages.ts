import english from '../../../texts/en/messages.json' with { type: 'json' }
import type { MessageValues } from '../../../texts/types.d.ts'
import { formatMessage, type MessageParam, type MessageParams } from './format-message.ts'

/** What each message has placeholders for, by its code: `documents.too_large`. */
type TextsOfMessagesJson = MessageValues<MessageParam>

export type MessageCode = keyof TextsOfMessagesJson

/**
 * All server messages for people, by code, in English. Responses contain the code and the parameters besides the
 * English text, so that the web app can translate it.
 */
export const MESSAGES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  Object.entries(english).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text]),
  ),
)

/** A message with its English text. */
export interface Message {
  code: MessageCode
  params: MessageParams
  text: string
}

/** The parameters are checked against the text: one that is missing or misspelt does not compile. */
export const say = <Code extends MessageCode>(
  code: Code,
  ...[params]: [keyof TextsOfMessagesJson[Code]] extends [never] ? [] : [TextsOfMessagesJson[Code]]
): Message => fill(code, { ...params })

/** A message whose parameters are known only at run time. */
export const fill = (code: MessageCode, params: MessageParams): Message => ({
  code,
  params,
  text: formatMessage(MESSAGES.get(code) ?? code, params),
})

export const isMessageCode = (code: unknown): code is MessageCode =>
  typeof code === 'string' && MESSAGES.has(code)

type InGroup<Group extends string> = Extract<MessageCode, `${Group}${string}`>

export const isNotFoundCode = (code: string): code is InGroup<'not_found.'> =>
  code.startsWith('not_found.') && isMessageCode(code)

export const isKindCode = (code: string): code is InGroup<'parts.kind_'> =>
  code.startsWith('parts.kind_') && isMessageCode(code)
