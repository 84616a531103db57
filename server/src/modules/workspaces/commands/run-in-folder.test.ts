import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testProgram } from '../../../../test/harness/test-program.ts'
import { describeOnEachStorage } from '../each-storage.testing.ts'
import type { CommandResult } from '../index.ts'
import { type Fixture, openFixture } from '../testing.ts'

describeOnEachStorage('programs in a workspace', ({ kind, open }) => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await openFixture({ kind, limits: { bytes: 100_000, files: 20 } }, open)
  })
  beforeEach(async () => {
    const { id } = await fixture.workspaces.create(fixture.ana, { name: 'Lab' })
    fixture.workspace = await fixture.workspaces.open(fixture.ana, 'edit', id)
  })
  afterAll(() => fixture.close())

  const by = () => ({ userId: fixture.ana.userId, tool: 'run_command' })
  const run = (work: (root: string) => Promise<unknown>) =>
    fixture.workspaces.runInFolder(fixture.workspace, { label: 'run_command: test', by: by(), work })
  const folders = () => readdirSync(join(fixture.dataDir, 'commands'))
  const edit = (path: string, text: string) =>
    fixture.workspaces.files.write(fixture.workspace, { path, bytes: Buffer.from(text), userId: 1 })
  function saved({ after }: CommandResult<unknown>) {
    if ('refused' in after) throw new Error(after.refused)
    return after
  }

  it('sees the files as they are; its changes are one set of edits that can be undone', async () => {
    await fixture.files.put('in.txt', 'in\n', 0o640)
    await fixture.files.put('deep/gone.txt', 'gone\n')
    await fixture.files.link('link', 'in.txt')
    const ran = await run(async (root) => {
      expect(await readFile(join(root, 'link'), 'utf8')).toBe('in\n')
      await chmod(join(root, 'in.txt'), 0o755)
      await rm(join(root, 'deep'), { recursive: true })
      await mkdir(join(root, 'made/here'), { recursive: true })
      await writeFile(join(root, 'made/here/out.txt'), 'out\n')
      await symlink('made', join(root, 'other'))
      return 'result'
    })
    expect(ran.result).toBe('result')
    const { edits } = saved(ran)
    expect(edits.map((one) => one.path)).toEqual(['deep/gone.txt', 'in.txt', 'made/here/out.txt'])
    expect(await fixture.files.mode('in.txt')).toBe(0o755)
    expect(await fixture.files.text('made/here/out.txt')).toBe('out\n')
    expect(await fixture.files.targetOf('other')).toBe('made')
    expect(await fixture.workspaces.get(fixture.ana, fixture.workspace.id)).toMatchObject({ files: 4 })
    await fixture.workspaces.edits.undo(fixture.workspace, edits[0]?.edit ?? '', { userId: null })
    expect(await fixture.files.text('deep/gone.txt')).toBe('gone\n')
    await fixture.workspaces.checkpoints.restore(fixture.workspace, ran.before, null)
    expect(await fixture.files.isThere('made')).toBe(false)
    expect(await fixture.files.mode('in.txt')).toBe(0o640)
    if (kind === 'stored') expect(folders()).toEqual([])
  })

  it.runIf(kind === 'stored')('keeps edits of other files that are made while it runs', async () => {
    await edit('a.txt', 'a\n')
    const ran = await run(async (root) => {
      await writeFile(join(root, 'b.txt'), 'by the program\n')
      await edit('a.txt', 'by a person\n')
    })
    expect(saved(ran).edits.map((one) => one.path)).toEqual(['b.txt'])
    expect(await fixture.files.text('a.txt')).toBe('by a person\n')
    expect(await fixture.files.text('b.txt')).toBe('by the program\n')
  })

  it.runIf(kind === 'stored')('saves nothing when a file was edited by someone else as well', async () => {
    await edit('a.txt', 'a\n')
    const before = await fixture.workspaces.edits.list(fixture.workspace, { limit: 100 })
    const { after } = await run(async (root) => {
      await writeFile(join(root, 'a.txt'), 'by the program\n')
      await writeFile(join(root, 'b.txt'), 'by the program\n')
      await edit('a.txt', 'by a person\n')
    })
    expect(after).toEqual({
      refused: expect.stringMatching(/edited by someone else while it ran: a\.txt\. None of/),
    })
    expect(await fixture.files.text('a.txt')).toBe('by a person\n')
    expect(await fixture.files.isThere('b.txt')).toBe(false)
    expect(await fixture.workspaces.edits.list(fixture.workspace, { limit: 100 })).toHaveLength(
      before.length + 1,
    )
  })

  it.runIf(kind === 'stored')(
    'saves nothing when a folder would hide a new file, or there is no room',
    async () => {
      await edit('a.txt', 'a\n')
      const clash = await run(async (root) => {
        await writeFile(join(root, 'name'), 'a file\n')
        await edit('name/inner.txt', 'in a folder\n')
      })
      expect(clash.after).toHaveProperty('refused')
      expect(await fixture.files.text('name/inner.txt')).toBe('in a folder\n')
      const large = await run((root) => writeFile(join(root, 'large.bin'), Buffer.alloc(100_001)))
      expect(large.after).toEqual({ refused: expect.stringContaining('full') })
      const many = await run(async (root) => {
        for (let count = 0; count < 25; count++) await writeFile(join(root, `${count}.txt`), '')
      })
      expect(many.after).toHaveProperty('refused')
      expect(await fixture.workspaces.get(fixture.ana, fixture.workspace.id)).toMatchObject({ files: 2 })
    },
  )

  it.runIf(kind === 'stored')('leaves a file as it was that can’t be saved, and names it', async () => {
    await edit('a.txt', 'a\n')
    const ran = await run(async (root) => {
      await link(join(root, 'a.txt'), join(root, 'second-name.txt'))
      await writeFile(join(root, 'b.txt'), 'b\n')
    })
    expect(saved(ran).notSaved.sort()).toEqual(['a.txt', 'second-name.txt'])
    expect(await fixture.files.text('a.txt')).toBe('a\n')
    expect(await fixture.files.text('b.txt')).toBe('b\n')
  })

  it.runIf(kind === 'stored')(
    'leaves no folder behind, also after a failure and after kill -9',
    async () => {
      await edit('a.txt', 'a\n')
      await expect(run(async () => Promise.reject(new Error('the program failed')))).rejects.toThrow('failed')
      expect(folders()).toEqual([])
      const { url, dataDir } = fixture.database
      const args = [url, dataDir, fixture.dataDir, fixture.workspace.id]
      const child = spawn(process.execPath, [testProgram('command-crash'), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(folders()).toHaveLength(1)
      // On another machine, as far as its name tells: it may still be running there.
      const elsewhere = join(fixture.dataDir, 'commands', 'abcdef123456-1-other')
      await mkdir(elsewhere)
      await run(async () => {
        await fixture.workspaces.removeOldCommandFolders()
        expect(folders()).toHaveLength(2)
      })
      expect(folders()).toEqual(['abcdef123456-1-other'])
      const old = new Date(Date.now() - 3_600_000)
      await utimes(elsewhere, old, old)
      await fixture.workspaces.removeOldCommandFolders()
      expect(existsSync(elsewhere)).toBe(false)
    },
    30_000,
  )
})
