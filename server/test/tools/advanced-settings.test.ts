import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

interface Schema {
  title?: string
  default?: unknown
  'x-text'?: string
  properties?: Record<string, Schema>
}

describe('advanced settings of an assistant', () => {
  let app: TestApp
  let token: string
  const PATH = '/assistants/advanced-settings'

  beforeAll(async () => {
    app = await startTestApp()
    token = await app.signIn()
  })
  afterAll(() => app.stop())

  const save = (settings: object) => {
    const metadata = { connector: 'openai', llm: 'gpt-4o', ...settings }
    return app.call('POST', '/assistants', token, { name: `a ${Math.random()}`, metadata })
  }
  const fieldsOf = (schema: Schema, path = ''): [string, Schema][] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      [`${path}${name}`, field],
      ...fieldsOf(field, `${path}${name}.`),
    ])

  it('describes them for a form, with texts and defaults', async () => {
    const { status, body } = await app.call('GET', PATH, token)
    expect(status).toBe(200)
    const fields = fieldsOf(body.schema)
    for (const [path, field] of fields)
      expect(field, path).toMatchObject({
        title: expect.any(String),
        'x-text': `assistant_settings.${path}`,
      })
    expect(Object.fromEntries(fields)).toMatchObject({
      max_tool_iterations: { default: 5, minimum: 1, maximum: 20 },
      'model_params.temperature': { anyOf: [{ minimum: 0, maximum: 2 }, {}] },
      status_style: { default: 'event' },
    })
  })

  it('shows the organization’s setting where the assistant has none', async () => {
    const fallback = async () => (await app.call('GET', PATH, token)).body.schema.properties.model_fallback
    expect(await fallback()).toMatchObject({ default: false })
    await app.call('PATCH', '/organizations/current/settings', token, { model_fallback: true })
    expect(await fallback()).toMatchObject({ default: true })
  })

  it.each([
    [{ model_params: { temperature: 3 } }, 'model_params/temperature: '],
    [{ model_params: { reasoning_effort: 'huge' } }, 'model_params/reasoning_effort: '],
    [{ limits: { tokens: 0 } }, 'limits/tokens: '],
    [{ client_policy: { allow: ['everything'] } }, 'client_policy/allow/0: '],
    [{ status_style: 'loud' }, 'status_style: '],
    [{ verbose: 'yes' }, 'verbose: '],
  ])('refuses %j', async (settings, start) => {
    const { status, body } = await save(settings)
    expect([status, body.detail]).toEqual([400, expect.stringMatching(`^${start}`)])
  })

  it('keeps parameters of the model that the list does not know', async () => {
    const model_params = { temperature: 0.2, top_k: 40 }
    const { status, body } = await save({ model_params })
    expect(status).toBe(200)
    expect(JSON.parse(body.metadata).model_params).toEqual(model_params)
  })
})
