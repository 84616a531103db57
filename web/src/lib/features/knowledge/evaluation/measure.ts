import { i18n, localeOf } from '$lib/i18n'

/** A metric from 0 to 1 with two digits, formatted for the language. */
export const measure = (value: number): string =>
  new Intl.NumberFormat(localeOf(i18n.language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(value)

/** `share` is from 0 to 1. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent' }).format(share)
