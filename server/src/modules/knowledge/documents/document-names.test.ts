import { expect, it } from 'vitest'
import { toFolderName, toPlainName } from './document-names.ts'

it('truncates names between characters, never within one', () => {
  const plain = toPlainName(`${'a'.repeat(254)}🐑.txt`)
  const folder = toFolderName(`unit/🐑${'a'.repeat(254)}`)
  for (const name of [plain, folder]) expect(Buffer.from(name).toString('utf8')).toBe(name)
  expect([plain, folder]).toEqual(['a'.repeat(254), 'a'.repeat(254)])
})

it.each([`a../${'x'.repeat(252)}`, `a/${'x'.repeat(254)}`, `${'a/'.repeat(200)}../../b.md`, '..', '../..'])(
  'names never lead out of a folder, also after the cut: %#',
  (given) => {
    for (const name of [toFolderName(given), toPlainName(given)]) {
      expect(name).not.toBe('')
      expect(name.startsWith('/')).toBe(false)
      expect(name.split('/')).not.toContain('..')
    }
  },
)

it('names keep no mark that hides what kind of file it is', () => {
  expect(toPlainName('C:\\notes\u202Egpj.html')).toBe('notesgpj.html')
  expect(toFolderName('unit\u2066/notes\u202Egpj.html')).toBe('unit/notesgpj.html')
  expect(toPlainName('\u202E')).toBe('document')
})
