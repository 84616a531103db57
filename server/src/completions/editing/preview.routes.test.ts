import { describe, expect, it } from 'vitest'
import { growthOf } from '../../platform/growth.testing.ts'
import { createTokenCounter } from './preview.routes.ts'

describe('counting tokens', () => {
  it('counts short texts exactly and estimates what is beyond the limit', async () => {
    const count = await createTokenCounter()
    expect(count('Hello world')).toBe(2)
    expect(count('')).toBe(0)
    count('word '.repeat(200_000))
    expect(count('Hello world')).toBe(3)
  })

  it('takes linear time for one long word', async () => {
    const growth = await growthOf(async (size) => (await createTokenCounter())('a'.repeat(size)), 20_000)
    expect(growth).toBeLessThan(10)
  })
})
