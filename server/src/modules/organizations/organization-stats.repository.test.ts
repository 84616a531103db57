import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { organizationStatsRepository } from './organization-stats.repository.ts'

describe.each(eachDatabase())('figures about assistants ($name)', ({ env }) => {
  let app: TestApp
  let token: string

  beforeAll(async () => {
    app = await startTestApp(await env())
    token = await app.signIn()
  })
  afterAll(() => app.stop())

  it('count those with tools, whatever lists other settings have', async () => {
    const { db } = app.app.services
    const make = (name: string, metadata: object) => app.makeAssistant(token, { name, metadata })
    await make('with', { tools: ['weather'] })
    await make('without', { tools: [] })
    await make('with another list', { moved_from: { tools: ['weather'] } })
    for (const name of ['one', 'two'])
      await make(`${name} with an empty list`, { moved_from: { tools: [] }, tools: ['weather'] })
    expect(await organizationStatsRepository.assistantsWithTools(db)).toBe(3)
    expect(await organizationStatsRepository.assistantsWithTools(db, 1)).toBe(3)
    expect(await organizationStatsRepository.assistantsWithTools(db, 99)).toBe(0)
  })
})
