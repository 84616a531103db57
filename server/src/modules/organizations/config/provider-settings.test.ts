import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { type OrganizationSettings, smallFastModel, toolUseModel } from './provider-settings.ts'

const env = readConfig({
  DATA_DIR: '/tmp',
  SMALL_FAST_MODEL_PROVIDER: 'ollama',
  SMALL_FAST_MODEL_NAME: 'operators',
})
const organization = (setup: Record<string, unknown>, isSystem = false): OrganizationSettings => ({
  id: 1,
  slug: 'north',
  name: 'North',
  isSystem,
  status: 'active',
  config: { setups: { default: setup } },
})

test('the small, fast model is the organization’s, else one set on an enabled provider, else the operator’s for the system organization', () => {
  const beside = { providers: { openai: { fast_model: 'mini' } } }
  expect(
    smallFastModel(organization({ ...beside, small_fast_model: { provider: 'openai', model: 'own' } }), env),
  ).toEqual({
    provider: 'openai',
    model: 'own',
  })
  expect(smallFastModel(organization(beside), env)).toEqual({ provider: 'openai', model: 'mini' })
  expect(
    smallFastModel(organization({ providers: { openai: { fast_model: 'mini', enabled: false } } }), env),
  ).toBeUndefined()
  expect(smallFastModel(organization({}), env)).toBeUndefined()
  expect(smallFastModel(organization({}, true), env)).toEqual({ provider: 'ollama', model: 'operators' })
})

test('the model for tool calls is found under every name of its connector', () => {
  const north = organization({ providers: { openai: { tool_use_model: 'caller' } } })
  for (const name of ['openai', 'openai_tools', 'openai_tool_use'])
    expect(toolUseModel(north, name)).toBe('caller')
  expect(toolUseModel(north, 'anthropic')).toBe('')
})
