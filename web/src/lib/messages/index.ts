import { i18n, loadedTexts, loadTexts } from '../i18n/texts.svelte.ts'
import { fromBody, type ServerMessage, translate } from './server-message.ts'

export { fromBody, type ServerMessage } from './server-message.ts'

/** The server sends its messages in English, with a code and values for the translation. */
export function loadMessages(): void {
  if (i18n.language !== 'en') loadTexts('messages')
}

/** A server message in the user's language. */
export const inReadersLanguage = (message: ServerMessage): string =>
  i18n.language === 'en' ? message.text : translate(loadedTexts('messages'), message)

/** A text of a JSON body in the user's language; `source` is the object with the text and possibly a message code. */
export const messageText = (text: string, source: object): string => inReadersLanguage(fromBody(text, source))
