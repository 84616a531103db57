import { expect, it } from 'vitest'
import { kvcacheAugment, kvcacheMultiAugment } from './kvcache-augment.ts'
import type { PromptInput } from './prompt-processor.ts'
import { chooseProcessor } from './registry.ts'

const input: PromptInput = {
  systemPrompt: 'Be kind.',
  template: 'Q: {user_input}',
  messages: [{ role: 'user', content: 'Why {context}?' }],
  insertions: [{ placeholder: 'context', content: 'Facts {user_input}', sources: [] }],
  vision: false,
}
const contents = (more: Partial<PromptInput>, process = kvcacheAugment) =>
  process({ ...input, ...more }).messages.map(({ content }) => content)

it('puts the document at the end of the system prompt, whether or not the template names it', () => {
  const question = 'Q: \n\nWhy {context}?\n\n'
  expect(contents({})).toEqual(['Be kind.\n\nFacts {user_input}', question])
  expect(contents({ template: '{context}Q: {user_input}' })).toEqual([
    'Be kind.\n\nFacts {user_input}',
    question,
  ])
  expect(contents({ systemPrompt: '' })).toEqual(['Facts {user_input}', question])
  expect(contents({ template: '' })).toEqual(['Be kind.\n\nFacts {user_input}', 'Why {context}?'])
})

it('puts it where the system prompt says', () => {
  expect(contents({ systemPrompt: 'Use {context} and {other}.' })[0]).toBe(
    'Use \n\nFacts {user_input}\n\n and {other}.',
  )
  expect(contents({ systemPrompt: 'Use {context}.', insertions: [] })[0]).toBe('Use .')
})

it('tells where the document begins, before which the prompt is the same for every question', () => {
  const fixed = (more: Partial<PromptInput>) => {
    const { messages, fixedSystemLength } = kvcacheAugment({ ...input, ...more })
    return fixedSystemLength === undefined
      ? undefined
      : String(messages[0]?.content).slice(0, fixedSystemLength)
  }
  expect(fixed({})).toBe('Be kind.')
  expect(fixed({ systemPrompt: 'Use {context} and {other}.' })).toBe('Use ')
  expect(fixed({ systemPrompt: '' })).toBe('')
  expect(fixed({ insertions: [] })).toBeUndefined()
})

it('adds nothing without a document', () => {
  expect(contents({ insertions: [] })[0]).toBe('Be kind.')
})

it('fills further placeholders', () => {
  expect(chooseProcessor('kvcache_augment', true)).toBe(kvcacheMultiAugment)
  const rubric = { placeholder: 'rubric', content: 'R', sources: [] }
  const template = '{context}{rubric}{user_input}'
  expect(contents({ template, insertions: [...input.insertions, rubric] }, kvcacheMultiAugment)).toEqual([
    'Be kind.\n\nFacts {user_input}',
    '\n\nR\n\n\n\nWhy {context}?\n\n',
  ])
})
