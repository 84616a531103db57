import { beforeEach, expect, it, vi } from 'vitest'
import type { Db } from '../../../../platform/db/db.ts'
import { createBaseLanguage } from './base-language.ts'
import { reindexRepository } from './reindex.repository.ts'

const db = {} as Db
const languageOf = vi.spyOn(reindexRepository, 'languageOf')
beforeEach(() => languageOf.mockReset())

it('asks rarely for a base whose language stays unknown', async () => {
  languageOf.mockResolvedValue(undefined)
  const find = createBaseLanguage(db)
  // As with many small files: several wait for the same answer.
  for (let turn = 0; turn < 50; turn++)
    expect(new Set(await Promise.all(Array.from({ length: 16 }, () => find(1))))).toEqual(new Set(['other']))
  expect(languageOf.mock.calls.length).toBeLessThan(25)
})

it('finds a language soon after the first documents', async () => {
  languageOf.mockResolvedValueOnce(undefined).mockResolvedValue('ca')
  const find = createBaseLanguage(db)
  expect(await find(1)).toBe('other')
  for (let turn = 0; turn < 40; turn++) expect(await find(1)).toBe('ca')
  expect(languageOf).toHaveBeenCalledTimes(2)
})

it('asks again after a failure', async () => {
  languageOf.mockRejectedValueOnce(new Error('gone')).mockResolvedValue('en')
  const find = createBaseLanguage(db)
  await expect(find(1)).rejects.toThrow('gone')
  expect(await find(1)).toBe('en')
})
