import type { Language } from './languages.ts'

/** Browsers do not support every language: Chromium has no Basque and would use the root locale's numbers and months. */
export const isKnown = (language: Language): boolean =>
  Intl.DateTimeFormat.supportedLocalesOf(language).length > 0

/** A language that formats numbers the same way, for browsers that don't know the own one. */
const STAND_INS: Partial<Record<Language, Language>> = { eu: 'es' }
/** Alone, the code means another country's: Brazil counts 0 as singular. */
const COUNTRIES: Partial<Record<Language, string>> = { pt: 'pt-PT' }

/** The locale for Intl. Not for dates, which contain words: use `formatDate`. */
export const localeOf = (language: Language): string =>
  isKnown(language) ? (COUNTRIES[language] ?? language) : (STAND_INS[language] ?? 'en')

const BASQUE_MONTHS = [
  'urt.',
  'ots.',
  'mar.',
  'api.',
  'mai.',
  'eka.',
  'uzt.',
  'abu.',
  'ira.',
  'urr.',
  'aza.',
  'abe.',
]

export interface DateForm {
  /** For charts, where the year is clear. */
  withoutYear?: boolean
  withTime?: boolean
  /** In UTC, whatever the user's time zone. */
  isUtc?: boolean
}

export function formatDate(language: Language, time: number, form: DateForm = {}): string {
  const { withoutYear = false, withTime = false, isUtc = false } = form
  const zone = isUtc ? { timeZone: 'UTC' } : {}
  const clock = { hour: '2-digit', minute: '2-digit', ...zone } as const
  if (language === 'eu' && !isKnown('eu')) {
    const parts = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...zone }).format(time).split('-')
    const [year, month, day] = parts.map(Number)
    const words = [withoutYear ? '' : year, BASQUE_MONTHS[(month ?? 1) - 1], day]
    if (withTime) words.push(new Intl.DateTimeFormat('es', clock).format(time))
    return words.filter((word) => word !== '').join(' ')
  }
  return new Intl.DateTimeFormat(language, {
    ...(withoutYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    ...(withTime ? clock : zone),
  }).format(time)
}
