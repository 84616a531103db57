import { describe, expect, it } from 'vitest'
import {
  appendPlaceholder,
  findFaults,
  placePlaceholder,
  removePlaceholder,
  renamePlaceholder,
  toTemplateParts,
} from './template.ts'

describe('a template', () => {
  it('is split at its placeholders without losing text', () => {
    const template = 'Judge {user_input} by {rubric}. JSON {"a": 1} and {} stay.'
    const parts = toTemplateParts(template)
    expect(parts.flatMap(({ placeholder }) => placeholder ?? [])).toEqual(['user_input', 'rubric'])
    expect(parts.map(({ text }) => text).join('')).toBe(template)
  })

  it('finds placeholders without a tool, and tools without a placeholder', () => {
    expect(findFaults('{user_input} {guide} {context}', ['context', 'rubric'])).toEqual({
      unknown: ['guide'],
      unused: ['rubric'],
      hasNoQuestion: false,
    })
    expect(findFaults('', []).hasNoQuestion).toBe(true)
  })

  it('gets a placeholder at the end', () => {
    expect(appendPlaceholder('Read this:\n', 'file')).toBe('Read this:\n\n{file}')
    expect(appendPlaceholder('', 'file')).toBe('{file}')
  })

  it.each([
    ['{user_input}', '{rubric}\n\n{user_input}'],
    ['Be kind.\n\nQuestion:\n{user_input}', 'Be kind.\n\n{rubric}\n\nQuestion:\n{user_input}'],
    [
      '{user_input}\n\nUse {context}.\n\nBe brief.',
      '{user_input}\n\nUse {context}.\n\n{rubric}\n\nBe brief.',
    ],
    ['Hello.', 'Hello.\n\n{rubric}'],
    ['', '{rubric}'],
  ])('gets the placeholder of a new tool above the question, or after the others: %j', (before, after) => {
    expect(placePlaceholder(before, 'rubric')).toBe(after)
  })

  it('renames a placeholder everywhere', () => {
    expect(renamePlaceholder('{context} {context_2} {context}', 'context', '$&')).toBe(
      '{$&} {context_2} {$&}',
    )
  })

  it('loses a line together with its only placeholder', () => {
    expect(removePlaceholder('a\n{guide}\nb {guide}', 'guide')).toBe('a\nb ')
    expect(removePlaceholder('a\n\n{guide}\n\nb', 'guide')).toBe('a\n\nb')
    expect(removePlaceholder('{guide}\n\nb', 'guide')).toBe('b')
    expect(removePlaceholder('a\n{guide}\n\nb', 'guide')).toBe('a\n\nb')
  })

  it('is fast with 20,000 characters', () => {
    const long = 'Words and {context} more words. '.repeat(700)
    const start = performance.now()
    for (let time = 0; time < 20; time++) toTemplateParts(long)
    expect((performance.now() - start) / 20).toBeLessThan(60)
  })
})
