import { expect, it } from 'vitest'
import { Segments } from './events.ts'

it('segments open with their first piece, and reasoning closes before text', () => {
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
