import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { createBypassConnector } from '../../connectors/bypass/bypass.connector.ts'
import type { AssistantForCompletion } from '../../modules/assistants/index.ts'
import { systemCaller } from '../../modules/assistants/testing.ts'
import { readConfig } from '../../platform/config.ts'
import { createAnswerSlots } from '../../platform/rate-limit/answer-slots.ts'
import { createToolRegistry } from '../../tools/registry.ts'
import { createPlanner } from './plan.ts'

const settings = { id: 1, slug: 'x', name: 'X', isSystem: false, status: 'active', config: {} } as const

function setUp() {
  const spending = {
    rulesOf: vi.fn(async () => undefined),
    standings: vi.fn(async () => []),
    reserve: vi.fn(async () => {
      throw new Error('nothing is limited')
    }),
  }
  const assistant = { id: 7, version: 1, organization_id: 1, organization_version: 1, owner_id: 3 }
  const texts = { name: 'a', system_prompt: '', prompt_template: '{user_input}', metadata: '{}' }
  const row = { ...assistant, ...texts, rag_collections: '', rag_top_k: 3 }
  const choice = { connector: createBypassConnector(), settings: {}, model: 'm', fallbackModel: undefined }
  const plan = createPlanner({
    slots: createAnswerSlots({ perPerson: 1000, perKey: 1000 }),
    config: readConfig({}),
    chooseModel: () => choice,
    tools: createToolRegistry([]),
    log: pino({ level: 'silent' }),
    migrate: async () => false,
    findAssistant: async () => row as unknown as AssistantForCompletion,
    settingsOf: async () => settings,
    settingsAt: async () => settings,
    maySeePrompts: () => true,
    isPublicAddress: async () => false,
    spending,
  })
  const request = { messages: [{ role: 'user', content: 'hello' }] }
  return { row, spending, ask: () => plan({ assistant: { id: 7 }, request }, systemCaller) }
}

it('reads the budgets once for each version of an organization, and nothing else if there are none', async () => {
  const { row, spending, ask } = setUp()
  for (let at = 0; at < 20; at++) expect((await ask()).holds.spending).toBeUndefined()
  expect(spending.rulesOf).toHaveBeenCalledTimes(1)
  row.organization_version++
  await ask()
  expect(spending.rulesOf).toHaveBeenCalledTimes(2)
  expect(spending.standings).not.toHaveBeenCalled()
  expect(spending.reserve).not.toHaveBeenCalled()
})
