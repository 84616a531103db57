import { expect, it } from 'vitest'
import { createZipTurns } from './send-zip.ts'

const forever = () => new Promise<void>(() => undefined)

it('refuses more downloads of one person, and of all together, with a time to try again', async () => {
  const turns = createZipTurns({ perPerson: 1, together: 2 })
  let finish: (() => void) | undefined
  const first = turns.during('ana', () => new Promise<void>((resolve) => (finish = resolve)))
  await expect(turns.during('ana', forever)).rejects.toMatchObject({
    status: 429,
    details: { retryAfter: expect.any(Number) },
  })
  void turns.during('ben', forever)
  await expect(turns.during('eva', forever)).rejects.toMatchObject({
    status: 503,
    details: { retryAfter: expect.any(Number) },
  })
  finish?.()
  await first
  expect(await turns.during('ana', async () => 'mine')).toBe('mine')
})

it('ends a turn that fails', async () => {
  const turns = createZipTurns({ perPerson: 1, together: 1 })
  const broken = async () => {
    throw new Error('gone')
  }
  await expect(turns.during('ana', broken)).rejects.toThrow('gone')
  expect(await turns.during('ana', async () => 1)).toBe(1)
})
