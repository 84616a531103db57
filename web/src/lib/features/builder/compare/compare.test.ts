import { expect, test } from 'vitest'
import type { ConnectorChoice } from '$features/assistants/capabilities.svelte.ts'
import { firstSides, modelOptions, toDraft, withModel } from './compare.ts'

const connectors: ConnectorChoice[] = [
  {
    name: 'openai',
    available_llms: ['small', 'org/large'],
    metadata: {
      id: 'openai',
      name: 'OpenAI',
      description: '',
      capabilities: { text_generation: true, image_generation: false, vision_input: false },
    },
    models: [{ id: 'small', display_name: 'Small', description: '' }],
  },
]

test('every model can be chosen', () => {
  expect(modelOptions(connectors)).toEqual([
    { value: 'openai/small', label: 'Small · OpenAI' },
    { value: 'openai/org/large', label: 'org/large · OpenAI' },
  ])
})

test('a model replaces only the model, and its name may contain slashes', () => {
  const draft = { system_prompt: 'x', metadata: { connector: 'a', llm: 'b', tools: [1] } }
  expect(withModel(draft, 'openai/org/large')).toEqual({
    system_prompt: 'x',
    metadata: { connector: 'openai', llm: 'org/large', tools: [1] },
  })
  expect(withModel(draft, '')).toBe(draft)
})

test('a stored version can be asked, even if its settings can’t be parsed', () => {
  const snapshot = {
    name: 'n',
    description: 'd',
    metadata: '{"llm":"m"}',
    system_prompt: 's',
    prompt_template: 'p',
    rag_collections: '1',
    rag_top_k: 3,
  }
  expect(toDraft(snapshot)).toEqual({
    system_prompt: 's',
    prompt_template: 'p',
    metadata: { llm: 'm' },
    rag_collections: '1',
    rag_top_k: 3,
  })
  expect(toDraft({ ...snapshot, metadata: 'broken' }).metadata).toEqual({})
})

test('starts with another model, or else with the version before', () => {
  const options = modelOptions(connectors)
  const versions = [
    { version: 4, current: true },
    { version: 2, current: false },
  ]
  expect(firstSides(options, 'openai/small', versions)[1]).toEqual({
    source: 'draft',
    model: 'openai/org/large',
  })
  expect(firstSides(options.slice(0, 1), 'openai/small', versions)[1]).toEqual({ source: '2', model: '' })
  expect(firstSides([], '', [])[1]).toEqual({ source: 'draft', model: '' })
})
