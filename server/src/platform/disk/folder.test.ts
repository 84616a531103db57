import { constants, linkSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync } from 'node:fs'
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFolder } from './folder.ts'
import { emptyFolder, removeEntry } from './remove-tree.ts'

const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'bellwether-folder-')))

// Both on systems with /proc; others only have the second one.
const accesses = process.platform === 'linux' ? (['handles', 'checks'] as const) : (['checks'] as const)
describe.each(accesses)('a folder opened by %s', (access) => {
  async function open() {
    const [root, outside] = [newFolder(), newFolder()]
    mkdirSync(join(root, 'd'))
    await writeFile(join(root, 'd', 'a'), 'inside')
    await writeFile(join(outside, 'a'), 'outside')
    const top = await openFolder(root, access)
    return { root, outside, top, folder: await top.openFolder('d') }
  }
  /** Replaces the open folder with a link. */
  async function swap(root: string, outside: string) {
    renameSync(join(root, 'd'), join(root, 'moved'))
    await symlink(outside, join(root, 'd'))
  }

  it('reads, writes and removes entries', async () => {
    const { root, top, folder } = await open()
    const file = await folder.open('b', constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    await file.writeFile('new')
    await file.close()
    await folder.addName('b', 'c')
    await expect(folder.addName('b', 'a')).rejects.toMatchObject({ code: 'EEXIST' })
    await folder.move('b', 'e', top)
    await folder.makeFolder('f')
    await folder.makeLink('l', 'a')
    await folder.sync()
    expect(await folder.readLink('l')).toBe('a')
    expect((await folder.list()).map(({ name }) => name).sort()).toEqual(['a', 'c', 'f', 'l'])
    expect(await readFile(join(root, 'e'), 'utf8')).toBe('new')
    await folder.removeFolder('f')
    await folder.removeFile('a')
    expect(await folder.stat('a')).toBeUndefined()
    await folder.close()
    await top.close()
  })

  it('accepts only names, and follows no link', async () => {
    const { outside, top, folder, root } = await open()
    await symlink(join(outside, 'a'), join(root, 'd', 'file'))
    await symlink(outside, join(root, 'd', 'folder'))
    await expect(folder.open('file', constants.O_RDONLY)).rejects.toMatchObject({ code: 'ELOOP' })
    await expect(folder.openFolder('folder')).rejects.toMatchObject({
      code: expect.stringMatching(/ENOTDIR|ELOOP/),
    })
    for (const name of ['', '.', '..', '../a', 'x/y', 'a\0'])
      await expect(folder.open(name, constants.O_RDONLY)).rejects.toThrow('not a file name')
    await symlink(root, join(outside, 'root'))
    await expect(openFolder(join(outside, 'root'), access)).rejects.toMatchObject({
      code: expect.stringMatching(/ENOTDIR|ELOOP/),
    })
    await expect(openFolder(join(outside, 'root', 'd'), access)).rejects.toMatchObject({ code: 'ELOOP' })
    await folder.close()
    await top.close()
  })

  it('changes nothing elsewhere when it is replaced with a link', async () => {
    const { root, outside, top, folder } = await open()
    await swap(root, outside)
    const tried = await Promise.allSettled([
      folder.open('a', constants.O_RDONLY).then(async (file) => {
        const text = await file.readFile('utf8')
        await file.close()
        return text
      }),
      folder.list().then((entries) => entries.length),
      folder.makeFolder('made'),
      folder.removeFile('a'),
    ])
    const values = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(values).not.toContain('outside')
    expect(readdirSync(outside)).toEqual(['a'])
    await folder.close()
    await top.close()
  })

  it('is emptied with locked and nested folders, without following links', async () => {
    const { root, outside, top, folder } = await open()
    await folder.close()
    let deep = join(root, 'd')
    for (let level = 0; level < 50; level++) {
      deep = join(deep, 'd')
      mkdirSync(deep)
      linkSync(join(outside, 'a'), join(deep, 'hard'))
    }
    await symlink(outside, join(deep, 'out'))
    await symlink(outside, join(root, 'out'))
    mkdirSync(join(root, 'locked', 'inner'), { recursive: true })
    await chmod(join(root, 'locked', 'inner'), 0)
    await chmod(join(root, 'locked'), 0)
    await removeEntry(top, 'out')
    await removeEntry(top, 'not there')
    await emptyFolder(top)
    expect(readdirSync(root)).toEqual([])
    expect(await readFile(join(outside, 'a'), 'utf8')).toBe('outside')
    await top.close()
  })
})
