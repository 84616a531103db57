export const LANGUAGES = ['en', 'es', 'ca', 'eu'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each in its own language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  ca: 'Català',
  eu: 'Euskara',
}

export const isLanguage = (text: string | null | undefined): text is Language =>
  LANGUAGES.some((language) => language === text)

/** The first supported language of the browser; otherwise English. */
export function chooseLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const start = tag.toLowerCase().split('-')[0]
    if (isLanguage(start)) return start
  }
  return 'en'
}
