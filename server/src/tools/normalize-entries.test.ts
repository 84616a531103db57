import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { normalizeEntries } from './normalize-entries.ts'
import { createToolRegistry } from './registry.ts'
import { defineTool } from './tool.ts'

const tool = (name: string, aliases: string[] = []) =>
  defineTool({
    name,
    aliases,
    title: name,
    description: '',
    category: 'test',
    version: '1.0',
    config: z.looseObject({}),
    input: z.object({}),
    inject: { placeholder: 'context', input: () => ({}) },
    run: () => ({ ok: true, content: '', sources: [] }),
  })
const registry = createToolRegistry([tool('simple_rag'), tool('rubric_rag', ['rubric']), tool('weather')])
const one = (given: unknown) => normalizeEntries([given], registry).entries[0]
const base = { use: 'inject', enabled: true, config: {} }

describe('formats of tool entries', () => {
  it.each([
    ['a bare name becomes a called tool', 'weather', { ...base, type: 'weather', use: 'call' }],
    [
      'type, enabled and config become an injected tool',
      { type: 'simple_rag', enabled: true, config: { collections: ['col-123'], top_k: 5 } },
      { ...base, type: 'simple_rag', config: { collections: ['col-123'], top_k: 5 } },
    ],
    [
      'an alias becomes the name',
      { type: 'rubric', config: { rubric_id: 42 } },
      { ...base, type: 'rubric_rag', config: { rubric_id: 42 } },
    ],
    [
      'a disabled tool stays disabled',
      { type: 'simple_rag', enabled: false },
      { ...base, type: 'simple_rag', enabled: false },
    ],
    [
      'another assistant becomes a called tool',
      { type: 'assistant', assistant_id: 42, name: 'math_expert', description: 'Expert in mathematics' },
      {
        ...base,
        type: 'assistant',
        use: 'call',
        name: 'math_expert',
        description: 'Expert in mathematics',
        config: { assistant_id: 42 },
      },
    ],
    [
      'a knowledge base by id becomes a called search',
      { type: 'knowledge_base', kb_id: 'abc123', name: 'course_materials' },
      {
        ...base,
        type: 'simple_rag',
        use: 'call',
        name: 'course_materials',
        config: { collections: ['abc123'] },
      },
    ],
    [
      'plugin and placeholder, with or without braces',
      { plugin: 'simple_rag', placeholder: '{1_context}', enabled: true, config: { top_k: 3 } },
      { ...base, type: 'simple_rag', placeholder: '1_context', config: { top_k: 3 } },
    ],
    [
      'settings beside the type count, but those in config win',
      { type: 'rubric_rag', rubric_id: 7, format: 'json', config: { format: 'markdown' } },
      { ...base, type: 'rubric_rag', config: { rubric_id: 7, format: 'markdown' } },
    ],
    [
      'an explicit use wins',
      { type: 'simple_rag', use: 'call' },
      { ...base, type: 'simple_rag', use: 'call' },
    ],
    [
      'an unknown type is kept',
      { type: 'from_a_plugin', config: { a: 1 } },
      { ...base, type: 'from_a_plugin', config: { a: 1 } },
    ],
  ])('%s', (_name, given, expected) => {
    expect(one(given)).toEqual(expected)
  })

  it('reports unreadable entries and reads the rest', () => {
    const { entries, unreadable } = normalizeEntries([null, 'weather', 7, {}, '', ['x']], registry)
    expect(entries.map((entry) => entry.type)).toEqual(['weather'])
    expect(unreadable).toEqual([0, 2, 3, 4, 5])
  })

  it('leaves its own output unchanged', () => {
    const { entries } = normalizeEntries(
      ['weather', { plugin: 'rubric', placeholder: '{r}', rubric_id: 1 }],
      registry,
    )
    // Compared as text: it is stored as text, and any difference would be a new version.
    expect(JSON.stringify(normalizeEntries(entries, registry).entries)).toBe(JSON.stringify(entries))
  })
})
