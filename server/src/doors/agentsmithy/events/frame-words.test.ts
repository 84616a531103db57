import { expect, it } from 'vitest'
import { Segments } from './events.ts'
import { wordsOfFrames } from './frame-words.ts'

const frame = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`

it('words and reasoning are read out of relayed frames, whatever else stands there', () => {
  const bytes = Buffer.from(
    `${frame({ reasoning_content: 'Hm' })}${frame({ content: 'Yes', reasoning: '.' })}data: {broken\n\n: ping\n\n`,
  )
  expect(wordsOfFrames(bytes)).toEqual({ text: 'Yes', reasoning: 'Hm.' })
})

it('segments open with their first piece, and reasoning closes before words', () => {
  const segments = new Segments()
  const types = [
    ...segments.say('reasoning', 'a'),
    ...segments.say('chat', 'b'),
    ...segments.say('reasoning', 'c'),
    ...segments.say('chat', ''),
    ...segments.close(),
    ...segments.close(),
    ...segments.say('chat', 'd'),
  ].map(({ type }) => type)
  expect(types).toEqual([
    'reasoning_start',
    'reasoning',
    'chat_start',
    'chat',
    'reasoning',
    'reasoning_end',
    'chat_end',
    'chat_start',
    'chat',
  ])
})
