import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toTexts } from '../server/src/platform/texts/to-texts.ts'
import { startTestApp, type TestApp } from '../server/test/harness/test-app.ts'
import builder from '../texts/en/builder.json' with { type: 'json' }
import english from '../texts/en/settings.json' with { type: 'json' }

const { toolDescriptions: descriptions, tools: names } = builder
const settings = toTexts(english) as typeof english

interface Field {
  title?: string
  description?: string
  properties?: Record<string, Field>
  items?: Field
}
interface Tool {
  name: string
  display_name: string
  description: string
  config_schema: Field
}

const fieldsIn = (field: Field): Field[] =>
  [...Object.values(field.properties ?? {}), ...(field.items ? [field.items] : [])].flatMap((one) => [
    one,
    ...fieldsIn(one),
  ])

/** The web app recognizes the server's English texts and shows them in the user's language. */
describe('texts of built-in tools', () => {
  let app: TestApp
  let tools: Tool[]

  beforeAll(async () => {
    app = await startTestApp({})
    tools = (await app.call('GET', '/completions/tools', await app.signIn())).body.tools
  })
  afterAll(() => app.stop())

  it('have the same names and descriptions on the server and in the web app', () => {
    expect(tools.length).toBeGreaterThan(10)
    for (const tool of tools.filter(({ name }) => name in names)) {
      const expected: Record<string, string> = descriptions
      expect([tool.display_name, tool.description]).toEqual([
        (names as Record<string, string>)[tool.name],
        expected[tool.name],
      ])
    }
  })

  it('have settings whose titles and hints the web app can translate', () => {
    const fields = tools.filter(({ name }) => name in names).flatMap((tool) => fieldsIn(tool.config_schema))
    const titles = fields.flatMap(({ title }) => title ?? [])
    const hints = fields.flatMap(({ description }) => description ?? [])
    expect(titles.filter((title) => !(Object.values(settings.titles) as string[]).includes(title))).toEqual(
      [],
    )
    expect(hints.filter((hint) => !(Object.values(settings.hints) as string[]).includes(hint))).toEqual([])
  })
})
