import { isObject } from '../../platform/is-object.ts'

const MAX_MESSAGES = 10_000

/**
 * Whether a parsed body is a request as most clients send it: a model and messages of plain text. The schema accepts
 * these as they are, but takes more time than all other checks of a request together. Anything else, right or wrong,
 * is for the schema. Pure.
 */
export function isOrdinaryRequest(body: unknown): boolean {
  if (!isObject(body)) return false
  const { model, messages, stream, prompt, stream_options: options, metadata } = body
  return (
    typeof model === 'string' &&
    model !== '' &&
    (stream === undefined || typeof stream === 'boolean') &&
    prompt === undefined &&
    options === undefined &&
    metadata === undefined &&
    isPlainObject(body) &&
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.length <= MAX_MESSAGES &&
    messages.every(isOrdinaryMessage)
  )
}

const isOrdinaryMessage = (message: unknown): boolean =>
  isObject(message) &&
  typeof message['role'] === 'string' &&
  message['role'] !== '' &&
  typeof message['content'] === 'string' &&
  isPlainObject(message)

/** JSON may have a field `__proto__`, which the schema leaves out. */
const isPlainObject = (value: object): boolean =>
  !Array.isArray(value) &&
  !Object.hasOwn(value, '__proto__') &&
  Object.getPrototypeOf(value) === Object.prototype
