import { describe, expect, it } from 'vitest'
import { createToolRegistry } from '../../../tools/registry.ts'
import { MAX_TOOLS, requireValidEntries, requireWellFormed } from './check-entries.ts'

const none = createToolRegistry([])
const entries = (count: number) => Array.from({ length: count }, (_, at) => ({ type: `tool_${at}` }))

describe('tools on save', () => {
  it('limits their number', () => {
    expect(requireValidEntries(entries(MAX_TOOLS), none)).toHaveLength(64)
    expect(() => requireValidEntries(entries(65), none)).toThrow(
      'Too many tools: 65 (limit: 64 per assistant)',
    )
    // Describing the faults of each would hold up everyone else.
    expect(() => requireWellFormed(Array.from({ length: 65 }, () => ({})))).toThrow('Too many tools: 65')
  })

  it.each(['__proto__', 'constructor', 'prototype', '{constructor}'])(
    'refuses the placeholder %s',
    (placeholder) => {
      for (const more of [{}, { enabled: false }, { use: 'call' }])
        expect(() => requireValidEntries([{ type: 'weather', placeholder, ...more }], none)).toThrow(
          'is reserved. Choose another name',
        )
    },
  )
})
