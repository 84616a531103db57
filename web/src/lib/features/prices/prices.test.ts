import { describe, expect, it } from 'vitest'
import { isFor, isReplaced, unpricedOf, withoutPrice, withPrice, withPriceAt } from './prices.ts'

const price = (model: string, provider?: string) => ({
  model,
  ...(provider ? { provider } : {}),
  input: 1,
  output: 2,
  image: 0,
  minute: 0,
  calls: 0,
})

describe('a price for a model', () => {
  it('matches any characters with a star, ignoring case', () => {
    expect(isFor(price('gpt-4o*'), 'openai', 'GPT-4o-mini')).toBe(true)
    expect(isFor(price('gpt-*-nano*'), 'openai', 'gpt-5-nano-2026')).toBe(true)
    expect(isFor(price('*-mini'), 'openai', 'gpt-4o-mini-2026')).toBe(false)
    expect(isFor(price('gpt-4'), 'openai', 'gpt-4o')).toBe(false)
    // The same letters must not match twice.
    expect(isFor(price('ab*ba'), 'openai', 'aba')).toBe(false)
  })

  it('checks the provider only if it names one', () => {
    expect(isFor(price('*', 'ollama'), 'openai', 'llama')).toBe(false)
    expect(isFor(price('llama'), 'openai', 'llama')).toBe(true)
  })
})

it('lists the models that were used without a price', () => {
  const tokens = {
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
  }
  const figures = { answers: 1, failed: 0, ...tokens, cost: 0, tool_calls: 0 }
  const models = [
    { provider: 'openai', model: 'strange-1', ...figures, unpriced: 3 },
    { provider: 'openai', model: 'gpt-4o', ...figures, unpriced: 0 },
    { provider: 'openai', model: 'counted-later', ...figures, unpriced: 2 },
  ]
  expect(unpricedOf(models, [price('gpt*'), price('counted*')])).toEqual([
    { provider: 'openai', model: 'strange-1', calls: 3 },
  ])
})

describe('the organization’s own prices', () => {
  it('replace the built-in ones for the same models', () => {
    expect(isReplaced(price('gpt-4o*'), [price('GPT-4o*')])).toBe(true)
    expect(isReplaced(price('*', 'ollama'), [price('*', 'openai')])).toBe(false)
    expect(isReplaced(price('gpt-4o*'), [price('gpt-4o*', 'openai')])).toBe(false)
  })

  it('come first when they are new, and keep their position when they change', () => {
    const [a, b, next] = [price('a'), price('b'), price('next')]
    const table = { currency: 'EUR', prices: [a, b] }
    expect(withPrice(table, next).prices).toEqual([next, a, b])
    expect(withPrice(table, next, b).prices).toEqual([a, next])
    expect(withoutPrice(table, a).prices).toEqual([b])
    // A reloaded price is equal, although it is another object.
    expect(withPrice(table, next, { ...b, input: 9 }).prices).toEqual([a, next])
    expect(withoutPrice(table, { ...a }).prices).toEqual([b])
    expect(withPrice(table, next, price('gone meanwhile')).prices).toEqual([next, a, b])
  })

  it('return to their position, beside prices added in the meantime', () => {
    const [a, b, next] = [price('a'), price('b'), price('next')]
    expect(withPriceAt({ currency: 'EUR', prices: [next, a] }, b, 1).prices).toEqual([next, b, a])
    expect(withPriceAt({ currency: 'EUR', prices: [] }, b, 4).prices).toEqual([b])
  })
})
