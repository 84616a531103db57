import { expect, it } from 'vitest'
import { fromChoice, newSignupKey, toChoice } from './organization.ts'

it('separates a model with slashes from its provider', () => {
  const choice = { provider: 'openai', model: 'org/model/v2' }
  expect(fromChoice(toChoice(choice))).toEqual(choice)
  expect(toChoice({ provider: 'openai', model: '' })).toBe('')
})

it('generates distinct keys in groups of four', () => {
  const keys = Array.from({ length: 50 }, newSignupKey)
  expect(new Set(keys).size).toBe(50)
  for (const key of keys) expect(key).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
})
