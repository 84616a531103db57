import { settingTexts } from '$lib/tools/tool-texts.ts'
import { choiceName, type Schema, titleOf } from './schema.ts'

/** In the user's language, if the server names the key of the texts: a plugin's settings have only their own. */
const translated = ({ 'x-text': key }: Schema) => (key === undefined ? undefined : settingTexts(key))

export const settingTitle = (name: string, schema: Schema): string =>
  translated(schema)?.title ?? titleOf(name, schema)

export const settingHint = (schema: Schema): string | undefined =>
  translated(schema)?.hint ?? schema.description

export const settingChoice = (schema: Schema, choice: string): string =>
  translated(schema)?.choices?.[choice] ?? choiceName(choice)
