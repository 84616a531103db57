import { expect, it } from 'vitest'
import { filesBelow, foldersOf, type TreeEntry } from './workspace-folders.ts'

const folder = (path: string): TreeEntry => ({ path, kind: 'folder' })
const file = (path: string): TreeEntry => ({ path, kind: 'file' })
const TREE = [
  folder('essays'),
  file('essays/ana.txt'),
  folder('essays/late'),
  file('essays/late/ben.txt'),
  folder('essays2'),
  folder('.git'),
  file('.git/config'),
  file('notes.md'),
  { path: 'elsewhere', kind: 'link' } as const,
]

it('offers folders with files only', () => {
  expect(foldersOf(TREE)).toEqual(['', 'essays', 'essays/late'])
})

it('takes the files of a folder and of the folders in it, but no hidden ones', () => {
  expect(filesBelow(TREE, '')).toEqual(['essays/ana.txt', 'essays/late/ben.txt', 'notes.md'])
  expect(filesBelow(TREE, 'essays')).toEqual(['essays/ana.txt', 'essays/late/ben.txt'])
  expect(filesBelow(TREE, 'essays2')).toEqual([])
})
