import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { createDeskFiles } from '../desk-files.testing.ts'
import { convertToDisk, convertToStored, type Workspaces } from '../index.ts'
import { createDeskWorkspaces, type Desk, objectStorageIn, openDesk, rootOf } from '../testing.ts'

describeOnEachDatabase('moving workspaces between the disk and object storage', (open) => {
  let desk: Desk
  let folder: string
  let storage: Storage
  let stored: Workspaces
  beforeEach(async () => {
    desk = await openDesk({}, open)
    folder = await mkdtemp(join(tmpdir(), 'bellwether-storage-'))
    storage = objectStorageIn(folder)
    stored = createDeskWorkspaces(desk.db, desk.dataDir, { storage })
  })
  afterEach(async () => {
    await desk.close()
    await rm(folder, { recursive: true, force: true })
  })

  const convert = { toStored: convertToStored, toDisk: convertToDisk }
  const move = async (direction: keyof typeof convert) => {
    const deps = { db: desk.db, dataDir: desk.dataDir, storage }
    const { commit, skipped } = await convert[direction](deps, desk.workspace.id)
    expect(await desk.db.transaction().execute(commit)).toBe(true)
    return skipped
  }
  const edit = (workspaces: Workspaces, path: string, text: string) =>
    workspaces.files.write(desk.workspace, { path, bytes: Buffer.from(text), userId: desk.ana.userId })
  const undo = (workspaces: Workspaces, id: string) =>
    workspaces.edits.undo(desk.workspace, id, { userId: desk.ana.userId })

  it('keeps files, modes, links, edits and checkpoints, there and back', async () => {
    await desk.files.put('deep/run.sh', 'echo\n', 0o755)
    await desk.files.link('link', 'deep/run.sh')
    await desk.workspaces.checkpoints.checkpointFor(desk.workspace, 'message')
    const first = await edit(desk.workspaces, 'a.txt', 'one\n')
    const second = await edit(desk.workspaces, 'a.txt', 'two\n')
    expect(await move('toStored')).toEqual([])
    // Nothing depends on the folder any more.
    await rm(join(desk.dataDir, 'workspaces', desk.workspace.id), { recursive: true })

    desk.workspace = await stored.open(desk.ana, 'edit', desk.workspace.id)
    expect(desk.workspace.kind).toBe('stored')
    expect(await desk.files.mode('deep/run.sh')).toBe(0o755)
    expect(await desk.files.targetOf('link')).toBe('deep/run.sh')
    expect(await stored.get(desk.ana, desk.workspace.id)).toMatchObject({ files: 3, bytes: 20 })
    expect((await stored.files.list(desk.workspace, '', true)).every((one) => one.modified_at > 1e9)).toBe(
      true,
    )
    await undo(stored, second.edit)
    expect(await desk.files.text('a.txt')).toBe('one\n')
    await stored.checkpoints.restore(desk.workspace, second.checkpoint ?? '', null)
    expect(await desk.files.text('a.txt')).toBe('two\n')
    const third = await edit(stored, 'b/new.txt', 'new\n')

    expect(await move('toDisk')).toEqual([])
    await rm(folder, { recursive: true })
    desk.workspaces.folders.forget(desk.workspace.id)
    desk.workspace = await desk.workspaces.open(desk.ana, 'edit', desk.workspace.id)
    expect(existsSync(join(rootOf(desk.workspace), 'b/new.txt'))).toBe(true)
    expect(await desk.files.mode('deep/run.sh')).toBe(0o755)
    expect(await desk.files.targetOf('link')).toBe('deep/run.sh')
    await undo(desk.workspaces, third.edit)
    expect(await desk.files.isThere('b/new.txt')).toBe(false)
    await desk.workspaces.checkpoints.restore(desk.workspace, first.checkpoint ?? '', null)
    expect(await desk.files.text('a.txt')).toBe('one\n')
  })

  it('names files that can’t be copied, and is refused when the files changed in the meantime', async () => {
    const big = Buffer.alloc(51 * 1024 * 1024)
    await writeFile(join(rootOf(desk.workspace), 'big.bin'), big)
    expect(await move('toStored')).toEqual(['big.bin'])
    desk.workspace = await stored.open(desk.ana, 'edit', desk.workspace.id)
    await edit(stored, 'a.txt', 'one\n')
    const deps = { db: desk.db, dataDir: desk.dataDir, storage }
    const { commit } = await convertToDisk(deps, desk.workspace.id)
    await edit(stored, 'a.txt', 'two\n')
    expect(await desk.db.transaction().execute(commit)).toBe(false)
    const files = createDeskFiles(desk.db, () => desk.workspace)
    expect(await files.text('a.txt')).toBe('two\n')
  })
})
