import type { ToolInfo } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { previewImport, rubricsIn, type Surroundings } from './read-export.ts'

const HERE: Surroundings = {
  tools: [{ name: 'simple_rag', aliases: ['knowledge_base'] } as unknown as ToolInfo],
  connectors: { openai: { available_llms: ['gpt-4o-mini'] } },
  knowledgeBases: ['1'],
  rubrics: [],
  files: undefined,
}
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
  expect(previewImport(exported(metadata), HERE)).toMatchObject({
    name: 'Essay tutor',
    type: 'multi_tool',
    tools: ['knowledge_base'],
    warnings: [],
  })
})

it('lists what is missing on this server: tools, models, knowledge bases, rubrics', () => {
  const tools = [
    { type: 'simple_rag', config: { collections: ['1', '7', '8'] } },
    { type: 'telescope', config: {} },
    { type: 'simple_rag', config: { rubric_id: 'r', file_path: 'x.txt' } },
  ]
  const metadata = { assistant_type: 'multi_tool', connector: 'openai', llm: 'gpt-9', tools }
  expect(previewImport(exported(metadata), HERE)?.warnings).toEqual([
    { about: 'tool', name: 'telescope' },
    { about: 'model', name: 'gpt-9' },
    { about: 'knowledge', count: 2 },
    { about: 'rubric' },
  ])
  expect(previewImport(exported({ connector: 'grok' }), HERE)?.warnings).toEqual([
    { about: 'connector', name: 'grok' },
  ])
})

it('reads LAMB’s own format', () => {
  const file = exported({}, { metadata: undefined, RAG_collections: '1, 9' })
  const preview = previewImport(
    { ...file, api_callback: JSON.stringify({ rag_processor: 'simple_rag' }) },
    HERE,
  )
  expect(preview).toMatchObject({
    type: 'classic',
    tools: ['simple_rag'],
    warnings: [{ about: 'knowledge', count: 1 }],
  })
})

it('recognizes files that are not assistants', () => {
  for (const content of [7, null, [], {}, { name: 'x' }, { name: ' ', metadata: '{}' }, { metadata: '{}' }])
    expect(previewImport(content, HERE), JSON.stringify(content)).toBeUndefined()
})

it('reports nothing about objects that could not be loaded', () => {
  const metadata = { connector: 'openai', llm: 'gpt-9', tools: [{ type: 'telescope', config: {} }] }
  const unknown = { ...HERE, tools: undefined, connectors: undefined }
  expect(previewImport(exported(metadata), unknown)?.warnings).toEqual([])
})

it('lists the rubrics it needs, without duplicates', () => {
  const tools = [{ type: 'rubric_rag', config: { rubric_id: 'b' } }, { type: 'simple_rag' }, 'broken']
  expect(rubricsIn(exported({ rubric_id: 'a', tools: [...tools, ...tools] }))).toEqual(['a', 'b'])
  expect(rubricsIn('nothing')).toEqual([])
})
