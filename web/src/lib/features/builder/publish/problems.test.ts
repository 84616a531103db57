import { expect, it } from 'vitest'
import { toFix } from './problems.ts'

it('adds missing placeholders at a sensible place of the template', () => {
  const fix = (template: string, ...placeholders: string[]) =>
    toFix(template, { kind: 'template', placeholders })
  expect(fix('Judge:\n{user_input}', 'rubric')).toMatchObject({
    template: '{rubric}\n\nJudge:\n{user_input}',
  })
  expect(fix('{context}', 'user_input')).toMatchObject({ template: '{context}\n\n{user_input}' })
  expect(fix('', 'context', 'rubric', 'user_input')).toMatchObject({
    template: '{context}\n\n{rubric}\n\n{user_input}',
  })
})

it('leads to the place of other problems', () => {
  expect(toFix('', { kind: 'documents', knowledge_base: '7' })).toEqual({
    kind: 'documents',
    knowledgeBase: '7',
  })
  expect(toFix('', { kind: 'tool', index: 1 })).toEqual({ kind: 'tool', index: 1 })
  expect(toFix('', null)).toBeUndefined()
})
