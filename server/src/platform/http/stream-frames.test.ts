import { expect, it } from 'vitest'
import { readFrames } from './stream-frames.ts'

const frame = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`

it('reads text and reasoning, and ignores everything else', () => {
  const bytes = Buffer.from(
    `${frame({ reasoning_content: 'Hm' })}${frame({ content: 'Yes', reasoning: '.' })}data: {broken\n\n: ping\n\n`,
  )
  expect(readFrames(bytes)).toEqual({ text: 'Yes', reasoning: 'Hm.' })
})

it('reads no statuses, sources or heartbeats', () => {
  const frames = [
    ': still here',
    'data: {"choices":[{"delta":{"role":"assistant","content":""}}]}',
    'data: {"status":{"type":"tool","status":"tool_start"}}',
    'data: {"choices":[{"delta":{"content":"Good "}}]}',
    'data: {"choices":[{"delta":{"content":"day\\nto you"}}]}',
    'data: {"choices":[{"delta":{"content":null}}]}',
    'data: {"choices":[]}',
    'data: [DONE]',
  ]
  expect(readFrames(`${frames.join('\n\n')}\n\n`).text).toBe('Good day\nto you')
})
