import type { Language } from './languages.ts'
import { localeOf } from './locale.ts'

const rules = new Map<Language, Intl.PluralRules>()
const numbers = new Map<Language, Intl.NumberFormat>()

function cached<T>(cache: Map<Language, T>, language: Language, make: () => T): T {
  const existing = cache.get(language)
  if (existing) return existing
  const instance = make()
  cache.set(language, instance)
  return instance
}

export const formatNumber = (language: Language, value: number): string =>
  cached(numbers, language, () => new Intl.NumberFormat(localeOf(language))).format(value)

/** `#` in a form is replaced with the number, formatted for the language. */
export function plural(
  language: Language,
  count: number,
  forms: { one: string; other: string; zero?: string },
): string {
  if (count === 0 && forms.zero !== undefined) return forms.zero
  const rule = cached(rules, language, () => new Intl.PluralRules(localeOf(language))).select(count)
  return (rule === 'one' ? forms.one : forms.other).replace('#', formatNumber(language, count))
}
