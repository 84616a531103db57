import { IntlMessageFormat } from 'intl-messageformat'

/** Texts that have no values to fill in, from a file of `texts/`, where braces of a text are quoted. */
export const toTexts = <Texts extends object>(texts: Texts, language = 'en'): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, string | object]) => [
      key,
      typeof text === 'string' ? toText(text, language) : toTexts(text, language),
    ]),
  ) as Texts

const toText = (text: string, language: string): string =>
  String(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format())
