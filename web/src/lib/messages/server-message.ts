import {
  formatMessage,
  type MessageParams,
  type NestedMessage,
} from '@bellwether/wire/messages/format-message'

/** A server text in English, with the code and parameters for its translation. */
export interface ServerMessage {
  text: string
  code?: string
  params?: MessageParams
}

/** The translations of one language, by message code. */
export type Catalogue = Readonly<Record<string, string | undefined>>

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

/** The text in the language of the catalogue, or the server's English text if there is no translation. Pure. */
export function translate(catalogue: Catalogue, { text, code, params }: ServerMessage): string {
  const translated = code !== undefined && Object.hasOwn(catalogue, code) ? catalogue[code] : undefined
  return translated === undefined
    ? text
    : formatMessage(translated, params, (nested) => translate(catalogue, nested))
}
