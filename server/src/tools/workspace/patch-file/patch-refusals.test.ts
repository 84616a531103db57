import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { errorOf, resultOf } from '../testing.ts'
import { openPatchFixture, type Short } from './patch-file.testing.ts'

const fixture = await openPatchFixture()
const { patch, reader, refuses, tool } = fixture
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.events.length = 0
})

describe('mismatches', () => {
  it('5. reports expected and actual content and the first differing line', async () => {
    const error = await refuses(
      'a\nb\nc\n',
      [[1, 3, 'a\nX\nc', 'z']],
      'content_mismatch',
      /Content mismatch at lines 1-3.*line 2.*"X".*"b".*nowhere/,
    )
    expect(error.details.mismatches).toEqual([
      expect.objectContaining({
        expected: 'a\nX\nc',
        actual: '1\ta\n2\tb\n3\tc',
        first_difference: { line: 2, expected: 'X', actual: 'b' },
      }),
    ])
    expect(error.details.file_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('has a code for people, and details for the model', async () => {
    await fixture.put('people.txt', 'a\nb\n')
    const output = await patch('people.txt', [[1, 1, 'X', 'z']])
    expect(output).toMatchObject({
      ok: false,
      message: { code: 'workspace_files.content_mismatch', text: expect.stringContaining('lines 1-1') },
    })
  })

  it('6. checks ranges before content, and content before unchanged text', async () => {
    await refuses(
      'a\nb\n',
      [
        [1, 1, 'wrong', 'x'],
        [9, 9, 'wrong', 'x'],
      ],
      'invalid_range',
      /has 2 lines/,
    )
    await refuses(
      'a\nb\nc\n',
      [
        [1, 2, 'wrong\nw', 'x'],
        [2, 3, 'w\nw', 'x'],
      ],
      'overlap',
      /Changes 1 .* and 2 .*overlap/,
    )
  })

  it.each<[number, number]>([
    [0, 0],
    [-5, -2],
    [3, 1],
    [2, 3],
    [5, 4],
  ])('7. refuses range %i-%i of two lines', async (start, end) => {
    await refuses(
      'a\nb\n',
      [[start, end, 'a', 'x']],
      'invalid_range',
      /Invalid line range.*The file has 2 lines/,
    )
  })

  it('8. names both changes that overlap', async () => {
    const error = await refuses(
      '1\n2\n3\n4\n5\n',
      [
        [2, 4, '2\n3\n4', 'A'],
        [3, 5, '3\n4\n5', 'B'],
      ],
      'overlap',
      /Changes 1 \(lines 2-4\) and 2 \(lines 3-5\)/,
    )
    expect(error.details.changes).toEqual([1, 2])
    await refuses(
      '1\n2\n',
      [
        [1, 1, '1', 'A'],
        [1, 1, '1', 'B'],
      ],
      'overlap',
      /overlap/,
    )
    await refuses(
      '1\n2\n3\n',
      [
        [1, 3, '1\n2\n3', 'A'],
        [2, 1, '', 'B'],
      ],
      'overlap',
      /overlap/,
    )
  })

  it('9. reports where the text is instead, and does not patch there', async () => {
    const error = await refuses(
      'x\na\nb\nc\n',
      [[1, 2, 'a\nb', 'z']],
      'content_mismatch',
      /found at lines 2-3 instead: use line_start 2, line_end 3/,
    )
    expect(error.details.mismatches[0]).toMatchObject({
      found_at: [2],
      suggested_line_start: 2,
      suggested_line_end: 3,
    })
  })

  it('10. names all of several places and chooses none', async () => {
    const error = await refuses(
      'x\na\ny\na\n',
      [[1, 1, 'a', 'z']],
      'content_mismatch',
      /found at lines 2, 4: choose/,
    )
    expect(error.details.mismatches[0].suggested_line_start).toBeUndefined()
  })

  it.each([
    ['\tif x:', '    if x:', 'indentation'],
    ['if x:', 'if x:  ', 'trailing whitespace'],
    ['a = b', 'a  =  b', 'whitespace'],
  ])('11. refuses %j for %j: only %s differs', async (old, actual, kind) => {
    const error = await refuses(
      `${actual}\nend\n`,
      [[1, 1, old, 'z']],
      'content_mismatch',
      new RegExp(`Only ${kind} differs`),
    )
    expect(error.details.mismatches[0]).toMatchObject({
      only_differs_in: kind,
      found_but_for_whitespace_at: [1],
    })
  })

  it('12. is case-sensitive', async () => {
    await refuses('Hello\n', [[1, 1, 'hello', 'bye']], 'content_mismatch', /Content mismatch/)
  })

  it('13. reports a repeated call as already applied', async () => {
    await fixture.put('twice.txt', 'a\nb\nc\n')
    const again: Short[] = [[2, 2, 'b', 'new line']]
    resultOf(await patch('twice.txt', again))
    expect(errorOf(await patch('twice.txt', again)).error).toMatch(/already applied/)
    expect(await fixture.text('twice.txt')).toBe('a\nnew line\nc\n')
  })

  it('14. refuses a change without effect and an empty list of changes', async () => {
    await refuses('a\nb\n', [[1, 1, 'a', 'a\n']], 'no_op', /is the same as the current text/)
    await refuses('a\nb\n', [], 'no_changes', /changes is empty/)
    await refuses('a\nb\n', [[1, 0, '', '']], 'no_op', /Nothing was changed/)
  })

  it('15. refuses old content for an insertion, and unpaired surrogates', async () => {
    await refuses('a\n', [[1, 0, 'a', 'b']], 'content_mismatch', /old_content must be empty/)
    await refuses('a\n', [[1, 1, 'a', '\ud800']], 'bad_content', /half/)
    await refuses('a\n', [[1, 1, 'a', 'b\0c']], 'bad_content', /NUL/)
  })

  it.each<[string, Buffer, string]>([
    ['binary', Buffer.from('a\0b\n'), 'binary'],
    ['Latin-1', Buffer.from('caf\xe9\n', 'latin1'), 'not_utf8'],
    ['a truncated character', Buffer.from([0x61, 0xe2, 0x82]), 'not_utf8'],
  ])('16. refuses %s instead of rewriting it', async (_name, bytes, code) => {
    await refuses(bytes, [[1, 1, 'a', 'b']], code, /./)
  })
})

describe('paths', () => {
  it('27. refuses missing files, paths outside, git’s own files, folders, pipes and read-only files', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'bellwether-outside-'))
    await writeFile(join(outside, 'key'), 'secret\n')
    await symlink(outside, fixture.place('out'))
    await symlink(join(outside, 'key'), fixture.place('key'))
    await mkdir(fixture.place('.git'), { recursive: true })
    await writeFile(fixture.place('.git/config'), 'secret\n')
    await symlink('.git', fixture.place('innocent'))
    execFileSync('mkfifo', [fixture.place('pipe')])
    await fixture.put('readonly.txt', 'secret\n', 0o444)
    await mkdir(fixture.place('deep'))
    const cases: [string, string][] = [
      ['missing.txt', 'not_found'],
      ['', 'schema'],
      ['.', 'not_a_file'],
      ['../x', 'path_outside'],
      ['deep/../../x', 'path_outside'],
      ['/etc/passwd', 'path_outside'],
      ['out/key', 'path_outside'],
      ['out/new.txt', 'path_outside'],
      ['key', 'path_outside'],
      ['.git/config', 'restricted'],
      ['.GIT/config', 'restricted'],
      ['innocent/config', 'restricted'],
      ['.agentsmithy/status.json', 'restricted'],
      ['a\0b', 'bad_path'],
      ['deep', 'not_a_file'],
      ['pipe', 'not_a_file'],
      ['readonly.txt', 'permission_denied'],
    ]
    for (const [path, code] of cases) {
      if (code === 'schema') {
        expect(tool.input.safeParse({ file_path: path, changes: [] }).success).toBe(false)
        continue
      }
      expect(errorOf(await patch(path, [[1, 1, 'secret', 'x']])).code, path).toBe(code)
    }
    for (const path of ['.git/config', 'innocent/config', 'key', 'out/key', 'pipe'])
      expect(errorOf(await fixture.call(reader, { path })).code, path).toMatch(
        /restricted|path_outside|not_a_file/,
      )
    expect(fixture.events).toEqual([])
    expect(await fixture.text('readonly.txt')).toBe('secret\n')
    expect(await fixture.text('.git/config')).toBe('secret\n')
    // Editors use absolute paths.
    await fixture.put('absolute.txt', 'a\n')
    resultOf(await patch(fixture.place('absolute.txt'), [[1, 1, 'a', 'b']]))
  })

  it('28. has the documented schema', () => {
    const change = { line_start: 1, line_end: 1, old_content: 'a', new_content: 'b', reason: 'r' }
    const parse = (changed: object) =>
      tool.input.safeParse({ file_path: 'x', changes: [{ ...change, ...changed }] }).success
    expect(parse({})).toBe(true)
    for (const bad of [
      { line_start: '1' },
      { line_end: 1.5 },
      { old_content: undefined },
      { new_content: null },
      { line_start: undefined },
    ])
      expect(parse(bad), JSON.stringify(bad)).toBe(false)
  })
})

describe('access', () => {
  it('33. refuses changes by another person’s assistant and by a reader’s', async () => {
    await fixture.put('mine.txt', 'a\n')
    const { people, workspaces, workspace } = fixture
    await workspaces.replaceShares(fixture.ana, workspace.id, [
      { user_email: people.ben.email, role: 'read' },
    ])
    const input = {
      file_path: 'mine.txt',
      changes: [{ line_start: 1, line_end: 1, old_content: 'a', new_content: 'b', reason: '' }],
    }
    for (const caller of [people.ben, people.nora, people.root, people.eve])
      expect(errorOf(await fixture.call(tool, input, { caller })).code, caller.name).toBe('not_allowed')
    expect(errorOf(await fixture.call(reader, { path: 'mine.txt' }, { caller: people.eve })).error).toBe(
      'Workspace not found',
    )
    resultOf(await fixture.call(reader, { path: 'mine.txt' }, { caller: people.ben }))
    await workspaces.replaceShares(fixture.ana, workspace.id, [
      { user_email: people.ben.email, role: 'write' },
    ])
    resultOf(await fixture.call(tool, input, { caller: people.ben }))
    expect(await fixture.text('mine.txt')).toBe('b\n')
  })
})
