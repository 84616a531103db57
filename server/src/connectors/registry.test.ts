import { expect, test } from 'vitest'
import * as z from 'zod'
import { createBypassConnector } from './bypass/bypass.connector.ts'
import { outboundOf } from './fake-upstream.contract.ts'
import { createOpenAiConnector } from './openai/openai.connector.ts'
import { createConnectorRegistry } from './registry.ts'

const bypass = createBypassConnector()
const openai = createOpenAiConnector({ outbound: outboundOf('', []) })

test('finds a connector by name and aliases', () => {
  const registry = createConnectorRegistry([bypass, openai])
  expect(registry.list()).toEqual([bypass, openai])
  expect(registry.find('openai')).toBe(openai)
  expect(registry.get('openai_tool_use')).toBe(openai)
  expect(registry.find('nobody')).toBeUndefined()
  expect(() => registry.get('missing')).toThrow('Connector "missing" not found')
})

test('refuses duplicate names', () => {
  expect(() => createConnectorRegistry([bypass, bypass])).toThrow('Two connectors have the name "bypass"')
  expect(() => createConnectorRegistry([openai, { ...bypass, aliases: ['openai_tools'] }])).toThrow(
    '"openai_tools"',
  )
})

test('settings can be shown as a form', () => {
  const schema = z.toJSONSchema(openai.settings, { io: 'input' })
  expect(Object.keys(schema.properties ?? {})).toEqual([
    'api_key',
    'base_url',
    'models',
    'default_model',
    'trusted',
  ])
  expect(schema.required).toBeUndefined()
  expect(schema.properties?.api_key).toMatchObject({ widget: 'secret' })
})
