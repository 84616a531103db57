import { expect, test } from 'vitest'
import { missingFrom } from './missing-files.ts'

const KEPT = ['unit1/a.md', 'unit1/deep/b.md', 'unit2/c.md', 'syllabus.pdf', 'notes.md'].map((name, id) => ({
  id,
  name,
}))

test.each([
  [['unit1/a.md'], ['unit1/deep/b.md']],
  [['unit1/deep/b.md', './unit1\\a.md'], []],
  [
    ['unit2/new.md', 'unit1/a.md'],
    ['unit1/deep/b.md', 'unit2/c.md'],
  ],
  // Without a folder: files in folders were added separately.
  [['notes.md'], ['syllabus.pdf']],
  [['elsewhere/x.md'], []],
  [[], []],
])('a folder with %j lacks %j', (names, missing) => {
  expect(missingFrom(KEPT, names).map(({ name }) => name)).toEqual(missing)
})
