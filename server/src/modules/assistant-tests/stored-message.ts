import { type Message, parseJsonObject, readMessage, toMessageBody } from '@bellwether/wire'

/** A message for a column. */
export const toStoredMessage = (message: string | Message): string =>
  JSON.stringify(
    typeof message === 'string'
      ? { text: message }
      : { text: message.text, code: message.code, params: message.params },
  )

/** As the fields of a JSON body. */
export function readStoredMessage(stored: string | null) {
  const message = stored === null ? undefined : readMessage(parseJsonObject(stored))
  return message === undefined ? null : toMessageBody(message)
}
