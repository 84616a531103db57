import { expect, it } from 'vitest'
import { previewImport } from './read-export.ts'

const exported = (metadata: object, more: object = {}) => ({
  name: '12_essay_tutor',
  description: 'Kind',
  system_prompt: 'You are kind.',
  prompt_template: '{user_input}',
  metadata: JSON.stringify(metadata),
  ...more,
})

it('previews the content of the file', () => {
  const tools = [{ type: 'knowledge_base', config: { collections: ['1'] } }]
  const metadata = { assistant_type: 'multi_tool', connector: 'openai', llm: 'gpt-4o-mini', tools }
  expect(previewImport(exported(metadata))).toMatchObject({
    name: 'Essay tutor',
    type: 'multi_tool',
    tools: ['knowledge_base'],
  })
})

it('reads LAMB’s own format', () => {
  const file = exported({}, { metadata: undefined, RAG_collections: '1, 9' })
  const preview = previewImport({ ...file, api_callback: JSON.stringify({ rag_processor: 'simple_rag' }) })
  expect(preview).toMatchObject({ type: 'classic', tools: ['simple_rag'] })
})

it('recognizes files that are not assistants', () => {
  for (const content of [7, null, [], {}, { name: 'x' }, { name: ' ', metadata: '{}' }, { metadata: '{}' }])
    expect(previewImport(content), JSON.stringify(content)).toBeUndefined()
})
