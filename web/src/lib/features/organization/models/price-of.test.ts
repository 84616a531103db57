import { expect, it } from 'vitest'
import { priceOf } from './price-of.ts'

const price = (model: string, input: number, provider?: string) => ({
  model,
  input,
  output: 1,
  image: 0,
  calls: 0,
  minute: 0,
  ...(provider ? { provider } : {}),
})
const table = {
  currency: 'EUR',
  prices: [price('gpt-4o*', 2, 'openai')],
  built_in: [price('gpt-4o', 5, 'openai'), price('claude-*', 3, 'anthropic')],
}

it('prefers the organization’s own price, in its currency', () => {
  expect(priceOf(table, 'openai', 'gpt-4o')).toMatchObject({
    price: { input: 2 },
    currency: 'EUR',
    isListPrice: false,
  })
  expect(priceOf(table, 'anthropic', 'claude-x')).toMatchObject({
    price: { input: 3 },
    currency: 'USD',
    isListPrice: true,
  })
})

it('has none for a model that no price is for', () => {
  expect(priceOf(table, 'anthropic', 'gpt-4o')).toBeUndefined()
})
