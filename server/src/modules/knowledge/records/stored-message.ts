import { type Message, readMessage, toMessageFields } from '@bellwether/wire'
import { parseOrEmpty } from './records.ts'

interface StoredMessage {
  error_message: string
  error_said: string | null
}

/** Columns of a document for the error that ended its processing. Pure. */
export const toStoredMessage = (message: string | Message): StoredMessage =>
  typeof message === 'string'
    ? { error_message: message, error_said: null }
    : {
        error_message: message.text,
        error_said: JSON.stringify({ code: message.code, params: message.params }),
      }

/** What clients need to translate the error of a document; nothing for errors of older versions. Pure. */
export function readStoredMessage({ error_said }: Pick<StoredMessage, 'error_said'>) {
  const message = error_said === null ? undefined : readMessage({ text: '', ...parseOrEmpty(error_said) })
  return typeof message === 'object' ? toMessageFields(message) : {}
}
