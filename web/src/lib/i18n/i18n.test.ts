import { expect, it, vi } from 'vitest'
import { chooseLanguage } from './languages.ts'
import { formatDate, localeOf } from './locale.ts'
import { plural } from './plural.ts'

it('starts with the first supported language of the browser', () => {
  expect(chooseLanguage(['fr-FR', 'ca-ES', 'es'])).toBe('ca')
  expect(chooseLanguage(['de'])).toBe('en')
})

it('uses the plural rules of the language', () => {
  const forms = { one: '# file', other: '# files', zero: 'no files' }
  expect([0, 1, 1200].map((count) => plural('en', count, forms))).toEqual([
    'no files',
    '1 file',
    '1,200 files',
  ])
  expect(plural('es', 12345, { one: '# archivo', other: '# archivos' })).toBe('12.345 archivos')
})

it('formats Basque in browsers without Basque: Spanish number formats, Basque month names', () => {
  const day = Date.UTC(2026, 10, 5, 9, 30)
  const time = { isUtc: true, withTime: true }
  expect(formatDate('en', day, time)).toMatch(/^Nov 5, 2026, 09:30/)
  const known = vi.spyOn(Intl.DateTimeFormat, 'supportedLocalesOf').mockReturnValue([])
  try {
    expect(localeOf('eu')).toBe('es')
    expect(formatDate('eu', day, { isUtc: true })).toBe('2026 aza. 5')
    expect(formatDate('eu', day, time)).toBe('2026 aza. 5 09:30')
    expect(formatDate('eu', day, { isUtc: true, withoutYear: true })).toBe('aza. 5')
  } finally {
    known.mockRestore()
  }
})
