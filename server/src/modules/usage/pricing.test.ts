import type { PriceTable } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { createPricing, fits } from './pricing.ts'

const million = { inputTokens: 1_000_000, outputTokens: 1_000_000 }

describe('the cost of a call', () => {
  const own: PriceTable = {
    currency: 'EUR',
    prices: [
      { provider: 'openai', model: 'gpt-4o-mini', input: 1, output: 2, image: 0, minute: 0, calls: 0 },
      { model: 'house-*', input: 0.5, output: 0, image: 0, minute: 0, calls: 0 },
      { model: 'painter', input: 0, output: 0, image: 0.04, minute: 0, calls: 0 },
      { provider: 'tool', model: 'http_*', input: 0, output: 0, image: 0, minute: 0, calls: 5 },
    ],
  }

  it.each([
    ['openai', 'gpt-4o-mini', 750_000],
    ['openai', 'gpt-4o-2024-11-20', 12_500_000],
    ['openai', 'gpt-5-mini', 2_250_000],
    ['openai', 'gpt-5.4-mini', 5_250_000],
    ['anthropic', 'claude-sonnet-4-5', 18_000_000],
    ['anthropic', 'claude-opus-4-1-20250805', 90_000_000],
    ['anthropic', 'claude-opus-4-6', 30_000_000],
    ['openai', 'text-embedding-3-small', 20_000],
    ['ollama', 'gpt-4o-mini', 0],
    ['quotes', 'quotes', 0],
    ['openai', 'somebody-else-7b', null],
  ])('uses the built-in prices for %s %s', (provider, model, micros) => {
    expect(createPricing(undefined).costOf(provider, model, million)).toBe(micros)
  })

  it('prefers the organization’s own prices', () => {
    const pricing = createPricing(own)
    expect(pricing.currency).toBe('EUR')
    expect(pricing.costOf('openai', 'gpt-4o-mini', million)).toBe(3_000_000)
    expect(pricing.costOf('anthropic', 'HOUSE-large', million)).toBe(500_000)
    expect(pricing.costOf('openai', 'gpt-4o', million)).toBe(12_500_000)
  })

  it('ignores the spelling of the provider', () => {
    const prices = [
      { provider: 'OpenAI', model: 'GPT-4o-mini', input: 1, output: 2, image: 0, minute: 0, calls: 0 },
    ]
    const pricing = createPricing({ currency: 'EUR', prices })
    expect(pricing.costOf('openai', 'gpt-4o-mini', million)).toBe(3_000_000)
    expect(pricing.costOf('ollama', 'gpt-4o-mini', million)).toBe(0)
  })

  it('is a whole number of millionths, however few tokens there are', () => {
    expect(
      createPricing(undefined).costOf('openai', 'gpt-4o-mini', { inputTokens: 7, outputTokens: 2 }),
    ).toBe(2)
  })

  it('is per image if the price says so', () => {
    expect(createPricing(own).costOf('banana_img', 'painter', undefined, 1)).toBe(40_000)
  })

  it('is per search, or per run of a tool', () => {
    const read = { inputTokens: 1_000_000, outputTokens: 0 }
    expect(createPricing(undefined).costOf('openai', 'rerank-v3.5', read, 0, 1)).toBe(2000)
    expect(createPricing(undefined).costOf('openai', 'rerank-2.5-lite', read, 0, 1)).toBe(20_000)
    expect(createPricing(own).costOf('tool', 'http_request', undefined, 0, 3)).toBe(15_000)
    expect(createPricing(own).costOf('tool', 'weather', undefined, 0, 3)).toBe(0)
  })

  it('is per minute of transcribed audio', () => {
    const none = { inputTokens: 0, outputTokens: 0 }
    expect(createPricing(undefined).costOf('openai', 'whisper-1', none, 0, 0, 90)).toBe(9000)
    expect(createPricing(undefined).costOf('openai', 'whisper-1', undefined, 0, 0, 60)).toBe(6000)
    expect(createPricing(undefined).costOf('openai', 'gpt-4o-transcribe', none, 0, 0, 60)).toBe(0)
  })

  // 1,000 tokens of input, of which 600 were in the cache and 300 were added to it, and 200 of output.
  const usage = { inputTokens: 1000, cachedTokens: 600, cacheWriteTokens: 300, outputTokens: 200 }
  it.each([
    // 100 × 3 + 600 × 0.3 + 300 × 3.75 + 200 × 15
    ['anthropic', 'claude-sonnet-4-5', 4605],
    // 100 × 0.25 + 600 × 0.03 + 300 × 0.3 + 200 × 1.25
    ['anthropic', 'claude-3-haiku-20240307', 383],
    // 400 × 1.25 + 600 × 0.125 + 200 × 10: writing to the cache costs nothing extra.
    ['openai', 'gpt-5', 2575],
    // 400 × 2 + 600 × 0.5 + 200 × 8
    ['openai', 'gpt-4.1-2025-04-14', 2700],
    // 1000 × 30 + 200 × 60: there is no cache.
    ['openai', 'gpt-4', 42_000],
    // 100 × 4 + 600 × 0.2 + 300 × 5 + 200 × 20
    ['anthropic', 'claude-opus-5-5', 6020],
    // 100 × 2 + 600 × 0.2 + 300 × 2.5 + 200 × 10
    ['anthropic', 'claude-sonnet-5', 3070],
    ['ollama', 'llama', 0],
  ])('counts cached input at its own price: %s %s', (provider, model, micros) => {
    expect(createPricing(undefined).costOf(provider, model, usage)).toBe(micros)
  })

  it('never counts more cached input than there was input', () => {
    const odd = { inputTokens: 100, cachedTokens: 90, cacheWriteTokens: 90, outputTokens: 0 }
    // 90 × 0.3 + 10 × 3.75
    expect(createPricing(undefined).costOf('anthropic', 'claude-sonnet-4-5', odd)).toBe(65)
  })

  it('takes the price of other input for cached input without a price, and zero for a free one', () => {
    const zero = { output: 0, image: 0, minute: 0, calls: 0 }
    const prices = [
      { model: 'plain', input: 2, ...zero },
      { model: 'free-reads', input: 2, cached_input: 0, ...zero },
    ]
    const { costOf } = createPricing({ currency: 'EUR', prices })
    expect(costOf('x', 'plain', usage)).toBe(2000)
    expect(costOf('x', 'free-reads', usage)).toBe(800)
  })

  it('counts reasoning at its own price, and otherwise as other output', () => {
    const usage = { inputTokens: 0, outputTokens: 1320, reasoningTokens: 200 }
    const { costOf } = createPricing(undefined)
    // 1120 × 120 + 200 × 12
    expect(costOf('banana_img', 'gemini-3-pro-image-preview', usage)).toBe(136_800)
    // 1320 × 10
    expect(costOf('openai', 'gpt-5', usage)).toBe(13_200)
    // 100 × 12: there is no more reasoning than output.
    expect(costOf('banana_img', 'gemini-3-pro-image', { ...usage, outputTokens: 100 })).toBe(1200)
  })

  it('is unknown when the provider reported no usage, unless it is free', () => {
    expect(createPricing(own).costOf('openai', 'gpt-4o-mini', undefined)).toBeNull()
    expect(createPricing(own).costOf('ollama', 'llama', undefined)).toBe(0)
  })
})

describe('a pattern', () => {
  it.each([
    ['gpt-4o', 'gpt-4o', true],
    ['gpt-4o', 'gpt-4o-mini', false],
    ['gpt-4o*', 'gpt-4o-mini', true],
    ['*', '', true],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'ac', false],
    ['ab*ba', 'aba', false],
    ['*-mini', 'x-mini', true],
    ['a.c', 'abc', false],
  ])('%s matches %s: %s', (pattern, name, expected) => {
    expect(fits(pattern, name)).toBe(expected)
  })

  // With backtracking, these would practically never end.
  it('needs no backtracking for any input', () => {
    expect(fits('*a'.repeat(100), 'a'.repeat(199))).toBe(true)
    expect(fits(`${'*a'.repeat(99)}*b`, 'a'.repeat(200))).toBe(false)
  })
})
