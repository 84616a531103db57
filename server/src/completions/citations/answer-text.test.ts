import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnswerText } from './answer-text.ts'

const frame = (delta: object) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, logprobs: null, finish_reason: null }] })}\n\n`

const toFrames = (...deltas: object[]) => {
  const bytes = Buffer.from(deltas.map(frame).join(''))
  return { type: 'frames', bytes, text: bytes.toString('latin1') } as const
}

test('returns the text of the frames, whatever it contains', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
      const answer = new AnswerText()
      answer.add(toFrames(...pieces.map((content) => ({ content }))))
      expect(answer.text).toBe(Buffer.from(pieces.join('')).toString())
    }),
  )
})

test('ignores look-alikes of the text field', () => {
  const answer = new AnswerText()
  const call = { index: 0, function: { name: 'f', arguments: '{"content":"no"}' } }
  answer.add(toFrames({ reasoning_content: 'no', tool_calls: [call] }))
  answer.add({ type: 'text-delta', text: 'yes' })
  expect(answer.text).toBe('yes')
})

test('finds the text of servers that put blanks between field and value', () => {
  const answer = new AnswerText()
  for (const separator of [': ', ' : ', ':\t', ':']) {
    const text = `data: {"choices": [{"index": 0, "delta": {"content"${separator}"Yes. "}}]}\n\n`
    answer.add({ type: 'frames', bytes: Buffer.from(text), text })
  }
  expect(answer.text).toBe('Yes. Yes. Yes. Yes. ')
})

test('passes over content that is not a text', () => {
  const answer = new AnswerText()
  answer.add(toFrames({ content: null }, { content: [{ type: 'text' }] }, { content: 'Yes.' }))
  expect(answer.text).toBe('Yes.')
})
