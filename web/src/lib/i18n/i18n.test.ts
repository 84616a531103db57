import { expect, it } from 'vitest'
import { chooseLanguage } from './languages.ts'
import { plural } from './plural.ts'

it('begins with the first of the browser’s languages that it speaks', () => {
  expect(chooseLanguage(['fr-FR', 'ca-ES', 'es'])).toBe('ca')
  expect(chooseLanguage(['de'])).toBe('en')
})

it('counts as the language counts', () => {
  const forms = { one: '# file', other: '# files', zero: 'no files' }
  expect([0, 1, 1200].map((count) => plural('en', count, forms))).toEqual([
    'no files',
    '1 file',
    '1,200 files',
  ])
  expect(plural('es', 12345, { one: '# archivo', other: '# archivos' })).toBe('12.345 archivos')
})
