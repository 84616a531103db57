import { describe, expect, it } from 'vitest'
import { toolsOf } from './assistant-tools.ts'

const of = (settings: unknown) =>
  toolsOf({ metadata: typeof settings === 'string' ? settings : JSON.stringify(settings) })

describe('the tools shown in a list', () => {
  it('are those of the assistant, without disabled ones and duplicates', () => {
    const tools = [
      { type: 'simple_rag' },
      { type: 'rubric_rag', enabled: false },
      { type: 'simple_rag' },
      'moodle',
    ]
    expect(of({ assistant_type: 'multi_tool', tools })).toEqual(['simple_rag', 'moodle'])
  })

  it('are a classic assistant’s RAG processor, and none for no_rag', () => {
    expect(of({ rag_processor: 'single_file_rag' })).toEqual(['single_file_rag'])
    expect(of({ rag_processor: 'no_rag' })).toEqual([])
  })

  it('are empty if the settings can’t be read', () => {
    for (const odd of ['{', 'null', '[]', '"text"', '{"tools":7}', '{"tools":[null,3,{"type":4}]}'])
      expect(of(odd)).toEqual([])
    expect(toolsOf({ metadata: null })).toEqual([])
  })
})
