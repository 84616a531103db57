import { describe, expect, it } from 'vitest'
import type { PromptInput } from './prompt-processor.ts'
import { chooseProcessor, removesUnfilled, searchesByConversation, toolAugment } from './registry.ts'

const input: PromptInput = {
  systemPrompt: 'You lead a team.',
  template: '{tool_result}|{context}|{user_input}',
  messages: [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'b' },
    { role: 'user', content: 'Why? {tool_result}' },
  ],
  insertions: [{ placeholder: 'tool_result', content: 'Because. {user_input}', sources: [] }],
  vision: false,
  functions: ['get_weather', 'kb_query'],
}

describe('tool_augment', () => {
  it('fills any placeholder once, and explains functions in the system prompt', () => {
    const [system, ...rest] = toolAugment(input).messages
    expect(system?.role).toBe('system')
    expect(system?.content).toMatch(
      /^You lead a team\.\n\nYou have access to the following tools: get_weather, kb_query\./,
    )
    expect(system?.content).toContain('is data')
    expect(rest).toEqual([
      ...input.messages.slice(0, -1),
      { role: 'user', content: '\n\nBecause. {user_input}\n\n||\n\nWhy? {tool_result}\n\n' },
    ])
  })

  it('adds a system prompt if the author wrote none, and keeps the question unchanged without a template', () => {
    const { messages, pieces } = toolAugment({ ...input, systemPrompt: '', template: '' })
    expect(messages[0]?.content).toMatch(/^You have access to the following tools/)
    expect(messages.slice(1)).toEqual(input.messages)
    expect(pieces).toEqual([])
  })

  it('says nothing about tools if there are none', () => {
    expect(toolAugment({ ...input, functions: [] }).messages[0]?.content).toBe('You lead a team.')
  })

  it('stays the same, whatever there is to fill', () => {
    expect(chooseProcessor('tool_augment', false)).toBe(toolAugment)
    expect(chooseProcessor('tool_augment', true)).toBe(toolAugment)
    expect(removesUnfilled(toolAugment)).toBe(true)
  })
})

it('only context_aware_augment searches by conversation, and it fills like simple_augment', () => {
  expect(searchesByConversation('context_aware_augment')).toBe(true)
  for (const other of ['simple_augment', 'multi_augment', 'tool_augment', 'toString', ''])
    expect(searchesByConversation(other)).toBe(false)
  for (const fillsMore of [true, false])
    expect(chooseProcessor('context_aware_augment', fillsMore)).toBe(
      chooseProcessor('simple_augment', fillsMore),
    )
})
