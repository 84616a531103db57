import { i18n, type Language } from '../i18n/index.ts'
import { type Catalogue, fromBody, type ServerMessage, translate } from './server-message.ts'

/** Loaded on demand: users need at most one of them, and the first page none. */
const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  es: async () => (await import('./es/index.ts')).es,
  ca: async () => (await import('./ca/index.ts')).ca,
  eu: async () => (await import('./eu/index.ts')).eu,
}

let catalogues = $state.raw<Partial<Record<Language, Catalogue>>>({ en: {} })

/** Loads the translations of a language once. If that fails, the server's English texts are shown. */
export async function loadMessages(language: Language): Promise<void> {
  if (language === 'en' || catalogues[language]) return
  const catalogue = await LOADERS[language]().catch(() => undefined)
  if (catalogue) catalogues = { ...catalogues, [language]: catalogue }
}

/** A server message in the user's language. */
export const inReadersLanguage = (message: ServerMessage): string =>
  translate(catalogues[i18n.language] ?? {}, message)

/** A text of a JSON body in the user's language; `source` is the object with the text and possibly a message code. */
export const messageText = (text: string, source: object): string => inReadersLanguage(fromBody(text, source))
