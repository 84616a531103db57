import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findTextFaults } from './check-texts.mjs'
import { textTypes } from './text-types.mjs'
import { compileTexts, readTexts, withEnglish } from './texts.mjs'

/** A folder of texts in English and a pretended language. */
function folderWith(english: object, other: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'languages.json'), '{ "en": "English", "xx": "Pretended" }')
  for (const [language, texts] of Object.entries({ en: english, xx: other })) {
    mkdirSync(join(folder, language))
    writeFileSync(join(folder, language, 'page.json'), JSON.stringify(texts))
  }
  return folder
}

const ENGLISH = { title: 'Files', of: { count: '{count, plural, one {# file} other {# files}} of {name}' } }

it('reports what a language lacks, has too much, or fills in differently', () => {
  const folder = folderWith(ENGLISH, {
    title: 'Files',
    old: 'Gone',
    of: { count: '{number, plural, other {# xx}} xx {name}' },
  })
  const faults = findTextFaults(folder).filter(({ language }) => language === 'xx')
  expect(faults.map(({ kind, text }) => [kind, text])).toEqual([
    ['identical', 'page.title'],
    ['superfluous', 'page.old'],
    ['placeholders', 'page.of.count'],
  ])
  expect(findTextFaults(folderWith(ENGLISH, { title: '{broken' })).map(({ kind }) => kind)).toEqual([
    'unreadable',
    'missing',
  ])
})

it('fills in English for what a language lacks, and leaves out what English does not have', () => {
  const folder = folderWith(ENGLISH, { title: 'Fxles', old: 'Gone', of: { count: '' } })
  expect(withEnglish(readTexts('en', 'page', folder), readTexts('xx', 'page', folder))).toEqual({
    title: 'Fxles',
    of: ENGLISH.of,
  })
})

it('gives every text a type, with its values', () => {
  const types = textTypes(folderWith({ ...ENGLISH, braces: "Use '{'user_input'}'" }, {}))
  expect(types).toContain('"title": string')
  expect(types).toContain('"count": (values: { count: number; name: string | number }) => string')
  expect(types).toContain('"braces": string')
  expect(compileTexts({ braces: "Use '{'user_input'}'" })).toEqual({ braces: 'Use {user_input}' })
})
