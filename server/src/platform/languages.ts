import { isLanguage, type Language } from '@bellwether/wire'

export type { Language }

/** The first supported language of an Accept-Language header; English if there is none. Pure. */
export function languageOf(accepted: string | undefined): Language {
  const preferences = (accepted ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...options] = entry.trim().toLowerCase().split(';')
      const weight = options
        .map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1])
        .find((value) => value !== undefined)
      return { tag: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return preferences.map(({ tag }) => tag).find(isLanguage) ?? 'en'
}

/** The language of a locale such as `es_ES` or `pt-BR`, if it is supported. Pure. */
export const findLanguage = (locale: string | undefined): Language | null =>
  [locale?.toLowerCase().split(/[-_]/)[0]].find(isLanguage) ?? null
