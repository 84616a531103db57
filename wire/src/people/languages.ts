import names from '../../../texts/languages.json' with { type: 'json' }

/** The languages of the product: those of `texts/languages.json`, with their own names. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = names

export type Language = keyof typeof names

export const LANGUAGES = Object.keys(names) as [Language, ...Language[]]

export const isLanguage = (text: string | null | undefined): text is Language =>
  LANGUAGES.some((language) => language === text)
