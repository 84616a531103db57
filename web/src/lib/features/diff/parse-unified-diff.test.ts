import { expect, it } from 'vitest'
import { parseUnifiedDiff } from './parse-unified-diff.ts'

it('numbers the lines of a diff and leaves out its headers', () => {
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
  expect(parseUnifiedDiff(diff).map(({ kind, number, text }) => [kind, number, text])).toEqual([
    ['hunk', undefined, '@@ -3,3 +3,4 @@'],
    ['same', 3, 'same'],
    ['removed', 4, 'old'],
    ['added', 4, 'new'],
    ['added', 5, '--- not a name'],
    ['same', 6, 'end'],
  ])
  expect(parseUnifiedDiff('')).toEqual([])
})
