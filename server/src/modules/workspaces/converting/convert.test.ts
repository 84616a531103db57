import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { createFixtureFiles } from '../fixture-files.testing.ts'
import { convertToDisk, convertToStored, type Workspaces } from '../index.ts'
import { createTestWorkspaces, type Fixture, objectStorageIn, openFixture, rootOf } from '../testing.ts'

describeOnEachDatabase('moving workspaces between the disk and object storage', (open) => {
  let fixture: Fixture
  let folder: string
  let storage: Storage
  let stored: Workspaces
  beforeEach(async () => {
    fixture = await openFixture({}, open)
    folder = await mkdtemp(join(tmpdir(), 'bellwether-storage-'))
    storage = objectStorageIn(folder)
    stored = createTestWorkspaces(fixture.db, fixture.dataDir, { storage })
  })
  afterEach(async () => {
    await fixture.close()
    await rm(folder, { recursive: true, force: true })
  })

  const convert = { toStored: convertToStored, toDisk: convertToDisk }
  const move = async (direction: keyof typeof convert) => {
    const deps = { db: fixture.db, dataDir: fixture.dataDir, storage }
    const { commit, skipped } = await convert[direction](deps, fixture.workspace.id)
    expect(await fixture.db.transaction().execute(commit)).toBe(true)
    return skipped
  }
  const edit = (workspaces: Workspaces, path: string, text: string) =>
    workspaces.files.write(fixture.workspace, { path, bytes: Buffer.from(text), userId: fixture.ana.userId })
  const undo = (workspaces: Workspaces, id: string) =>
    workspaces.edits.undo(fixture.workspace, id, { userId: fixture.ana.userId })

  it('keeps files, modes, links, edits and checkpoints, there and back', async () => {
    await fixture.files.put('deep/run.sh', 'echo\n', 0o755)
    await fixture.files.link('link', 'deep/run.sh')
    await fixture.workspaces.checkpoints.checkpointFor(fixture.workspace, 'message')
    const first = await edit(fixture.workspaces, 'a.txt', 'one\n')
    const second = await edit(fixture.workspaces, 'a.txt', 'two\n')
    expect(await move('toStored')).toEqual([])
    // Nothing depends on the folder any more.
    await rm(join(fixture.dataDir, 'workspaces', fixture.workspace.id), { recursive: true })

    fixture.workspace = await stored.open(fixture.ana, 'edit', fixture.workspace.id)
    expect(fixture.workspace.kind).toBe('stored')
    expect(await fixture.files.mode('deep/run.sh')).toBe(0o755)
    expect(await fixture.files.targetOf('link')).toBe('deep/run.sh')
    expect(await stored.get(fixture.ana, fixture.workspace.id)).toMatchObject({ files: 3, bytes: 20 })
    expect((await stored.files.list(fixture.workspace, '', true)).every((one) => one.modified_at > 1e9)).toBe(
      true,
    )
    await undo(stored, second.edit)
    expect(await fixture.files.text('a.txt')).toBe('one\n')
    await stored.checkpoints.restore(fixture.workspace, second.checkpoint ?? '', null)
    expect(await fixture.files.text('a.txt')).toBe('two\n')
    const third = await edit(stored, 'b/new.txt', 'new\n')

    expect(await move('toDisk')).toEqual([])
    await rm(folder, { recursive: true })
    fixture.workspaces.folders.forget(fixture.workspace.id)
    fixture.workspace = await fixture.workspaces.open(fixture.ana, 'edit', fixture.workspace.id)
    expect(existsSync(join(rootOf(fixture.workspace), 'b/new.txt'))).toBe(true)
    expect(await fixture.files.mode('deep/run.sh')).toBe(0o755)
    expect(await fixture.files.targetOf('link')).toBe('deep/run.sh')
    await undo(fixture.workspaces, third.edit)
    expect(await fixture.files.isThere('b/new.txt')).toBe(false)
    await fixture.workspaces.checkpoints.restore(fixture.workspace, first.checkpoint ?? '', null)
    expect(await fixture.files.text('a.txt')).toBe('one\n')
  })

  it('names files that can’t be copied, and is refused when the files changed in the meantime', async () => {
    const big = Buffer.alloc(51 * 1024 * 1024)
    await writeFile(join(rootOf(fixture.workspace), 'big.bin'), big)
    expect(await move('toStored')).toEqual(['big.bin'])
    fixture.workspace = await stored.open(fixture.ana, 'edit', fixture.workspace.id)
    await edit(stored, 'a.txt', 'one\n')
    const deps = { db: fixture.db, dataDir: fixture.dataDir, storage }
    const { commit } = await convertToDisk(deps, fixture.workspace.id)
    await edit(stored, 'a.txt', 'two\n')
    expect(await fixture.db.transaction().execute(commit)).toBe(false)
    const files = createFixtureFiles(fixture.db, () => fixture.workspace)
    expect(await files.text('a.txt')).toBe('two\n')
  })
})
