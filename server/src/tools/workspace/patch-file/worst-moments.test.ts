import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { readFile, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../../test/harness/rounds.ts'
import { testProgram } from '../../../../test/harness/test-program.ts'
import { rootOf } from '../../../modules/workspaces/testing.ts'
import { listFilesTool } from '../list-files/list-files.tool.ts'
import { readFileTool } from '../read-file/read-file.tool.ts'
import { errorOf, openToolFixture, resultOf } from '../testing.ts'
import { patchFileTool } from './patch-file.tool.ts'

const change = (line: number, old_content: string, new_content: string) => ({
  line_start: line,
  line_end: old_content === '' ? line - 1 : line,
  old_content,
  new_content,
  reason: '',
})
const PATCHES = rounds(20)
/** To the last block. */
function fill(file: string): void {
  try {
    for (;;) appendFileSync(file, Buffer.alloc(4096))
  } catch {
    // Full.
  }
}
const staged = (root: string) => readdirSync(root).filter((name) => name.startsWith('.bellwether'))

it('kill -9 between plan and rename leaves the file as it was, and nothing in the way', async () => {
  const fixture = await openToolFixture()
  await fixture.put('crash.txt', 'a\nb\nc\n', 0o640)
  const { database, dataDir, workspace, ana } = fixture
  const args = [database.url, database.dataDir, dataDir, workspace.id, ana.userId, ana.organizationId].map(
    String,
  )
  const child = spawn(process.execPath, [testProgram('patch-crash'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout, 'data')
  expect(String(said)).toBe('planned\n')
  expect(staged(rootOf(workspace))).toHaveLength(1)
  child.kill('SIGKILL')
  await once(child, 'exit')

  expect(await fixture.text('crash.txt')).toBe('a\nb\nc\n')
  expect(await fixture.mode('crash.txt')).toBe(0o640)
  expect(resultOf(await fixture.call(listFilesTool(fixture), { hidden_files: true })).items).toEqual([
    'crash.txt',
  ])
  // Leftovers are removed once they are too old to be in use.
  const old = new Date(Date.now() - 3_600_000)
  for (const name of staged(rootOf(workspace))) await utimes(join(rootOf(workspace), name), old, old)
  await fixture.workspaces.files.list(workspace, '', true)
  expect(staged(rootOf(workspace))).toEqual([])
  // The record that was written before the crash can't be taken for an edit, and the file can be edited as before.
  const [edit] = await fixture.workspaces.edits.list(workspace, { limit: 10 })
  await expect(
    fixture.workspaces.edits.undo(workspace, edit?.id ?? '', { userId: ana.userId }),
  ).rejects.toMatchObject({ status: 409 })
  resultOf(
    await fixture.call(patchFileTool(fixture), { file_path: 'crash.txt', changes: [change(2, 'b', 'B')] }),
  )
  expect(await fixture.text('crash.txt')).toBe('a\nB\nc\n')
  await fixture.close()
})

const canMount = process.getuid?.() === 0 && process.platform === 'linux'
describe.skipIf(!canMount)(
  `a full disk${canMount ? '' : ' SKIPPED: only root can mount a small one'}`,
  () => {
    it('refuses, keeps the file, and works again once there is space', async () => {
      const disk = mkdtempSync(join(tmpdir(), 'bellwether-full-'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
      const fixture = await openToolFixture({ dataDir: disk })
      try {
        const content = 'x'.repeat(99).concat('\n').repeat(1000)
        await fixture.put('full.txt', content)
        const filler = join(disk, 'filler')
        fill(filler)
        const patch = { file_path: 'full.txt', changes: [change(1, 'x'.repeat(99), 'y')] }
        const error = errorOf(await fixture.call(patchFileTool(fixture), patch))
        expect(error).toMatchObject({
          code: 'disk_full',
          error: expect.stringMatching(/Nothing was changed/),
        })
        expect(await fixture.text('full.txt')).toBe(content)
        expect(fixture.events).toEqual([])
        expect(staged(rootOf(fixture.workspace))).toEqual([])
        expect(await fixture.workspaces.edits.list(fixture.workspace, { limit: 10 })).toEqual([])
        await truncate(filler, 0)
        resultOf(await fixture.call(patchFileTool(fixture), patch))
        expect(await fixture.text('full.txt')).toBe(content.replace('x'.repeat(99), 'y'))
      } finally {
        await fixture.close()
        execFileSync('umount', [disk])
      }
    })

    it('between plan and rename: the edit is kept, and can be undone', async () => {
      const disk = mkdtempSync(join(tmpdir(), 'bellwether-full-'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
      const errors: unknown[] = []
      const filler = join(disk, 'filler')
      let isFull = false
      const fixture = await openToolFixture({
        dataDir: disk,
        onError: (error) => errors.push(error),
        beforeRename: () => {
          if (isFull) fill(filler)
        },
      })
      try {
        await fixture.put('deep/er/full.txt', 'a\n')
        isFull = true
        const patch = { file_path: 'deep/er/full.txt', changes: [change(1, 'a', 'b')] }
        const result = resultOf(await fixture.call(patchFileTool(fixture), patch))
        expect(await fixture.text('deep/er/full.txt')).toBe('b\n')
        expect(fixture.events).toHaveLength(1)
        expect(errors).toHaveLength(1)
        isFull = false
        await truncate(filler, 0)
        await fixture.workspaces.edits.undo(fixture.workspace, result.edit, { userId: fixture.ana.userId })
        expect(await fixture.text('deep/er/full.txt')).toBe('a\n')
      } finally {
        await fixture.close()
        execFileSync('umount', [disk])
      }
    })
  },
)

it(`two dialogs patch one file ${PATCHES} times each: every reported edit is there, none is lost`, async () => {
  const fixture = await openToolFixture()
  const [patch, read] = [patchFileTool(fixture), readFileTool(fixture)]
  await fixture.put('shared.txt', 'start\n')
  const dialog = async (name: string) => {
    let applied = 0
    for (let turn = 0; applied < PATCHES; turn++) {
      expect(turn).toBeLessThan(20 * PATCHES)
      const { file_lines } = resultOf(
        await fixture.call(read, { path: 'shared.txt', start_line: 1, end_line: 1 }, { traceId: name }),
      )
      const at = (turn * 7) % file_lines
      const output = await fixture.call(
        patch,
        { file_path: 'shared.txt', changes: [change(at + 1, '', `${name} ${applied}`)] },
        { traceId: name },
      )
      if (output.ok) applied++
      else expect(['stale_read', 'invalid_range']).toContain(errorOf(output).code)
    }
  }
  await Promise.all([dialog('one'), dialog('two')])
  const lines = (await fixture.text('shared.txt')).trimEnd().split('\n')
  const expected = ['one', 'two'].flatMap((name) =>
    Array.from({ length: PATCHES }, (_, index) => `${name} ${index}`),
  )
  expect(lines.sort()).toEqual([...expected, 'start'].sort())
  expect(fixture.events).toHaveLength(2 * PATCHES)
  await fixture.close()
})

it('does not overwrite a program that ignores our lock and writes between plan and rename', async () => {
  let meddle: (() => Promise<void>) | undefined
  const fixture = await openToolFixture({ beforeRename: () => meddle?.() })
  await fixture.put('raced.txt', 'a\nb\n')
  meddle = () => fixture.put('raced.txt', 'a\ntheirs\n')
  const patch = { file_path: 'raced.txt', changes: [change(1, 'a', 'A')] }
  expect(errorOf(await fixture.call(patchFileTool(fixture), patch)).code).toBe('changed_meanwhile')
  expect(await fixture.text('raced.txt')).toBe('a\ntheirs\n')
  expect(fixture.events).toEqual([])
  expect(staged(rootOf(fixture.workspace))).toEqual([])

  // Nor is what a link leads to that was put there at this moment.
  const outside = join(mkdtempSync(join(tmpdir(), 'bellwether-outside-')), 'theirs.txt')
  await writeFile(outside, 'a\nb\n')
  await fixture.put('raced.txt', 'a\nb\n')
  meddle = async () => {
    await rm(fixture.place('raced.txt'))
    await symlink(outside, fixture.place('raced.txt'))
  }
  expect(errorOf(await fixture.call(patchFileTool(fixture), patch)).code).toMatch(
    /path_outside|changed_meanwhile/,
  )
  expect(await readFile(outside, 'utf8')).toBe('a\nb\n')
  expect(fixture.events).toEqual([])
  expect(staged(rootOf(fixture.workspace))).toEqual([])
  await fixture.close()
})
