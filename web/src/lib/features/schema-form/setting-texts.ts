import { type Schema, titleOf } from './schema.ts'
import { texts } from './texts'
import { en } from './texts/en.ts'

type Words = Readonly<Record<string, string | undefined>>

/** Translates the server's English text of a built-in tool. Texts of plugins stay unchanged. */
function translate(english: Words, translated: Words, text: string | undefined): string | undefined {
  const key = Object.keys(english).find((name) => english[name] === text)
  return key === undefined ? text : translated[key]
}

export const settingTitle = (name: string, schema: Schema): string =>
  translate(en.titles, texts().titles, schema.title) ?? titleOf(name, schema)

export const settingHint = ({ description }: Schema): string | undefined =>
  translate(en.hints, texts().hints, description)
