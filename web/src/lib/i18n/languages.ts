import { isLanguage, type Language } from '@bellwether/wire/people/languages'

export { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '@bellwether/wire/people/languages'

/** The first supported language of the browser; otherwise English. */
export function chooseLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const start = tag.toLowerCase().split('-')[0]
    if (isLanguage(start)) return start
  }
  return 'en'
}
