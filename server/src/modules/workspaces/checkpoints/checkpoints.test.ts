import { existsSync } from 'node:fs'
import { mkdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnEachStorage } from '../each-storage.testing.ts'
import { type Fixture, openFixture, rootOf } from '../testing.ts'

describeOnEachStorage('checkpoints', ({ kind, open }) => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await openFixture({ kind }, open)
  })
  beforeEach(async () => {
    const { id } = await fixture.workspaces.create(fixture.ana, { name: 'Lab' })
    fixture.workspace = await fixture.workspaces.open(fixture.ana, 'edit', id)
  })
  afterAll(() => fixture.close())

  const isOnDisk = kind === 'disk'
  const place = (path: string) => join(rootOf(fixture.workspace), path)
  const text = (path: string) => fixture.files.text(path)
  const put = (path: string, content: string | Buffer, mode?: number) =>
    fixture.files.put(path, content, mode)
  const by = (isPerson = false) => ({ userId: fixture.ana.userId, tool: 'test', isPerson })
  /** As a tool does. */
  const edit = (path: string, content: string | null, isPerson = false) =>
    fixture.workspaces.editFile(fixture.workspace, {
      path,
      by: by(isPerson),
      plan: () => (content === null ? 'delete' : { bytes: Buffer.from(content) }),
    })
  const message = (label = 'message') =>
    fixture.workspaces.checkpoints.checkpointFor(fixture.workspace, label)
  const restore = (id: string) =>
    fixture.workspaces.checkpoints.restore(fixture.workspace, id, fixture.ana.userId)
  const changes = async () => {
    if (fixture.workspace.kind === 'disk') fixture.workspace.seen = undefined
    return (await fixture.workspaces.checkpoints.changes(fixture.workspace)).changed_files
  }

  describe('going back', () => {
    it('restores contents, deletions and modes, keeps untracked files and leaves unchanged ones alone', async () => {
      await put('same.txt', 'same\n')
      await put('a.txt', 'one\n')
      await put('deep/er/b.txt', 'two\n')
      await put('run.sh', 'echo\n', 0o755)
      await fixture.files.link('link', 'a.txt')
      const first = await message()
      const inode = async () => (isOnDisk ? (await stat(place('same.txt'))).ino : undefined)
      const ino = await inode()

      await edit('a.txt', 'ONE\n')
      await edit('deep/er/b.txt', null)
      await edit('made/new.txt', 'new\n')
      await put('run.sh', 'echo\n', 0o644)
      await fixture.files.remove('link')
      await message('second')
      if (isOnDisk) {
        await put('untracked.txt', 'mine\n')
        await put('.git/HEAD', 'ref\n')
        await mkdir(place('empty'))
      }

      const restored = await restore(first)
      expect(restored.changed).toEqual(['a.txt', 'deep/er/b.txt', 'link', 'made/new.txt', 'run.sh'])
      expect(await text('a.txt')).toBe('one\n')
      expect(await text('deep/er/b.txt')).toBe('two\n')
      expect(await fixture.files.mode('run.sh')).toBe(0o755)
      expect(await fixture.files.targetOf('link')).toBe('a.txt')
      expect(await fixture.files.isThere('made')).toBe(false)
      if (isOnDisk) {
        expect(await text('untracked.txt')).toBe('mine\n')
        expect(await text('.git/HEAD')).toBe('ref\n')
        expect(existsSync(place('empty'))).toBe(true)
      }
      expect(await inode()).toBe(ino)

      // And forth again.
      await restore(restored.safety_checkpoint)
      expect(await text('a.txt')).toBe('ONE\n')
      expect(await text('made/new.txt')).toBe('new\n')
      expect(await fixture.files.isThere('deep/er/b.txt')).toBe(false)
    })

    it.runIf(isOnDisk)('sees an edit of the same size whose time was set back', async () => {
      await put('a.txt', 'aaaa\n')
      const at = new Date(Date.now() - 100_000)
      await utimes(place('a.txt'), at, at)
      // Long enough for the file to count as settled: from now on it is known by its times.
      vi.useFakeTimers({ toFake: ['Date'] })
      vi.setSystemTime(Date.now() + 10_000)
      const first = await message()
      await message()
      await put('a.txt', 'bbbb\n')
      await utimes(place('a.txt'), at, at)
      expect(
        (await fixture.workspaces.checkpoints.diff(fixture.workspace, first, undefined)).changed_files,
      ).toMatchObject([{ path: 'a.txt', status: 'modified', additions: 1, deletions: 1 }])
      await restore(first)
      vi.useRealTimers()
      expect(await text('a.txt')).toBe('aaaa\n')
    })

    it('a folder that became a file, and a file that became a folder', async () => {
      await put('x/inner.txt', '1\n')
      await put('y', '2\n')
      const first = await message()
      await edit('x/inner.txt', null)
      // On disk an empty folder stays.
      if (isOnDisk) await fixture.files.remove('x')
      await edit('y', null)
      await edit('x', 'file\n')
      await edit('y/inner.txt', 'in\n')
      await restore(first)
      expect(await text('x/inner.txt')).toBe('1\n')
      expect(await text('y')).toBe('2\n')
      expect(await fixture.files.mode('y')).toBe(0o644)
    })

    it('has a checkpoint for every edit, and knows no foreign ones', async () => {
      const done = await edit('a.txt', '1\n')
      await edit('a.txt', '2\n')
      await restore(done.checkpoint ?? '')
      expect(await text('a.txt')).toBe('1\n')
      const { id } = await fixture.workspaces.create(fixture.ana, { name: 'Other' })
      const other = await fixture.workspaces.open(fixture.ana, 'edit', id)
      for (const wrong of [done.checkpoint ?? '', '0', '../1', '999999'])
        await expect(fixture.workspaces.checkpoints.restore(other, wrong, 1)).rejects.toMatchObject({
          status: 404,
        })
      const kinds = (await fixture.workspaces.checkpoints.list(fixture.workspace, { limit: 100 })).map(
        (one) => one.kind,
      )
      expect(kinds).toEqual(['restore', 'safety', 'edit', 'edit', 'initial'])
    })
  })

  describe('approval', () => {
    it('shows what an assistant changed, and approves or restores it', async () => {
      await edit('mine.txt', 'mine\n', true)
      expect(await changes()).toEqual([])
      await edit('mine.txt', 'theirs\n')
      await edit('new.txt', 'a\nb\n')
      expect(await changes()).toMatchObject([
        {
          path: 'mine.txt',
          status: 'modified',
          additions: 1,
          deletions: 1,
          base_content: 'mine\n',
          is_binary: false,
        },
        { path: 'new.txt', status: 'added', additions: 2, deletions: 0, base_content: null },
      ])
      expect(
        await fixture.workspaces.checkpoints.approve(fixture.workspace, fixture.ana.userId),
      ).toMatchObject({
        files_approved: 2,
      })
      expect(await fixture.workspaces.checkpoints.changes(fixture.workspace)).toMatchObject({
        has_unapproved: false,
        changed_files: [],
      })

      await edit('new.txt', null)
      await edit('mine.txt', 'worse\n')
      const reset = await fixture.workspaces.checkpoints.reset(fixture.workspace, fixture.ana.userId)
      expect(reset.changed).toEqual(['mine.txt', 'new.txt'])
      expect(await text('mine.txt')).toBe('theirs\n')
      expect(await text('new.txt')).toBe('a\nb\n')
      await restore(reset.pre_reset_checkpoint)
      expect(await text('mine.txt')).toBe('worse\n')
    })

    it('a person’s edit of a file with unapproved changes approves none of them', async () => {
      await edit('a.txt', 'base\n', true)
      await edit('a.txt', 'agent\n')
      await edit('a.txt', 'agent and person\n', true)
      expect(await changes()).toMatchObject([{ path: 'a.txt', base_content: 'base\n' }])
    })

    it('reports binary files and files that are too large', async () => {
      await put('b.bin', 'a\0b')
      await put('big.txt', Buffer.alloc(2 * 1024 * 1024, 'x\n'))
      expect(await changes()).toMatchObject([
        { path: 'b.bin', is_binary: true, diff: null },
        { path: 'big.txt', is_too_large: true, diff: null },
      ])
    })
  })

  describe('single edits', () => {
    it('are undone and redone one by one, with their modes', async () => {
      await put('a.txt', 'one\n', 0o600)
      const { edits } = fixture.workspaces
      const undo = (id: string) => edits.undo(fixture.workspace, id, { userId: fixture.ana.userId })
      const [first, second] = [await edit('a.txt', 'two\n'), await edit('a.txt', 'three\n')]
      await expect(undo(first.edit)).rejects.toThrow(new RegExp(`edited since \\(edits: ${second.edit}\\)`))
      const undone = await undo(second.edit)
      expect(await text('a.txt')).toBe('two\n')
      await expect(undo(second.edit)).rejects.toThrow('already been undone')
      await undo(undone.edit)
      expect(await text('a.txt')).toBe('three\n')
      await undo(second.edit)
      await undo(first.edit)
      expect(await text('a.txt')).toBe('one\n')
      expect(await fixture.files.mode('a.txt')).toBe(0o600)
      const gone = await edit('a.txt', null)
      await undo(gone.edit)
      expect(await text('a.txt')).toBe('one\n')
      expect(await fixture.files.mode('a.txt')).toBe(0o600)
      const made = await edit('b.txt', 'b\n')
      await undo(made.edit)
      expect(await fixture.files.isThere('b.txt')).toBe(false)
      const listed = await edits.list(fixture.workspace, { limit: 100 })
      expect(listed.find((one) => one.id === first.edit)).toMatchObject({
        undone: true,
        kind: 'change',
        tool: 'test',
      })
      expect(listed.find((one) => one.id === undone.edit)).toMatchObject({
        undoes: second.edit,
        undone: true,
      })
    })

    it('are refused if the file was changed since', async () => {
      const done = await edit('a.txt', 'one\n')
      await put('a.txt', 'by hand\n')
      const undo = fixture.workspaces.edits.undo(fixture.workspace, done.edit, { userId: 1 })
      await expect(undo).rejects.toThrow(/changed outside the workspace/)
      expect(await text('a.txt')).toBe('by hand\n')
    })
  })

  it('is limited in size and number of files', async () => {
    const small = await openFixture({ kind, limits: { bytes: 100, files: 2 } }, open)
    const write = (path: string, size: number) =>
      small.workspaces.editFile(small.workspace, {
        path,
        by: by(),
        plan: () => ({ bytes: Buffer.alloc(size, 'x') }),
      })
    await write('a', 60)
    await expect(write('b', 60)).rejects.toMatchObject({ refusal: 'no_room' })
    await write('b', 10)
    await expect(write('c', 1)).rejects.toMatchObject({ refusal: 'no_room' })
    await write('a', 20)
    await small.close()
  })
})
