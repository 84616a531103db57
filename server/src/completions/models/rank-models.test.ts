import { expect, it } from 'vitest'
import { bestChatModel } from './rank-models.ts'

it.each([
  [['text-embedding-3-small', 'whisper-1', 'gpt-4o-mini', 'gpt-4o', 'dall-e-3', 'gpt-3.5-turbo'], 'gpt-4o'],
  [['gpt-4o', 'gpt-4.1-mini', 'gpt-4.1', 'gpt-4.1-2025-04-14', 'gpt-4.1-nano'], 'gpt-4.1'],
  [
    ['gpt-5-pro', 'gpt-5-mini', 'gpt-5', 'gpt-5-codex', 'gpt-realtime', 'o3', 'omni-moderation-latest'],
    'gpt-5',
  ],
  [['gpt-3.5-turbo-instruct', 'gpt-3.5-turbo', 'babbage-002'], 'gpt-3.5-turbo'],
  [['gpt-3.5-turbo', 'gpt-4o-mini'], 'gpt-4o-mini'],
  [
    ['claude-3-5-haiku-20241022', 'claude-sonnet-4-5-20250929', 'claude-opus-4-1-20250805'],
    'claude-sonnet-4-5-20250929',
  ],
  [['claude-2.1', 'claude-3-haiku-20240307'], 'claude-3-haiku-20240307'],
  [['nomic-embed-text:latest', 'llama3.2:1b', 'llama3.1:8b', 'mxbai-embed-large'], 'llama3.1:8b'],
  [['qwen2.5-coder:32b', 'mistral:7b-instruct'], 'mistral:7b-instruct'],
  [['gemini-2.5-flash-image-preview', 'gemini-2.5-flash', 'gemini-2.5-pro'], 'gemini-2.5-pro'],
  [['our-model'], 'our-model'],
  [['text-embedding-ada-002', 'tts-1', 'bge-m3'], undefined],
  [[], undefined],
])('picks from %j: %j, in any order', (ids, best) => {
  expect(bestChatModel(ids)).toBe(best)
  expect(bestChatModel([...ids].reverse())).toBe(best)
})
