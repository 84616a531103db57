import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'bellwether-folder-'))

it('creates a folder with its parents, and keeps an existing one', async () => {
  const path = join(root, 'a', 'b', 'c')
  await makeFolder(path)
  await makeFolder(path)
  expect(statSync(path).isDirectory()).toBe(true)
})

it('fails if a file has the same path', async () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST', path: file })
  await expect(makeFolder(join(file, 'x'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

it.runIf(process.platform === 'linux')('fails immediately where nothing can be created', async () => {
  await expect(makeFolder('/proc/bellwether/data')).rejects.toMatchObject({ code: 'ENOENT' })
})
