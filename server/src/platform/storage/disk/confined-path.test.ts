import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findConfinedPath } from './confined-path.ts'

describe('confined path', () => {
  let folder: string
  let root: string
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'bellwether-paths-')))
    root = join(folder, 'files')
    await mkdir(join(root, '7'), { recursive: true })
    await mkdir(join(root, '7-private'))
    await mkdir(join(root, '8'))
    await writeFile(join(root, '7', 'notes.md'), 'mine')
    await writeFile(join(root, '7-private', 'secret.md'), 'not mine')
    await writeFile(join(root, '8', 'theirs.md'), 'not mine')
    await writeFile(join(folder, 'key'), 'secret')
    await symlink(join(folder, 'key'), join(root, '7', 'link.md'))
    await symlink('../8/theirs.md', join(root, '7', 'neighbour.md'))
    await symlink(folder, join(root, '7', 'out'))
    await symlink('../7-private', join(root, '7', 'private'))
    await symlink('circle.md', join(root, '7', 'circle.md'))
    await symlink('notes.md', join(root, '7', 'inside.md'))
    await symlink(join(root, '8'), join(root, '9'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    ['7/notes.md', '7/notes.md'],
    ['7/notes..v2.md', '7/notes..v2.md'],
    ['7/..notes.md', '7/..notes.md'],
    ['7/图片 ñ.txt', '7/图片 ñ.txt'],
    ['7/img/new.png', '7/img/new.png'],
    ['12/first.md', '12/first.md'],
    ['7/inside.md', '7/notes.md'],
    ['7/%2e%2e%2fkey', '7/%2e%2e%2fkey'],
  ])('takes %s', async (path, place) => {
    expect(await findConfinedPath(root, path)).toBe(join(root, place))
  })

  it.each([
    '',
    '7',
    '7/',
    '/7/notes.md',
    '7//notes.md',
    '7/./notes.md',
    '7/../8/theirs.md',
    '7/../7-private/secret.md',
    '7/../../key',
    '../files/7/notes.md',
    '../key',
    '..',
    '7/..',
    '7\\..\\8\\theirs.md',
    '7/..\\8\\theirs.md',
    '7/notes.md\u0000.txt',
    '7/no\ntes.md',
    // Links that lead out: to a file, to a neighbour's, through a folder, to one whose name only begins alike, a whole folder.
    '7/link.md',
    '7/neighbour.md',
    '7/out/key',
    '7/out/not-there-yet.md',
    '7/private/secret.md',
    '7/circle.md',
    '9/theirs.md',
    '9/new.md',
  ])('refuses %j', async (path) => {
    expect(await findConfinedPath(root, path)).toBeUndefined()
  })

  it('refuses an absolute path, also one that begins like the folder', async () => {
    expect(await findConfinedPath(root, join(root, '7', 'notes.md'))).toBeUndefined()
    expect(await findConfinedPath(root, `${root}/7-private/secret.md`)).toBeUndefined()
  })

  it('follows a link of the operator’s in the place of the whole folder', async () => {
    const link = join(folder, 'files-link')
    await symlink(root, link)
    expect(await findConfinedPath(link, '7/notes.md')).toBe(join(root, '7', 'notes.md'))
    expect(await findConfinedPath(link, '7/link.md')).toBeUndefined()
  })
})
