import { formatDate, localeOf } from './locale.ts'
import { i18n } from './texts.svelte.ts'

const formatNumber = (value: number): string => new Intl.NumberFormat(localeOf(i18n.language)).format(value)

const digitsOf = (amount: number): Intl.NumberFormatOptions =>
  Math.abs(amount) < 0.1 && amount !== 0 ? { maximumSignificantDigits: 2 } : {}

/** Formats numbers and times in the current language. The server's times are in seconds. */
export const format = {
  number: formatNumber,
  percent: (share: number): string =>
    new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 0 }).format(
      share,
    ),
  /** The name of a language by its code. */
  language: (code: string): string =>
    new Intl.DisplayNames([localeOf(i18n.language)], { type: 'language' }).of(code) ?? code,
  date: (seconds: number): string => formatDate(i18n.language, seconds * 1000),
  dateTime: (seconds: number): string => formatDate(i18n.language, seconds * 1000, { withTime: true }),
  /**
   * Small amounts keep their significant digits: an answer costs a fraction of a cent. Organizations may use any name
   * as their currency.
   */
  money: (amount: number, currency: string, digits = digitsOf(amount)): string => {
    if (!/^[A-Za-z]{3}$/.test(currency))
      return `${new Intl.NumberFormat(localeOf(i18n.language), { maximumFractionDigits: 2, ...digits }).format(amount)} ${currency}`
    return new Intl.NumberFormat(localeOf(i18n.language), {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...digits,
    }).format(amount)
  },
  /** With all its digits: twelve and a half cents are not thirteen. */
  price: (amount: number, currency: string): string =>
    format.money(amount, currency, { maximumFractionDigits: 6 }),
  bytes: (bytes: number): string => {
    const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
    // Binary units, as for limits: 200 MB is 200 · 1024².
    const step = Math.min(steps.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)))
    return new Intl.NumberFormat(localeOf(i18n.language), {
      style: 'unit',
      unit: steps[step] ?? 'byte',
      unitDisplay: step === 0 ? 'long' : 'short',
      maximumFractionDigits: step === 0 ? 0 : 1,
    }).format(bytes / 1024 ** step)
  },
  duration: (milliseconds: number): string =>
    milliseconds < 1000
      ? `${formatNumber(Math.round(milliseconds))} ms`
      : `${new Intl.NumberFormat(localeOf(i18n.language), { maximumFractionDigits: 1 }).format(milliseconds / 1000)} s`,
}
