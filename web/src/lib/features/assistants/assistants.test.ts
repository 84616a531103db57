import { expect, it } from 'vitest'
import { editPath, typeOfSettings } from './assistants.ts'

it('opens each type in its own form', () => {
  expect(editPath({ id: 3, assistant_type: 'classic' })).toBe('/assistants/3')
  expect(editPath({ id: 3, assistant_type: 'agent' })).toBe('/multi-tool-assistants/3')
})

it('opens in the form that matches its tools', () => {
  const inject = { type: 'simple_rag', enabled: true, config: {} }
  expect(typeOfSettings({ assistant_type: 'something' })).toBe('classic')
  expect(typeOfSettings({ assistant_type: 'agent' })).toBe('agent')
  expect(typeOfSettings({ tools: ['weather'] })).toBe('classic')
  expect(typeOfSettings({ tools: [inject] })).toBe('multi_tool')
  expect(typeOfSettings({ tools: [{ ...inject, enabled: false }] })).toBe('classic')
})
