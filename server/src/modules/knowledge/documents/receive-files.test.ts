import { expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import { AppError } from '../../../platform/errors.ts'
import { receiveTexts } from './receive-files.ts'

it('if one of several texts is refused, the others are removed', async () => {
  const staged = new Set<string>()
  const documents = {
    startReceiving: async () => async (name: string) => {
      if (name === 'third') throw new AppError('bad_request', 'There is no room')
      staged.add(name)
      const discard = async () => void staged.delete(name)
      return { size: 1, checksum: '', isZip: false, keep: async () => name, discard }
    },
  }
  const caller = {} as UserCaller
  const texts = ['first', 'second', 'third'].map((name) => ({ name, text: 'x' }))
  expect(await receiveTexts(documents, caller, 1, texts.slice(0, 2))).toHaveLength(2)
  await expect(receiveTexts(documents, caller, 1, texts)).rejects.toThrow('no room')
  expect(staged.size).toBe(0)
})
