import type { ToolInfo } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { moveItem } from '$lib/lists.ts'
import {
  missingIn,
  newEntry,
  placeholderOf,
  settingFault,
  toolFault,
  toolFilling,
  withOwnPlaceholder,
} from './entries.ts'

const tool = (name: string, placeholder: string | null, config_schema = {}): ToolInfo => ({
  name,
  aliases: [],
  lamb: null,
  allow_multiple: true,
  display_name: name,
  description: '',
  placeholder,
  category: '',
  version: '1',
  uses: placeholder === null ? ['call'] : ['inject', 'call'],
  function_name: name,
  config_schema,
  input_schema: {},
})
const kb = tool('simple_rag', 'context', { properties: { top_k: { type: 'integer', default: 3 } } })
const rubric = tool('rubric_rag', 'rubric', {
  properties: { rubric_id: { type: 'string' } },
  required: ['rubric_id'],
})
const catalogue = [kb, rubric]

describe('a placeholder without a tool', () => {
  it('is filled by the tool that is made for it, and never by the one that does nothing', () => {
    const none = tool('no_rag', 'context')
    expect(toolFilling([none, ...catalogue], 'context')).toBe(kb)
    expect(toolFilling([none], 'context')).toBeUndefined()
    expect(toolFilling(catalogue, 'weather')).toBeUndefined()
  })
})

describe('a tool of the form', () => {
  it('starts with its defaults, in the prompt', () => {
    expect(newEntry(kb, [], catalogue)).toEqual({
      type: 'simple_rag',
      use: 'inject',
      enabled: true,
      config: { top_k: 3 },
    })
    expect(newEntry(tool('weather', null), [], catalogue).use).toBe('call')
  })

  it('gets its own placeholder when another tool already uses the default', () => {
    const first = newEntry(kb, [], catalogue)
    const second = newEntry(kb, [first], catalogue)
    const third = newEntry(kb, [first, second], catalogue)
    expect([first, second, third].map((one) => placeholderOf(one, kb))).toEqual([
      'context',
      'context_2',
      'context_3',
    ])
  })

  it('gets a placeholder when it returns to the prompt, and keeps one that is free', () => {
    const first = newEntry(kb, [], catalogue)
    const second = newEntry(kb, [{ ...first, use: 'call' }], catalogue)
    expect(placeholderOf(second, kb)).toBe('context')
    expect(withOwnPlaceholder(first, [second], catalogue).placeholder).toBe('context_2')
    expect(withOwnPlaceholder({ ...first, use: 'call' }, [second], catalogue)).not.toHaveProperty(
      'placeholder',
    )
    const own = { ...first, placeholder: 'notes' }
    expect(withOwnPlaceholder(own, [second], catalogue)).toBe(own)
    // A tool that is no longer installed keeps its own name.
    const foreign = { ...own, type: 'telescope' }
    expect(withOwnPlaceholder(foreign, [own], catalogue).placeholder).toBe('notes_2')
  })

  it('is enabled when it is added, and lists its missing settings', () => {
    const added = newEntry(rubric, [], catalogue)
    expect([added.enabled, missingIn(added, rubric)]).toEqual([true, ['rubric_id']])
  })

  it('moves within the list only', () => {
    expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moveItem(['a', 'b'], 1, 9)).toEqual(['a', 'b'])
  })

  it('is found in the server’s errors', () => {
    expect(toolFault('tools/1/config/top_k: Too big')).toEqual({
      index: 1,
      pointer: '/top_k',
      words: 'Too big',
    })
    expect(toolFault('Two tools fill {context}')).toBeUndefined()
  })

  it('is told from a setting of the assistant in the server’s errors', () => {
    const fault = { name: 'limits', pointer: '/limits/tokens', words: 'Too big' }
    expect(settingFault('limits/tokens: Too big')).toEqual(fault)
    expect(settingFault('tools/1/config/top_k: Too big')).toBeUndefined()
    expect(settingFault('Two tools fill {context}')).toBeUndefined()
  })
})
