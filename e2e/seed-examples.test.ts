import { afterAll, beforeAll, expect, it } from 'vitest'
import { normalizeEntries } from '../server/src/tools/normalize-entries.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../server/test/harness/test-app.ts'
import { SEED_EXAMPLES } from './seed-examples.ts'

onEachDatabase('every configuration shown in the requirement ($name)', ({ env }) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(await env())
    token = await app.signIn()
  })
  afterAll(() => app.stop())

  it.each(SEED_EXAMPLES)('is accepted unchanged: $where', async ({ metadata, tools }) => {
    const registry = app.app.services.tools
    const form = { prompt_template: '{context}{rubric}{file}{user_input}', metadata }
    const made = await app.call('POST', '/assistants', token, { name: `e ${Math.random()}`, ...form })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const lamb = { name: `l ${Math.random()}`, ...form, metadata: JSON.stringify(metadata) }
    const byLamb = await app.call('POST', '/creator/assistant/create_assistant', token, lamb)
    expect(byLamb.status, JSON.stringify(byLamb.body)).toBe(201)

    const shown = (await app.call('GET', `/assistants/${made.body.id}`, token)).body
    const { tools: _tools, ...others } = metadata
    expect(JSON.parse(shown.metadata)).toMatchObject(others)
    const { entries } = normalizeEntries(JSON.parse(shown.metadata).tools ?? [], registry)
    expect(entries.map(({ use, type }) => `${use} ${type}`)).toEqual(tools)
    const missing = entries.map(({ type }) => type).filter((type) => !registry.find(type))
    expect(shown.unavailable_tools).toEqual(expect.arrayContaining(missing))
    const warnings = made.body.warnings.filter(({ code }: { code: string }) => code === 'unknown_tool')
    expect(new Set(warnings.map(({ message }: { message: string }) => message)).size).toBe(
      shown.unavailable_tools.length,
    )

    const again = await app.call('PUT', `/assistants/${made.body.id}`, token, { metadata: shown.metadata })
    expect([again.status, again.body.version], JSON.stringify(again.body)).toEqual([200, 1])
  })
})
