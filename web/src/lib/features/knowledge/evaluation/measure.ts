import { i18n, localeOf } from '$lib/i18n'

/** How good a search was, from 0 to 1, with two digits: as the reader's language writes numbers. */
export const measure = (value: number): string =>
  new Intl.NumberFormat(localeOf(i18n.language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(value)

/** `share` is from 0 to 1. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent' }).format(share)
