import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import english from '../../../texts/en/tools.json' with { type: 'json' }
import { startTestApp, type TestApp } from '../harness/test-app.ts'

interface Field {
  title?: string
  'x-text'?: string
  widget?: string
  properties?: Record<string, Field>
  items?: Field
}
interface Listed {
  name: string
  display_name: string
  description: string
  config_schema: Field
}

type Texts = Record<string, { title?: string; settings?: Record<string, object> }>
/** Those of assistants are checked in scripts/check/assistant-settings.test.ts. */
const { shared, assistant_settings: _ofAssistants, ...tools }: Texts = english

const fieldsIn = ({ properties, items }: Field): Field[] => [
  ...Object.values(properties ?? {}).flatMap((field) => [field, ...fieldsIn(field)]),
  ...(items ? fieldsIn(items) : []),
]

describe('texts of built-in tools', () => {
  let app: TestApp
  let listed: Listed[]

  beforeAll(async () => {
    app = await startTestApp({ PLUGINS_DIR: join(process.cwd(), 'plugins') })
    listed = (await app.call('GET', '/completions/tools', await app.signIn())).body.tools
  })
  afterAll(() => app.stop())

  it('name every setting of a form, with the key by which they are translated', () => {
    const builtIn = listed.filter(({ name, config_schema }) => name in tools && !config_schema.widget)
    expect(builtIn.length).toBeGreaterThan(20)
    for (const { name, config_schema } of builtIn)
      for (const [setting, field] of Object.entries(config_schema.properties ?? {}))
        expect(field, `${name}.${setting}`).toMatchObject({
          title: expect.any(String),
          'x-text': `${name}.${setting}`,
        })
    const web = listed.find(({ name }) => name === 'http_request')?.config_schema.properties
    expect(web?.['url']).toMatchObject({
      title: 'URL',
      description: 'For example https://api.example.org/books/{isbn}?lang={lang}',
    })
    expect(web?.['headers']?.items?.properties?.['value']).toMatchObject({
      title: 'Value',
      'x-text': 'http_request.headers.value',
    })
  })

  it('have no settings that no tool has', () => {
    const keys = new Set(
      listed.flatMap((tool) => fieldsIn(tool.config_schema).map((field) => field['x-text'])),
    )
    const own = Object.entries(tools).flatMap(([tool, { settings = {} }]) =>
      Object.keys(settings).map((setting) => `${tool}.${setting}`),
    )
    expect(own.filter((key) => !keys.has(key))).toEqual([])
    const isUsed = (setting: string) => [...keys].some((key) => key?.endsWith(`.${setting}`))
    expect(Object.keys(shared?.settings ?? {}).filter((setting) => !isUsed(setting))).toEqual([])
  })

  it('are only for built-in tools: a plugin keeps its own', () => {
    const plugin = listed.find(({ name }) => name === 'glossary')
    expect(plugin).toMatchObject({
      display_name: 'Glossary',
      config_schema: { properties: { terms: { title: 'Terms and definitions' } } },
    })
    expect(plugin?.config_schema.properties?.['terms']).not.toHaveProperty('x-text')
  })
})
