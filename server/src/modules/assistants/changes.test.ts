import type { AssistantSnapshot } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { changesBetween, isSameForm } from './changes.ts'

const form = (change: Partial<AssistantSnapshot> = {}): AssistantSnapshot => ({
  name: '1_a',
  description: '',
  metadata: '{"llm":"x","tools":[{"type":"a","config":{"b":1,"c":2}}]}',
  system_prompt: 'Be kind.',
  prompt_template: '',
  rag_collections: '',
  rag_top_k: 3,
  ...change,
})

describe('differences between two versions', () => {
  it('lists fields and single settings', () => {
    const after = form({
      system_prompt: 'Be brief.',
      rag_top_k: 5,
      metadata: '{"llm":"y","verbose":true,"tools":[{"type":"a","config":{"b":1,"c":2}}]}',
    })
    expect(changesBetween(form(), after)).toEqual([
      { field: 'system_prompt', from: 'Be kind.', to: 'Be brief.' },
      { field: 'rag_top_k', from: 3, to: 5 },
      { field: 'metadata.llm', from: 'x', to: 'y' },
      { field: 'metadata.verbose', from: null, to: true },
    ])
  })

  it('ignores how the settings were formatted', () => {
    const rewritten = form({ metadata: '{ "tools": [{"config":{"c":2,"b":1},"type":"a"}], "llm": "x" }' })
    expect(changesBetween(form(), rewritten)).toEqual([])
    expect(isSameForm(form(), rewritten)).toBe(false)
    expect(isSameForm(form(), form())).toBe(true)
  })

  it('ignores switches that are off on both sides', () => {
    const off = form({
      metadata:
        '{"llm":"x","tools":[{"type":"a","config":{"b":1,"c":2}}],"capabilities":{"vision":false},"more":null}',
    })
    expect(changesBetween(form(), off)).toEqual([])
    const on = form({ metadata: off.metadata.replace('"vision":false', '"vision":true') })
    expect(changesBetween(form(), on)).toEqual([
      { field: 'metadata.capabilities', from: null, to: { vision: true } },
    ])
  })

  it('shows invalid settings as a whole', () => {
    expect(changesBetween(form(), form({ metadata: '{' }))).toEqual([
      { field: 'metadata', from: form().metadata, to: '{' },
    ])
  })
})
