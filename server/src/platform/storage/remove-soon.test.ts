import { expect, it } from 'vitest'
import { createRemoveSoon } from './remove-soon.ts'

const warnings: unknown[] = []
const log = { warn: (...parts: unknown[]) => void warnings.push(parts.at(-1)) }

it('waits for files to be removed, and survives a storage that fails', async () => {
  const removed: string[] = []
  const removeSoon = createRemoveSoon(log)
  await removeSoon(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    removed.push('a')
  })
  expect([removed, warnings]).toEqual([['a'], []])
  await removeSoon(() => Promise.reject(new Error('away')))
  expect(warnings).toEqual(['failed to remove files from the storage; trying again later'])
})

it('does not wait for a storage that does not respond', async () => {
  await createRemoveSoon(log, 1)(() => new Promise(() => undefined))
})
