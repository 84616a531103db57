import { LANGUAGES, type Language } from '@bellwether/wire'

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
  for (const { tag } of preferences) {
    const supported = LANGUAGES.find((language) => language === tag)
    if (supported) return supported
  }
  return 'en'
}
