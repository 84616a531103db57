import { expect, it } from 'vitest'
import { toFolderName, toPlainName } from './document-names.ts'

it('names are cut between signs, never within one', () => {
  const plain = toPlainName(`${'a'.repeat(254)}🐑.txt`)
  const folder = toFolderName(`unit/🐑${'a'.repeat(254)}`)
  for (const name of [plain, folder]) expect(Buffer.from(name).toString('utf8')).toBe(name)
  expect([plain, folder]).toEqual(['a'.repeat(254), 'a'.repeat(254)])
})
