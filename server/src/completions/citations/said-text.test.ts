import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SaidText } from './said-text.ts'

const frame = (delta: object) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, logprobs: null, finish_reason: null }] })}\n\n`

test('is what the frames say, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
      const said = new SaidText()
      said.add({ type: 'frames', bytes: Buffer.from(pieces.map((content) => frame({ content })).join('')) })
      expect(said.text).toBe(Buffer.from(pieces.join('')).toString())
    }),
  )
})

test('is not what only looks like it', () => {
  const said = new SaidText()
  const call = { index: 0, function: { name: 'f', arguments: '{"content":"no"}' } }
  said.add({ type: 'frames', bytes: Buffer.from(frame({ reasoning_content: 'no', tool_calls: [call] })) })
  said.add({ type: 'text-delta', text: 'yes' })
  expect(said.text).toBe('yes')
})
