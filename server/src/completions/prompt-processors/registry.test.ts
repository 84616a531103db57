import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PromptInput } from './prompt-processor.ts'
import { chooseProcessor, kvcacheAugment, kvcacheMultiAugment, multiAugment as process } from './registry.ts'

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

const multiAugment = (input: PromptInput) => process(input).messages

const ask = (content: string) => [{ role: 'user', content }]
const put = (placeholder: string, content: string) => ({ placeholder, content, sources: [] })
const fill = (template: string, question: string, insertions = [] as ReturnType<typeof put>[]) =>
  multiAugment({ systemPrompt: '', template, messages: ask(question), insertions, vision: false })[0]?.content

describe('multi_augment', () => {
  it('inserts each tool’s text at its placeholder, between blank lines', () => {
    const insertions = [put('context', 'Facts'), put('rubric', 'Levels'), put('1_file', 'Notes')]
    expect(fill('{context}|{rubric}|{1_file}|{user_input}', 'Why?', insertions)).toBe(
      '\n\nFacts\n\n|\n\nLevels\n\n|\n\nNotes\n\n|\n\nWhy?\n\n',
    )
  })

  it('removes placeholders without output or without a tool', () => {
    expect(fill('[{context}][{unknown_thing}][{2}][{A}]', 'x', [put('context', '')])).toBe('[][][{2}][{A}]')
  })

  it('keeps the system prompt first, the conversation, and images with vision', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:,' } }
    const messages = [
      ...ask('a'),
      { role: 'assistant', content: 'b' },
      { role: 'user', content: [{ type: 'text', text: 'c' }, picture] },
    ]
    const input = { systemPrompt: 'S', template: '{user_input}', messages, insertions: [], vision: true }
    expect(multiAugment(input)).toEqual([
      { role: 'system', content: 'S' },
      ...messages.slice(0, 2),
      { role: 'user', content: [{ type: 'text', text: '\n\nc\n\n' }, picture] },
    ])
  })

  it('keeps injection attempts as plain text', () => {
    const nasty = `{rubric} {file} \\frac{a}{b} f'{name}' $& $\` $1 ${'{context}'.repeat(1000)}`
    expect(fill('{user_input}{context}', nasty, [put('context', '{rubric}'), put('rubric', 'SECRET')])).toBe(
      `\n\n${nasty}\n\n\n\n{rubric}\n\n`,
    )
  })

  it('for any texts, the prompt contains each inserted text exactly as given', () => {
    const text = fc.string({ minLength: 1, unit: 'binary' })
    fc.assert(
      fc.property(text, text, text, (question, one, other) => {
        const filled = fill('<{one}|{user_input}|{other}>', question, [put('one', one), put('other', other)])
        expect(filled).toBe(`<\n\n${one}\n\n|\n\n${question}\n\n|\n\n${other}\n\n>`)
      }),
    )
  })
})
