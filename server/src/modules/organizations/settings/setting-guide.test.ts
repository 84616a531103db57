import { readFileSync } from 'node:fs'
import { generalSettingsSchema, ORGANIZATION_DEFAULTS, organizationSettingsSchema } from '@bellwether/wire'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import type { SettingsServer } from './settings.testing.ts'

interface SettingTexts {
  title: string
  help: string
  choices?: Record<string, string>
}

const read = (path: string) => readFileSync(path, 'utf8')
const guide = read('docs/developers/add-a-setting.md')
const TEXTS: Record<string, SettingTexts> = JSON.parse(read('texts/en/organization.json')).organization
  .settings

/** The row of a setting in the documentation. */
function toRow(name: string, { title, help, choices }: SettingTexts, value: unknown): string {
  const shown = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value).replace(/\s+/g, ' ')
  const row = `| ${title} | \`${name}\` | ${choices?.[shown] ?? (shown || 'none')} | ${help} |`
  // As ICU messages have them.
  return row.replace(/'([{}])'/g, '$1')
}

it('every setting is documented with the texts of the form', () => {
  expect(Object.keys(TEXTS)).toEqual(Object.keys(organizationSettingsSchema.shape))
  const page = read('docs/admins/organization-settings.md')
  const rows = Object.entries(ORGANIZATION_DEFAULTS).map(([name, value]) =>
    toRow(name, TEXTS[name] ?? { title: '', help: '' }, value),
  )
  expect(page.split('\n').filter((line) => /^\|.*`/.test(line))).toEqual(rows)
})

it('every choice of a setting has a name', () => {
  for (const [name, schema] of Object.entries(organizationSettingsSchema.shape))
    if (schema instanceof z.ZodEnum)
      expect(Object.keys(TEXTS[name]?.choices ?? {}), name).toEqual(schema.options)
})

/** The setting that the guide adds, made of what it says to write. */
function readExample() {
  const [list = '', json = '', , row = ''] = [...guide.matchAll(/^```\w+\n([\s\S]*?)^```/gm)].map(
    ([, text]) => text?.trim(),
  )
  const [schema, defaults] = list.split('// ORGANIZATION_DEFAULTS')
  const evaluate = (fields = ''): Record<string, z.ZodType> => new Function('z', `return {${fields}}`)(z)
  return { shape: evaluate(schema), defaults: evaluate(defaults), texts: JSON.parse(`{${json}}`), row }
}

describeOnSqlite('the setting of the guide', (open) => {
  const { shape, defaults, texts, row } = readExample()
  const [name = ''] = Object.keys(shape)
  let server: SettingsServer
  beforeAll(async () => {
    vi.doMock('@bellwether/wire', async (original) => {
      const extended = organizationSettingsSchema.extend(shape)
      return {
        ...(await original<object>()),
        generalSettingsSchema: generalSettingsSchema.extend(shape),
        organizationSettingsSchema: extended,
        organizationSettingsChangeSchema: extended.partial(),
        ORGANIZATION_DEFAULTS: { ...ORGANIZATION_DEFAULTS, ...defaults },
      }
    })
    vi.resetModules()
    const { serveSettings } = await import('./settings.testing.ts')
    server = await serveSettings((await open()).db)
  })
  afterAll(async () => {
    await server.close()
    vi.doUnmock('@bellwether/wire')
    vi.resetModules()
  })

  it('is in the API and the form as soon as it is in the list', async () => {
    const settings = async () => (await server.asNora('GET', 'settings')).body
    expect((await settings()).values).toEqual({ ...ORGANIZATION_DEFAULTS, ...defaults })
    // By which the form knows its control.
    expect((await settings()).schema.properties[name]).toEqual({ type: 'boolean' })
    expect((await server.asNora('PATCH', 'settings', { [name]: 'yes' })).status).toBe(422)
    expect((await server.asNora('PATCH', 'settings', { [name]: true })).body).toEqual({ [name]: true })
    expect((await settings()).values[name]).toBe(true)
  })

  it('has the texts and the row that the guide shows', () => {
    expect(toRow(name, texts[name], defaults[name])).toBe(row)
  })
})
