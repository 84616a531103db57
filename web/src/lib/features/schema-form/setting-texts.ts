import { settingsTexts } from '$lib/texts/settings.ts'
import english from '../../../../../texts/en/settings.json' with { type: 'json' }
import { type Schema, titleOf } from './schema.ts'

type Words = Readonly<Record<string, string | undefined>>

/** Translates the server's English text of a built-in tool. Texts of plugins stay unchanged. */
function translate(original: Words, translated: Words, text: string | undefined): string | undefined {
  const key = Object.keys(original).find((name) => original[name] === text)
  return key === undefined ? text : translated[key]
}

export const settingTitle = (name: string, schema: Schema): string =>
  translate(english.titles, settingsTexts().titles, schema.title) ?? titleOf(name, schema)

export const settingHint = ({ description }: Schema): string | undefined =>
  translate(english.hints, settingsTexts().hints, description)
