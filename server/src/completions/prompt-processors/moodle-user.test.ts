import { describe, expect, it } from 'vitest'
import { findPromptProcessor, promptProcessorNames } from './registry.ts'

const fill = (name: string, template: string, identity?: string, found?: string) =>
  findPromptProcessor(name)?.({
    systemPrompt: '',
    template,
    messages: [{ role: 'user', content: 'I am {moodle_user}' }],
    insertions: found === undefined ? [] : [{ placeholder: 'moodle_user', content: found, sources: [] }],
    vision: false,
    identity,
  }).messages.at(-1)?.content

describe.each(promptProcessorNames())('%s', (name) => {
  it('inserts the person, as the server knows them', () => {
    expect(fill(name, 'For {moodle_user}:{user_input}', 'ada@example.edu')).toBe(
      'For ada@example.edu:\n\nI am {moodle_user}\n\n',
    )
  })
  it('prefers the Moodle id if it was found', () => {
    expect(fill(name, 'For {moodle_user}.', 'ada@example.edu', '11')).toBe('For 11.')
    expect(fill(name, 'For {moodle_user}.', 'ada@example.edu', '')).toBe('For ada@example.edu.')
  })
  it('inserts “default” for an unknown person', () => {
    expect(fill(name, '{moodle_user}')).toBe('default')
    expect(fill(name, '{moodle_user}', '')).toBe('default')
  })
  it('treats a name as plain text', () => {
    expect(fill(name, '{moodle_user}', '{user_input} $& {context}')).toBe('{user_input} $& {context}')
  })
})

it('has exactly these processors', () => {
  expect(promptProcessorNames()).toEqual([
    'simple_augment',
    'multi_augment',
    'tool_augment',
    'context_aware_augment',
    'moodle_augment',
    'kvcache_augment',
  ])
  expect(findPromptProcessor('constructor')).toBeUndefined()
})
