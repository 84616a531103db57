import { expect, it } from 'vitest'
import { parametersOf } from './mcp.ts'

it('lists the parameters of a tool', () => {
  const input_schema = {
    type: 'object',
    properties: {
      title: { type: 'string', description: 'Part of the title' },
      order: { enum: ['new', 'old'] },
      most: { type: ['integer', 'null'] },
      anything: true,
    },
    required: ['title'],
  }
  expect(parametersOf({ input_schema })).toEqual([
    { name: 'title', type: 'string', isRequired: true, description: 'Part of the title' },
    { name: 'order', type: '"new" | "old"', isRequired: false, description: '' },
    { name: 'most', type: 'integer | null', isRequired: false, description: '' },
    { name: 'anything', type: '', isRequired: false, description: '' },
  ])
  // An external server may send anything.
  expect(parametersOf({ input_schema: { properties: [], required: 'all' } })).toEqual([])
  expect(parametersOf({ input_schema: { properties: { a: {} }, required: 7 } })[0]?.isRequired).toBe(false)
})
