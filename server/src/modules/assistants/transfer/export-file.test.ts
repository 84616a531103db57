import { describe, expect, it } from 'vitest'
import { readExport } from './export-file.ts'

const file = (change: object = {}) => ({
  id: 12,
  name: '1_history_tutor',
  description: 'Old',
  owner: 'someone@else.edu',
  organization_id: 99,
  system_prompt: 'Be kind.',
  prompt_template: '{user_input}',
  metadata: '{"rag_processor":"no_rag"}',
  RAG_Top_k: 3,
  RAG_collections: '',
  ...change,
})

describe('importing an exported assistant', () => {
  it('takes the fields of an assistant and nothing about its owner', () => {
    expect(readExport(file())).toEqual({
      name: 'History tutor',
      description: 'Old',
      system_prompt: 'Be kind.',
      prompt_template: '{user_input}',
      metadata: '{"rag_processor":"no_rag"}',
      rag_collections: '',
      rag_top_k: 3,
    })
  })

  it('reads api_callback when there is no metadata', () => {
    expect(readExport(file({ metadata: undefined, api_callback: '{"llm":"x"}' })).metadata).toBe(
      '{"llm":"x"}',
    )
  })

  it.each([
    [{ name: ' ' }, 'the name is missing'],
    [{ system_prompt: undefined }, 'system_prompt is missing'],
    [{ metadata: {} }, 'the metadata must be a string'],
    [{ metadata: '{' }, 'the metadata must be a JSON object'],
    [{ metadata: '{"rag_processor":"simple_rag"}', RAG_Top_k: '3' }, 'RAG_Top_k must be a number'],
    [
      { metadata: '{"rag_processor":"context_aware_rag"}', RAG_collections: null },
      'RAG_collections must be a string',
    ],
    [{ metadata: '{"rag_processor":"single_file_rag"}' }, 'needs a file_path'],
    [{ description: 'x'.repeat(10_001) }, 'can’t be imported: description'],
  ])('refuses %j', (change, words) => {
    expect(() => readExport(file(change))).toThrow(words)
  })

  it('lists all errors together', () => {
    expect(() => readExport({ metadata: '{}' })).toThrow(/the name is missing; system_prompt is missing/)
  })
})
