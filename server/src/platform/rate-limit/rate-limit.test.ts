import { describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../db/testing.ts'
import { isAppError } from '../errors.ts'
import { createRateLimit } from './rate-limit.ts'

describeOnEachDatabase('the rate limit', (open) => {
  const options = { name: 'test', failures: 3, windowSeconds: 60, blockSeconds: 60 }

  it('blocks after the configured failures, can be reset, and separates keys', async () => {
    const { pool } = await open()
    const limit = createRateLimit(options, pool)
    for (let at = 0; at < 3; at++) {
      await limit.requireFree('a')
      await limit.fail('a')
    }
    await expect(limit.requireFree('a')).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retryAfter: expect.any(Number) },
    })
    await limit.requireFree('b')
    await limit.forgive('a')
    await limit.requireFree('a')
  })

  it('blocks for as long as configured, not until the window ends', async () => {
    const { pool } = await open()
    const limit = createRateLimit({ ...options, name: 'block', windowSeconds: 3600 }, pool)
    const waitOf = async (key: string): Promise<number> => {
      const refusal = await limit.requireFree(key).catch((error: unknown) => error)
      return isAppError(refusal) ? (refusal.details.retryAfter ?? 0) : 0
    }
    for (let at = 0; at < 3; at++) await limit.fail('a')
    await Promise.all([1, 2, 3, 4, 5].map(() => limit.fail('b')))
    for (const key of ['a', 'b']) {
      expect(await waitOf(key)).toBeGreaterThan(0)
      expect(await waitOf(key)).toBeLessThanOrEqual(60)
    }
    // Attempts that were under way when the block began don't make it longer or shorter.
    await limit.fail('a')
    expect(await waitOf('a')).toBeGreaterThan(0)
    expect(await waitOf('a')).toBeLessThanOrEqual(60)
  })

  it('counts simultaneous attempts, and says how long to wait', async () => {
    const { pool } = await open()
    const limit = createRateLimit(options, pool)
    const waits = await Promise.all([1, 2, 3, 4, 5].map(() => limit.tryTake('a')))
    expect(waits.filter((seconds) => seconds === 0).length).toBe(3)
    expect(Math.max(...waits)).toBeGreaterThan(0)
    expect(await limit.tryTake('b')).toBe(0)
  })

  it('is shared by all instances on one PostgreSQL', async () => {
    const { pool } = await open()
    const [one, other] = [createRateLimit(options, pool), createRateLimit(options, pool)]
    for (let at = 0; at < 3; at++) await one.fail('a')
    const asked = other.requireFree('a')
    if (pool) await expect(asked).rejects.toMatchObject({ code: 'too_many_requests' })
    else await asked
  })
})

describe('without the database', () => {
  it('still counts, in memory', async () => {
    const limit = createRateLimit({ name: 't', failures: 1, windowSeconds: 60, blockSeconds: 60 })
    await limit.fail('a')
    await expect(limit.requireFree('a')).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})
