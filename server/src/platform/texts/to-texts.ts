import { IntlMessageFormat } from 'intl-messageformat'

interface TextTree {
  readonly [key: string]: string | TextTree
}

/**
 * Texts of a file of `texts/`: those with placeholders become functions of their values. What a language lacks is in
 * English. Pure.
 */
export const toTexts = (english: TextTree, own: TextTree = english, language = 'en'): object =>
  Object.fromEntries(
    Object.entries(english).map(([key, value]) => {
      const translated = own[key]
      if (typeof value !== 'string')
        return [key, toTexts(value, typeof translated === 'object' ? translated : {}, language)]
      return typeof translated === 'string' && translated !== ''
        ? [key, toText(translated, language)]
        : [key, toText(value, 'en')]
    }),
  )

type Values = Readonly<Record<string, string | number>>

function toText(text: string, language: string): string | ((values: Values) => string) {
  if (!text.includes('{')) return text
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  // Braces that belong to the text are quoted: then it has no values either.
  const isPlain = format.getAst().every((part) => part.type === 0)
  return isPlain ? String(format.format()) : (values) => String(format.format(values))
}
