import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import texts from '../../texts/en/tools.json' with { type: 'json' }
import { assistantMetadataSchema, chatSettingsSchema } from '../../wire/src/index.ts'
import { root } from '../setup.mjs'

interface Schema {
  default?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  'x-place'?: 'form' | 'advanced' | 'program'
}
interface SettingTexts {
  title: string
  hint?: string
}
const TEXTS: Readonly<Record<string, SettingTexts>> = texts.assistant_settings.settings
const PLACES = { form: 'own field', advanced: 'advanced', program: '' }

/** Limits of integers that everything has are none. */
const isLimit = (limit: number | undefined) =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? String(limit) : ''

const code = (value: unknown) => `\`${String(value)}\``

function valuesOf({ anyOf = [], enum: choices, minimum, maximum }: Schema): string {
  if (choices) return choices.map(code).join(', ')
  const [min, max] = [isLimit(minimum), isLimit(maximum)]
  return min && max ? `${min} to ${max}` : min ? `from ${min}` : anyOf.map(valuesOf).join('')
}

function rowsOf(path: string, schema: Schema, place: string): string[] {
  const { title = '', hint = '' } = TEXTS[path] ?? {}
  const { default: value } = schema
  const isShown = value !== undefined && value !== '' && JSON.stringify(value) !== '{}'
  const meaning = [title, hint.replaceAll("'{'", '{').replaceAll("'}'", '}')].filter(Boolean).join('. ')
  const cells = [code(path), place, valuesOf(schema), isShown ? code(JSON.stringify(value)) : '', meaning]
  const inner = Object.entries(schema.properties ?? {})
  return [
    `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' '),
    ...inner.flatMap(([name, field]) => rowsOf(`${path}.${name}`, field, place)),
  ]
}

const schemaOfSettings = () =>
  z.toJSONSchema(assistantMetadataSchema, { io: 'input', unrepresentable: 'any' }) as Schema

const pathsOf = (path: string, { properties = {} }: Schema): string[] => [
  path,
  ...Object.entries(properties).flatMap(([name, field]) => pathsOf(`${path}.${name}`, field)),
]

it('every setting of an assistant that people see has a title, and no text is left over', () => {
  const { properties = {} } = schemaOfSettings()
  const paths = Object.entries(properties).flatMap(([name, schema]) => pathsOf(name, schema))
  expect(Object.keys(TEXTS).filter((path) => !paths.includes(path))).toEqual([])
  const shown = Object.entries(properties).filter(([, schema]) => schema['x-place'] !== 'program')
  const untitled = shown.map(([name]) => name).filter((name) => !TEXTS[name]?.title)
  expect(untitled).toEqual([])
})

/** If this fails, copy the expected table into the page. */
it('the page about the settings of an assistant has the list that the server has', () => {
  const { properties = {} } = schemaOfSettings()
  const rows = Object.entries(properties).flatMap(([name, schema]) => {
    const place = PLACES[schema['x-place'] ?? 'program']
    return rowsOf(name, schema, name in chatSettingsSchema.shape ? `${place}, shown in chats` : place)
  })
  const table = [
    '| Setting | In the builder | Values | Default | Meaning |',
    '|---|---|---|---|---|',
    ...rows,
  ]
  const page = readFileSync(join(root, 'docs/reference/assistant-settings.md'), 'utf8')
  const [start] = table
  const written = page
    .slice(page.indexOf(start ?? ''))
    .split('\n\n')[0]
    ?.trim()
  expect(written?.split('\n')).toEqual(table)
})
