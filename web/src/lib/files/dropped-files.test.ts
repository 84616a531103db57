import { expect, it } from 'vitest'
import { droppedFiles, pathOf, withoutSystemFiles } from './dropped-files.ts'

interface Folder {
  [name: string]: string | Error | Folder
}

/** What browsers give for a dropped file or folder. Folders are listed in parts. */
function entryOf(fullPath: string, content: string | Error | Folder): FileSystemEntry {
  const name = fullPath.split('/').at(-1) ?? ''
  const isFile = typeof content === 'string' || content instanceof Error
  const file = (take: (file: File) => void, fail: (error: Error) => void) =>
    content instanceof Error ? fail(content) : take(new File([String(content)], name))
  const createReader = () => {
    const children = Object.entries(content).map(([child, inner]) => entryOf(`${fullPath}/${child}`, inner))
    return { readEntries: (take: (part: FileSystemEntry[]) => void) => take(children.splice(0, 2)) }
  }
  return { name, fullPath, isFile, isDirectory: !isFile, file, createReader } as unknown as FileSystemEntry
}

const drop = async (dropped: Folder) => {
  const items = Object.entries(dropped).map(([name, content]) => ({
    webkitGetAsEntry: () => entryOf(`/${name}`, content),
  }))
  return droppedFiles({ items, files: [] } as unknown as DataTransfer)
}

it('finds the files in folders, with their folders, without those of operating systems', async () => {
  const files = await drop({
    course: {
      'notes.md': 'a',
      'unit 1': { 'notes.md': 'b', '.DS_Store': 'x', '~$notes.docx': 'x', 'desktop.ini': 'x' },
      'unit 2': { 'notes.md': 'c' },
      '.git': { config: 'x' },
      __MACOSX: { '._notes.md': 'x' },
      empty: {},
    },
    'alone.md': 'd',
  })
  expect(files.map(pathOf)).toEqual([
    'course/notes.md',
    'course/unit 1/notes.md',
    'course/unit 2/notes.md',
    'alone.md',
  ])
})

it('lists a file that the browser can’t open, and takes the others', async () => {
  const files = await drop({ course: { 'locked.md': new Error('NotReadableError'), 'notes.md': 'a' } })
  expect(files.map((file) => [pathOf(file), file.size])).toEqual([
    ['course/locked.md', 0],
    ['course/notes.md', 1],
  ])
})

it('keeps names that only begin like those of systems', () => {
  const names = ['..draft.md', '__MACOSX.md', 'my desktop.ini.md', '~notes.md']
  expect(withoutSystemFiles(names.map((name) => new File(['x'], name))).map(({ name }) => name)).toEqual([
    '__MACOSX.md',
    'my desktop.ini.md',
    '~notes.md',
  ])
})
