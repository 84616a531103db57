import { expect, it } from 'vitest'
import { foldersOf, toRows, visibleRows } from './tree.ts'

const entry = (path: string, kind: 'file' | 'folder' = 'file') => ({ path, kind, size: 1, modified_at: 0 })
const rows = toRows([
  entry('b.md'),
  entry('src', 'folder'),
  entry('src/10.md'),
  entry('src/2.md'),
  entry('src/deep', 'folder'),
  entry('src/deep/x.md'),
  entry('a.md'),
])

it('lists folders before files, and sorts numbers naturally', () => {
  expect(rows.map(({ path, depth }) => `${depth} ${path}`)).toEqual([
    '0 src',
    '1 src/deep',
    '2 src/deep/x.md',
    '1 src/2.md',
    '1 src/10.md',
    '0 a.md',
    '0 b.md',
  ])
})

it('hides the contents of a collapsed folder, at any depth', () => {
  expect(visibleRows(rows, new Set(['src'])).map(({ path }) => path)).toEqual(['src', 'a.md', 'b.md'])
  expect(visibleRows(rows, new Set(['src/deep'])).map(({ path }) => path)).not.toContain('src/deep/x.md')
  expect(foldersOf('a/b/c.md')).toEqual(['a', 'a/b'])
})
