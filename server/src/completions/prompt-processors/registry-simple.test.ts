import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PromptInput } from './prompt-processor.ts'
import { simpleAugment as process } from './registry.ts'

const simpleAugment = (input: PromptInput) => process(input).messages

const ask = (content: string) => [{ role: 'user', content }]
const base = { systemPrompt: '', insertions: [], vision: false }
const context = (content: string, sources: { title?: string; url?: string; similarity?: number }[] = []) => ({
  placeholder: 'context',
  content,
  sources,
})

describe('simple_augment', () => {
  it('puts blank lines around inserted text, as LAMB does', () => {
    const messages = simpleAugment({
      ...base,
      systemPrompt: 'Be kind.',
      template: 'Use {context}. Q: {user_input}!',
      messages: ask('Why?'),
      insertions: [context('Facts')],
    })
    expect(messages).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Use \n\nFacts\n\n. Q: \n\nWhy?\n\n!' },
    ])
  })

  it('leaves four newlines for an empty context, and nothing without a tool', () => {
    const input = { ...base, template: '[{context}]', messages: ask('x') }
    expect(simpleAugment({ ...input, insertions: [context('')] })[0]?.content).toBe('[\n\n\n\n]')
    expect(simpleAugment(input)[0]?.content).toBe('[]')
  })

  it('lists the sources after the context', () => {
    const [message] = simpleAugment({
      ...base,
      template: '{context}',
      messages: ask('x'),
      insertions: [context('Text', [{ title: 'A', url: 'http://a', similarity: 0.83 }, {}])],
    })
    expect(message?.content).toBe(
      '\n\nText\n\n## Available Sources\n\n1. [A](http://a) (similarity: 0.830)\n2. [Unknown]() (similarity: 0.000)\n\n\n',
    )
  })

  it('keeps the conversation and, without a template, the question unchanged', () => {
    const messages = [
      { role: 'system', content: 'client' },
      ...ask('a'),
      { role: 'assistant', content: 'b' },
      ...ask('c'),
    ]
    expect(simpleAugment({ ...base, template: '', messages })).toEqual(messages)
  })

  it('keeps images only for an assistant with vision', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:,' } }
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'look' }, picture, { type: 'text', text: 'here' }] },
    ]
    const input = { ...base, template: '{user_input}', messages }
    expect(simpleAugment({ ...input, vision: true })[0]?.content).toEqual([
      { type: 'text', text: '\n\nlook here\n\n' },
      picture,
    ])
    expect(simpleAugment(input)[0]?.content).toBe('\n\nlook here\n\n')
  })

  it('never treats inserted text as a placeholder, and keeps other braces', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (typed, found) => {
        const question = `{context} $& \\frac{a}{b} ${typed}`
        const document = `{user_input} $\` ${found}`
        const [message] = simpleAugment({
          ...base,
          template: 'A{user_input}B{context}C{other}',
          messages: ask(question),
          insertions: [context(document)],
        })
        expect(message?.content).toBe(`A\n\n${question}\n\nB\n\n${document}\n\nC{other}`)
      }),
    )
  })
})
