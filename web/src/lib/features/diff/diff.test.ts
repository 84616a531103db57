import { expect, it } from 'vitest'
import { toLines } from './diff.ts'

it('numbers the lines of a diff, and leaves out what is no line of the file', () => {
  const diff = `--- a/notes.md
+++ b/notes.md
@@ -3,3 +3,4 @@
 same
-old
+new
+--- not a name
 end
\\ No newline at end of file
`
  expect(toLines(diff).map(({ kind, number, text }) => [kind, number, text])).toEqual([
    ['place', undefined, '@@ -3,3 +3,4 @@'],
    ['same', 3, 'same'],
    ['removed', 4, 'old'],
    ['added', 4, 'new'],
    ['added', 5, '--- not a name'],
    ['same', 6, 'end'],
  ])
  expect(toLines('')).toEqual([])
})
