import { parse } from '@formatjs/icu-messageformat-parser'
import { expect, it, vi } from 'vitest'
import { chooseLanguage } from './languages.ts'
import { formatDate, localeOf } from './locale.ts'
import { toMessages } from './messages.ts'

it('starts with the first supported language of the browser', () => {
  expect(chooseLanguage(['sv-SE', 'ca-ES', 'es'])).toBe('ca')
  expect(chooseLanguage(['sv'])).toBe('en')
})

it('fills in values by the rules of the language', () => {
  const parts = parse('{count, plural, =0 {no files} one {# file} other {# files}} of {name}')
  const { files, plain } = toMessages({ files: parts, plain: 'Plain' }, 'en') as {
    files: (values: object) => string
    plain: string
  }
  expect([0, 1, 1200].map((count) => files({ count, name: 'Ana' }))).toEqual([
    'no files of Ana',
    '1 file of Ana',
    '1,200 files of Ana',
  ])
  expect(plain).toBe('Plain')
  const spanish = toMessages({ files: parse('{count, plural, one {# archivo} other {# archivos}}') }, 'es')
  expect((spanish as { files: (values: object) => string }).files({ count: 12345 })).toBe('12.345 archivos')
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
