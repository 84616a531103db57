import { expect, it } from 'vitest'
import { toParams } from './request-params.ts'

it('passes on what the provider knows, keeps back what is ours, and lets the assistant decide', () => {
  const request = {
    model: 'lamb_assistant.1',
    messages: [],
    stream: true,
    stream_options: { include_usage: true },
    metadata: { task: 'x' },
    chat_id: 'c',
    debug_bypass: true,
    temperature: 1.5,
    stop: ['.'],
    seed: 7,
    user: 'u',
  }
  expect(toParams(request, { temperature: 0.2 })).toEqual({
    temperature: 0.2,
    stop: ['.'],
    seed: 7,
    user: 'u',
  })
})
