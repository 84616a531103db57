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
  it('puts in who asks, as the server knows them', () => {
    expect(fill(name, 'For {moodle_user}:{user_input}', 'ada@example.edu')).toBe(
      'For ada@example.edu:\n\nI am {moodle_user}\n\n',
    )
  })
  it('prefers the number that Moodle knows them by, when it was found', () => {
    expect(fill(name, 'For {moodle_user}.', 'ada@example.edu', '11')).toBe('For 11.')
    expect(fill(name, 'For {moodle_user}.', 'ada@example.edu', '')).toBe('For ada@example.edu.')
  })
  it('says default when nobody was named', () => {
    expect(fill(name, '{moodle_user}')).toBe('default')
    expect(fill(name, '{moodle_user}', '')).toBe('default')
  })
  it('a name is text, whatever it looks like', () => {
    expect(fill(name, '{moodle_user}', '{user_input} $& {context}')).toBe('{user_input} $& {context}')
  })
})

it('there are these, and no others', () => {
  expect(promptProcessorNames()).toEqual([
    'simple_augment',
    'multi_augment',
    'tool_augment',
    'context_aware_augment',
    'moodle_augment',
  ])
  expect(findPromptProcessor('constructor')).toBeUndefined()
})
