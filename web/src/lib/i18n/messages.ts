import { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from './languages.ts'
import { localeOf } from './locale.ts'

type Values = Record<string, string | number | Date>
/** As the build makes it: a text with placeholders is a list of parts. */
export type CompiledText = string | ConstructorParameters<typeof IntlMessageFormat>[0]
export interface CompiledTexts {
  readonly [key: string]: CompiledText | CompiledTexts
}

/** Texts with placeholders become functions of their values. */
export const toMessages = (texts: CompiledTexts, language: Language): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string'
        ? text
        : Array.isArray(text)
          ? toMessage(text, language)
          : toMessages(text as CompiledTexts, language),
    ]),
  )

function toMessage(parts: CompiledText & object, language: Language): (values: Values) => string {
  let message: IntlMessageFormat | undefined
  return (values) => {
    message ??= new IntlMessageFormat(parts, localeOf(language))
    return String(message.format(values))
  }
}
