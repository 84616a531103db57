import { describe, expect, it } from 'vitest'
import { appendPlaceholder, findFaults, removePlaceholder, toTemplateParts } from './template.ts'

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

  it('loses a line together with its only placeholder', () => {
    expect(removePlaceholder('a\n{guide}\nb {guide}', 'guide')).toBe('a\nb ')
  })

  it('is fast with 20,000 characters', () => {
    const long = 'Words and {context} more words. '.repeat(700)
    const start = performance.now()
    for (let time = 0; time < 20; time++) toTemplateParts(long)
    expect((performance.now() - start) / 20).toBeLessThan(60)
  })
})
