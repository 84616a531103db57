import { isMessageCode, type Message, type MessageParams, parseJsonObject } from '@bellwether/wire'

/** A message for a column. */
export const toStoredMessage = (message: string | Message): string =>
  JSON.stringify(
    typeof message === 'string'
      ? { text: message }
      : { text: message.text, code: message.code, params: message.params },
  )

/** As the fields of a JSON body. */
export function readStoredMessage(stored: string | null) {
  const read = stored === null ? undefined : parseJsonObject(stored)
  if (!read || typeof read.text !== 'string') return null
  if (!isMessageCode(read.code)) return { message: read.text }
  return {
    message: read.text,
    message_code: read.code,
    message_params: { ...(read.params as MessageParams) },
  }
}
