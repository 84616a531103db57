import { describe, expect, it } from 'vitest'
import { findPromptProcessor, promptProcessorNames } from './registry.ts'

const fill = (name: string, template: string, identity?: string) =>
  findPromptProcessor(name)?.({
    systemPrompt: '',
    template,
    messages: [{ role: 'user', content: 'I am {moodle_user}' }],
    insertions: [],
    vision: false,
    identity,
  }).messages.at(-1)?.content

describe.each(['simple_augment', 'multi_augment', 'moodle_augment', 'tool_augment'])('%s', (name) => {
  it('puts in who asks, as the server knows them', () => {
    expect(fill(name, 'For {moodle_user}:{user_input}', 'ada@example.edu')).toBe(
      'For ada@example.edu:\n\nI am {moodle_user}\n\n',
    )
  })
  it('says default when nobody was named', () => {
    expect(fill(name, '{moodle_user}')).toBe('default')
    expect(fill(name, '{moodle_user}', '')).toBe('default')
  })
  it('a name is text, whatever it looks like', () => {
    expect(fill(name, '{moodle_user}', '{user_input} $& {context}')).toBe('{user_input} $& {context}')
  })
})

it('old names are understood, not offered', () => {
  expect(promptProcessorNames()).toEqual(['simple_augment', 'multi_augment', 'moodle_augment'])
  expect(findPromptProcessor('constructor')).toBeUndefined()
})
