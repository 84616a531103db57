// The texts of the product: texts/<language>/<namespace>.json, in ICU message format. English is complete; what another
// language lacks is shown in English.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { root } from '../setup.mjs'

export const TEXTS = join(root, 'texts')

export const readLanguages = (folder = TEXTS) => Object.keys(readJson(join(folder, 'languages.json')))

export const readNamespaces = (folder = TEXTS) =>
  readdirSync(join(folder, 'en'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))

export const readTexts = (language, namespace, folder = TEXTS) =>
  readJson(join(folder, language, `${namespace}.json`), {})

function readJson(file, missing) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT' && missing !== undefined) return missing
    throw new Error(`${file} is not valid JSON`, { cause: error })
  }
}

/** Every text with its key: `a.b` → text. */
export const flatten = (texts, prefix = '') =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )

/** The texts of a language, in English where it has none. */
export const withEnglish = (english, texts = {}) =>
  Object.fromEntries(
    Object.entries(english).map(([key, value]) => {
      const own = texts[key]
      if (typeof value === 'string') return [key, typeof own === 'string' && own !== '' ? own : value]
      return [key, withEnglish(value, typeof own === 'object' && own !== null ? own : {})]
    }),
  )

/** Angle brackets are text: nothing here is HTML. */
export const parseText = (text) => parse(text, { ignoreTag: true, captureLocation: false })

/** A text without placeholders is a string; another one is parsed here, so that browsers need no parser. */
export function compileText(text) {
  const parts = parseText(text)
  if (parts.length === 0) return ''
  return parts.length === 1 && parts[0].type === TYPE.literal ? parts[0].value : parts
}

export const compileTexts = (texts) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string' ? compileText(value) : compileTexts(value),
    ]),
  )

const KINDS = {
  [TYPE.argument]: 'string | number',
  [TYPE.number]: 'number',
  [TYPE.plural]: 'number',
  [TYPE.select]: 'string',
  [TYPE.date]: 'Date | number',
  [TYPE.time]: 'Date | number',
}

/** The placeholders of a text with their types, by name. One that stands in two places has the stricter type. */
export function placeholdersOf(text) {
  const found = new Map()
  const visit = (parts) => {
    for (const part of parts) {
      const kind = KINDS[part.type]
      if (kind !== undefined && (!found.has(part.value) || kind !== KINDS[TYPE.argument]))
        found.set(part.value, kind)
      for (const { value } of Object.values(part.options ?? {})) visit(value)
    }
  }
  visit(parseText(text))
  return found
}
