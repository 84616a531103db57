import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from './languages.ts'

type TextModule = Partial<Record<Language, object>>

/** All files with texts: one folder per feature, one file per language. */
const files = import.meta.glob<TextModule>('../**/{texts,tool-descriptions}/{en,es,ca,eu}.ts', {
  eager: true,
})
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/\/\w+\.ts$/, '')))].sort()

const textsOf = (folder: string, language: Language): object =>
  files[`${folder}/${language}.ts`]?.[language] ?? {}

/** `a.b` → text or function, for all leaves. */
function flatten(texts: object, prefix = ''): [key: string, leaf: unknown][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? flatten(value, `${prefix}${key}.`)
      : [[prefix + key, value]],
  )
}

/** Arguments for texts. A `String` object works as text and as a number. */
const SAMPLES = ['501', '502', '503', '504']

/** The values a text fills in: its arguments, and placeholders such as `{user_input}`. Example variables like `{{topic}}` are translated. */
function placeholdersOf(leaf: unknown): string[] {
  if (typeof leaf !== 'function')
    return (
      String(leaf)
        .match(/(?<!\{)\{\w+\}(?!\})/g)
        ?.sort() ?? []
    )
  const text = String(
    Reflect.apply(
      leaf,
      undefined,
      SAMPLES.map((sample) => new String(sample)),
    ),
  )
  return SAMPLES.filter((sample) => text.includes(sample))
}

it('finds the texts of features and tools, and the shared ones', () => {
  expect(folders).toContain('../texts')
  expect(folders).toContain('../features/chat/texts')
  expect(folders).toContain('../features/builder/tools/tool-descriptions')
})

describe.each(folders)('%s', (folder) => {
  const english = flatten(textsOf(folder, 'en'))

  it.each(LANGUAGES)('has all texts in %s', (language) => {
    const leaves = flatten(textsOf(folder, language))
    expect(leaves.map(([key]) => key).sort()).toEqual(english.map(([key]) => key).sort())
    expect(leaves.filter(([, leaf]) => leaf === '').map(([key]) => key)).toEqual([])
  })

  it.each(LANGUAGES)('fills in the same values in %s', (language) => {
    const placeholders = (leaves: [string, unknown][]) =>
      Object.fromEntries(leaves.map(([key, leaf]) => [key, [typeof leaf, ...placeholdersOf(leaf)]]))
    expect(placeholders(flatten(textsOf(folder, language)))).toEqual(placeholders(english))
  })
})
