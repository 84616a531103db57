import type { MessageParams, NestedMessage } from '@bellwether/wire'

/** A server text in English, with the code and parameters for its translation. */
export interface ServerMessage {
  text: string
  code?: string
  params?: MessageParams
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isParams = (value: unknown): value is MessageParams =>
  isRecord(value) &&
  Object.values(value).every((param) => ['string', 'number'].includes(typeof param) || isNested(param))

const isNested = (value: unknown): value is NestedMessage =>
  isRecord(value) &&
  typeof value['code'] === 'string' &&
  typeof value['text'] === 'string' &&
  isParams(value['params'])

const toMessage = (text: string, code: unknown, params: unknown): ServerMessage =>
  typeof code === 'string' && code !== '' ? { text, code, params: isParams(params) ? params : {} } : { text }

/** `source` is the JSON object with the text; it may have `message_code` and `message_params`. Pure. */
export const fromBody = (text: string, source: unknown): ServerMessage =>
  isRecord(source) ? toMessage(text, source['message_code'], source['message_params']) : { text }

/** The same from the headers of a response; the parameters are percent-encoded JSON. Pure. */
export function fromHeaders(text: string, header: (name: string) => string | null): ServerMessage {
  return toMessage(text, header('x-message-code'), decodeParams(header('x-message-params')))
}

function decodeParams(encoded: string | null): unknown {
  try {
    return JSON.parse(decodeURIComponent(encoded ?? ''))
  } catch {
    return undefined
  }
}

/** The text in the language of the messages, or the server's English text if there is no translation. Pure. */
export function translate(messages: object | undefined, { text, code, params = {} }: ServerMessage): string {
  const message = messages && code !== undefined ? find(messages, code) : undefined
  if (typeof message === 'string') return message
  if (typeof message !== 'function') return text
  const values = Object.entries(params).map(([name, param]) => [
    name,
    typeof param === 'object' ? translate(messages, param) : param,
  ])
  try {
    return String(message(Object.fromEntries(values)))
  } catch {
    // A value is missing: an older server sent the message.
    return text
  }
}

/** `documents.too_large`: a text of a group. */
function find(messages: object, code: string): unknown {
  const [group = '', name = ''] = code.split('.')
  return ownValue(ownValue(messages, group), name)
}

const ownValue = (object: unknown, key: string): unknown =>
  isRecord(object) && Object.hasOwn(object, key) ? object[key] : undefined
