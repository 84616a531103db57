import { expect, it } from 'vitest'
import { textOfFrames } from './frame-text.ts'

it('reads the words and nothing else', () => {
  const frames = [
    ': still here',
    'data: {"choices":[{"delta":{"role":"assistant","content":""}}]}',
    'data: {"status":{"type":"tool","status":"tool_start"}}',
    'data: {"choices":[{"delta":{"content":"Good "}}]}',
    'data: {"choices":[{"delta":{"content":"day\\nto you"}}]}',
    'data: {"choices":[{"delta":{"content":null}}]}',
    'data: {broken',
    'data: [DONE]',
  ]
  expect(textOfFrames(`${frames.join('\n\n')}\n\n`)).toBe('Good day\nto you')
})
