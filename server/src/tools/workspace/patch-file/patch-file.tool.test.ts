import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toolContract } from '../../tool.contract.ts'
import type { Tool } from '../../tool.ts'
import { readFileTool } from '../read-file/read-file.tool.ts'
import { errorOf, openToolDesk, resultOf, type ToolDesk } from '../testing.ts'
import { patchFileTool } from './patch-file.tool.ts'

let desk: ToolDesk
let tool: Tool
let reader: Tool
beforeAll(async () => {
  desk = await openToolDesk()
  tool = patchFileTool(desk)
  reader = readFileTool(desk)
})
afterAll(() => desk.close())
beforeEach(() => {
  desk.told.length = 0
})

type Short = [start: number, end: number, old: string, fresh: string, reason?: string]
let run = 0
/** Each as an answer of its own, unless it says otherwise. */
const patch = async (path: string, changes: Short[], traceId = `trace ${++run}`) =>
  desk.call(
    tool,
    {
      file_path: path,
      changes: changes.map(([line_start, line_end, old_content, new_content, reason = 'why']) => ({
        line_start,
        line_end,
        old_content,
        new_content,
        reason,
      })),
    },
    { traceId },
  )

/** Nothing on disk, no event, no leftover. */
async function refuses(content: string | Buffer, changes: Short[], code: string, words: RegExp) {
  await desk.put('refused.txt', content)
  const before = statSync(desk.place('refused.txt'), { bigint: true })
  const error = errorOf(await patch('refused.txt', changes))
  expect(error).toMatchObject({ type: 'tool_error', name: 'patch_file', code })
  expect(error.error).toMatch(words)
  expect(await desk.bytes('refused.txt')).toEqual(Buffer.from(content))
  const after = statSync(desk.place('refused.txt'), { bigint: true })
  expect([after.mtimeNs, after.ino]).toEqual([before.mtimeNs, before.ino])
  expect(desk.told).toEqual([])
  expect(readdirSync(desk.workspace.root).filter((name) => name.startsWith('.bellwether'))).toEqual([])
  return error
}

async function makes(content: string | Buffer, changes: Short[], expected: string | Buffer) {
  await desk.put('made.txt', content)
  const result = resultOf(await patch('made.txt', changes))
  expect((await desk.bytes('made.txt')).toString('latin1')).toBe(Buffer.from(expected).toString('latin1'))
  expect(result).toMatchObject({ type: 'patch_result', status: 'applied', file: 'made.txt' })
  expect(desk.told).toHaveLength(1)
  return result
}

const SEVEN = 'def func1():\n    pass\n\ndef func2():\n    pass\n\n# comment\n'

describe('what the seed says', () => {
  it('1. applies several changes by the numbers of the original', async () => {
    const result = await makes(
      SEVEN,
      [
        [2, 2, '    pass', '    print(1)\n    pass', 'one'],
        [5, 5, '    pass', '    print(2)\n    pass', 'two'],
      ],
      'def func1():\n    print(1)\n    pass\n\ndef func2():\n    print(2)\n    pass\n\n# comment\n',
    )
    expect(result.applied_changes).toEqual([
      { index: 2, line_start: 5, line_end: 5, new_line_start: 6, new_line_end: 7, reason: 'two' },
      { index: 1, line_start: 2, line_end: 2, new_line_start: 2, new_line_end: 3, reason: 'one' },
    ])
    expect(result).toMatchObject({ added: 2, removed: 0, file_lines: 9 })
  })

  it('2. in whatever order they are sent', async () => {
    const changes: Short[] = [
      [7, 7, '# comment', '# end'],
      [1, 1, 'def func1():', 'def f1():\n    """x"""'],
      [4, 4, 'def func2():', 'def f2():'],
    ]
    await makes(SEVEN, changes, 'def f1():\n    """x"""\n    pass\n\ndef f2():\n    pass\n\n# end\n')
  })

  it('3. line 8 of seven does not exist, though the others would make it; nothing is applied', async () => {
    const changes: Short[] = [
      [2, 2, '    pass', '    print(1)\n    pass'],
      [8, 8, '# comment', '# end'],
    ]
    const error = await refuses(SEVEN, changes, 'invalid_range', /Invalid line range.*change 2.*has 7 lines/)
    expect(error.details.file_lines).toBe(7)
  })

  it('4. the example of the document fails, and is told why', async () => {
    const content = 'def old_func():\n    pass\n\nx = 1\n'
    const old = 'def old_func():\n    pass'
    const fresh = 'def new_func():\n    """Improved function."""\n    pass'
    const error = await refuses(
      content,
      [[1, 3, old, fresh]],
      'content_mismatch',
      /Content mismatch at lines 1-3.*old_content has 2 lines, but the range names 3 lines/,
    )
    expect(error.details.mismatches[0]).toMatchObject({ suggested_line_start: 1, suggested_line_end: 2 })
  })
})

describe('what does not fit', () => {
  it('5. other content: expected, actual and the first differing line', async () => {
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

  it('6. ranges are judged before contents, and contents before nothing', async () => {
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
  ])('7. range %i-%i of two lines', async (start, end) => {
    await refuses(
      'a\nb\n',
      [[start, end, 'a', 'x']],
      'invalid_range',
      /Invalid line range.*The file has 2 lines/,
    )
  })

  it('8. overlaps name both changes', async () => {
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

  it('9. the text is elsewhere: tells where, and does not go there', async () => {
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

  it('10. several places: names all, chooses none', async () => {
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
  ])('11. %j for %j: only %s differs', async (old, actual, kind) => {
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

  it('12. case is not folded', async () => {
    await refuses('Hello\n', [[1, 1, 'hello', 'bye']], 'content_mismatch', /Content mismatch/)
  })

  it('13. the same call again: already applied', async () => {
    await desk.put('twice.txt', 'a\nb\nc\n')
    const again: Short[] = [[2, 2, 'b', 'new line']]
    resultOf(await patch('twice.txt', again))
    expect(errorOf(await patch('twice.txt', again)).error).toMatch(/already applied/)
    expect(await desk.text('twice.txt')).toBe('a\nnew line\nc\n')
  })

  it('14. a change that changes nothing, and no change at all', async () => {
    await refuses('a\nb\n', [[1, 1, 'a', 'a\n']], 'no_op', /would change nothing/)
    await refuses('a\nb\n', [], 'no_changes', /changes is empty/)
    await refuses('a\nb\n', [[1, 0, '', '']], 'no_op', /nothing/)
  })

  it('15. an insertion has no old content; half a character is no text', async () => {
    await refuses('a\n', [[1, 0, 'a', 'b']], 'content_mismatch', /old_content must be empty/)
    await refuses('a\n', [[1, 1, 'a', '\ud800']], 'bad_content', /half of a character/)
    await refuses('a\n', [[1, 1, 'a', 'b\0c']], 'bad_content', /NUL/)
  })

  it.each<[string, Buffer, string]>([
    ['binary', Buffer.from('a\0b\n'), 'binary'],
    ['Latin-1', Buffer.from('caf\xe9\n', 'latin1'), 'not_utf8'],
    ['a cut character', Buffer.from([0x61, 0xe2, 0x82]), 'not_utf8'],
  ])('16. %s is refused, never rewritten', async (_name, bytes, code) => {
    await refuses(bytes, [[1, 1, 'a', 'b']], code, /./)
  })
})

describe('what is kept', () => {
  it('17. inserts, also at the start and the end; several at one point keep their order', async () => {
    await makes('a\nb\n', [[1, 0, '', '0']], '0\na\nb\n')
    desk.told.length = 0
    await makes('a\nb\n', [[3, 2, '', 'c']], 'a\nb\nc\n')
    desk.told.length = 0
    await makes(
      'a\nb\n',
      [
        [2, 1, '', 'x'],
        [2, 1, '', 'y'],
        [2, 2, 'b', 'B'],
      ],
      'a\nx\ny\nB\n',
    )
    desk.told.length = 0
    await makes('', [[1, 0, '', 'first']], 'first\n')
  })

  it('18. deletes, also everything', async () => {
    await makes('a\nb\nc\n', [[2, 2, 'b', '']], 'a\nc\n')
    desk.told.length = 0
    await makes('a\nb\n', [[1, 2, 'a\nb', '']], '')
  })

  it('19. one newline at the end ends the line, more are empty lines', async () => {
    await makes('a\nb\nc\n', [[2, 2, 'b\n', 'B\n']], 'a\nB\nc\n')
    desk.told.length = 0
    await makes('a\nb\nc\n', [[2, 2, 'b', 'B\n\n']], 'a\nB\n\nc\n')
    desk.told.length = 0
    await makes('a\nb\n', [[1, 1, 'a', '\n']], '\nb\n')
    desk.told.length = 0
    await makes('a\n\nb\n', [[2, 2, '', 'x']], 'a\nx\nb\n')
  })

  it('20. CRLF stays, and new lines get it; a few lines that differ stay as they are', async () => {
    await makes('a\r\nb\r\nc\r\n', [[2, 2, 'b', 'x\ny']], 'a\r\nx\r\ny\r\nc\r\n')
    desk.told.length = 0
    await makes('a\r\nb\nc\r\nd\r\n', [[3, 3, 'c', 'C']], 'a\r\nb\nC\r\nd\r\n')
    desk.told.length = 0
    await makes('a\r\nb\nc\r\n', [[1, 3, 'a\r\nb\r\nc', 'a\nb\nC']], 'a\r\nb\nC\r\n')
    desk.told.length = 0
    await makes('a\rb\rc', [[2, 2, 'b', 'x\ny']], 'a\rx\ry\rc')
  })

  it('21. a missing newline at the end stays missing', async () => {
    await makes('a\nb', [[2, 2, 'b', 'x\ny']], 'a\nx\ny')
    desk.told.length = 0
    await makes('a\nb', [[3, 2, '', 'c']], 'a\nb\nc')
    desk.told.length = 0
    await makes('a\nb', [[1, 1, 'a', 'x']], 'x\nb')
  })

  it('22. the byte order mark is no part of line 1', async () => {
    await makes('\uFEFFa\nb\n', [[1, 1, 'a', 'x']], '\uFEFFx\nb\n')
  })

  it('23. form feeds, U+2028, U+0085 and VT end no line', async () => {
    const odd = 'a\fb\u2028c\u0085d\ve'
    await makes(`${odd}\nz\n`, [[2, 2, 'z', 'Z']], `${odd}\nZ\n`)
    desk.told.length = 0
    await makes(`${odd}\nz\n`, [[1, 1, odd, 'plain']], 'plain\nz\n')
  })

  it('24. replaces literally', async () => {
    await makes('a\n', [[1, 1, 'a', "$& $1 $$ $` $' \\n"]], "$& $1 $$ $` $' \\n\n")
  })

  it('25. permissions stay; a link stays a link and its target is edited', async () => {
    await desk.put('tool.sh', 'echo 1\n', 0o751)
    await desk.put('deep/real.txt', 'one\n', 0o640)
    await symlink('deep/real.txt', desk.place('link.txt'))
    resultOf(await patch('tool.sh', [[1, 1, 'echo 1', 'echo 2']]))
    expect(await desk.mode('tool.sh')).toBe(0o751)
    const result = resultOf(await patch('link.txt', [[1, 1, 'one', 'two']]))
    expect(result.file).toBe('deep/real.txt')
    expect(await desk.text('deep/real.txt')).toBe('two\n')
    expect(await desk.mode('deep/real.txt')).toBe(0o640)
    const { lstatSync } = await import('node:fs')
    expect(lstatSync(desk.place('link.txt')).isSymbolicLink()).toBe(true)
  })

  it('26. pasted line numbers are taken off if all lines have them and the file has none', async () => {
    await makes('a\n  b\n', [[1, 2, '1\ta\n2\t  b', '1\ta\n2\t  B']], 'a\n  B\n')
    desk.told.length = 0
    await makes('a\nb\n', [[2, 2, '     2→b', 'B']], 'a\nB\n')
    desk.told.length = 0
    await makes('1\ta\n2\tb\n', [[2, 2, '2\tb', '2\tc']], '1\ta\n2\tc\n')
    desk.told.length = 0
    await refuses('a\nb\n', [[1, 2, '1\ta\n2\tb', '1\ta\nB']], 'content_mismatch', /mismatch/)
  })
})

describe('where', () => {
  it('27. no file, no path out, nothing of git’s, no folder, no pipe, nothing read-only', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'bellwether-outside-'))
    await writeFile(join(outside, 'key'), 'secret\n')
    await symlink(outside, desk.place('out'))
    await symlink(join(outside, 'key'), desk.place('key'))
    await mkdir(desk.place('.git'), { recursive: true })
    await writeFile(desk.place('.git/config'), 'secret\n')
    await symlink('.git', desk.place('innocent'))
    execFileSync('mkfifo', [desk.place('pipe')])
    await desk.put('readonly.txt', 'secret\n', 0o444)
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
      expect(errorOf(await desk.call(reader, { path })).code, path).toMatch(
        /restricted|path_outside|not_a_file/,
      )
    expect(desk.told).toEqual([])
    expect(await desk.text('readonly.txt')).toBe('secret\n')
    expect(await desk.text('.git/config')).toBe('secret\n')
    // Editors name files by where they are.
    await desk.put('absolute.txt', 'a\n')
    resultOf(await patch(desk.place('absolute.txt'), [[1, 1, 'a', 'b']]))
  })

  it('28. the schema is that of the seed', () => {
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

describe('what is told', () => {
  it('29. one event per call, after the file is on disk; the diff is one that git applies', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`)
    const before = `${lines.join('\r\n')}\nno end`
    await desk.put('sub dir/ünï "q".txt', before)
    const result = resultOf(
      await patch('sub dir/ünï "q".txt', [
        [2, 2, 'line 2', 'two\nand a half'],
        [30, 31, 'line 30\nline 31', ''],
        [41, 41, 'no end', 'still none'],
      ]),
    )
    const [event] = desk.told
    expect(event).toMatchObject({
      type: 'file_edit',
      path: 'sub dir/ünï "q".txt',
      added: 3,
      removed: 4,
      edit: result.edit,
    })
    expect(result).toMatchObject({ added: 3, removed: 4, diff: (event as { diff: string }).diff })
    const folder = await mkdtemp(join(tmpdir(), 'bellwether-git-'))
    await mkdir(join(folder, 'sub dir'))
    await writeFile(join(folder, 'sub dir/ünï "q".txt'), before)
    execFileSync('git', ['apply', '--verbose', '-'], {
      cwd: folder,
      input: result.diff,
      env: { GIT_CEILING_DIRECTORIES: tmpdir(), PATH: process.env['PATH'] },
    })
    const { readFileSync } = await import('node:fs')
    expect(readFileSync(join(folder, 'sub dir/ünï "q".txt'))).toEqual(await desk.bytes('sub dir/ünï "q".txt'))
  })

  it('30. after two failures on a path the fresh numbered content comes back, until one succeeds', async () => {
    await desk.put('thrice.txt', 'alpha\nbeta\n')
    const bad: Short[] = [[1, 1, 'gamma', 'x']]
    expect(errorOf(await patch('thrice.txt', bad, 'same')).details.fresh_content).toBeUndefined()
    expect(errorOf(await patch('thrice.txt', bad, 'same')).details.fresh_content).toBe('1\talpha\n2\tbeta')
    expect(errorOf(await patch('thrice.txt', bad, 'other')).details.fresh_content).toBeUndefined()
    resultOf(await patch('thrice.txt', [[1, 1, 'alpha', 'gamma']], 'same'))
    expect(
      errorOf(await patch('thrice.txt', [[1, 1, 'alpha', 'x']], 'same')).details.fresh_content,
    ).toBeUndefined()
  })

  it('31. a file that somebody changed since it was read is noticed by its content, not by its time', async () => {
    await desk.put('stale.txt', 'a\nb\nc\n')
    const read = (traceId: string) => desk.call(reader, { path: 'stale.txt' }, { traceId })
    await read('one')
    await read('two')
    // Saved again without a change, and with other line ends: nothing that the model has seen is different.
    await desk.put('stale.txt', 'a\r\nb\r\nc\r\n')
    resultOf(await patch('stale.txt', [[1, 1, 'a', 'A']], 'one'))
    const error = errorOf(await patch('stale.txt', [[3, 2, '', 'inserted']], 'two'))
    expect(error).toMatchObject({ code: 'stale_read', details: { changed_since_read: true } })
    expect(error.details.around).toBe('1\tA\n2\tb\n3\tc')
    await read('two')
    resultOf(await patch('stale.txt', [[3, 2, '', 'inserted']], 'two'))
    // One's own edits are known.
    resultOf(await patch('stale.txt', [[1, 0, '', 'top']], 'two'))
    expect(await desk.text('stale.txt')).toBe('top\r\nA\r\nb\r\ninserted\r\nc\r\n')
  })

  it('32. errors never grow beyond what a model can use', async () => {
    const long = 'x'.repeat(5000)
    await desk.put('long.txt', `${long}\n`.repeat(300))
    for (let turn = 0; turn < 3; turn++) {
      const output = await patch('long.txt', [[1, 100, `${long}y\n`.repeat(100), 'z']], 'long')
      expect(output.ok).toBe(false)
      if (!output.ok) expect(output.reason.length).toBeLessThanOrEqual(6000)
      expect(errorOf(output).error).toContain('Content mismatch at lines 1-100')
    }
  })
})

describe('who', () => {
  it('33. neither a stranger’s assistant nor a reader’s changes anything', async () => {
    await desk.put('mine.txt', 'a\n')
    const { people, workspaces, workspace } = desk
    await workspaces.replaceShares(desk.ana, workspace.id, [{ user_email: people.ben.email, role: 'read' }])
    const input = {
      file_path: 'mine.txt',
      changes: [{ line_start: 1, line_end: 1, old_content: 'a', new_content: 'b', reason: '' }],
    }
    for (const caller of [people.ben, people.nora, people.root, people.eve])
      expect(errorOf(await desk.call(tool, input, { caller })).code, caller.name).toBe('not_allowed')
    expect(errorOf(await desk.call(reader, { path: 'mine.txt' }, { caller: people.eve })).error).toBe(
      'Workspace not found',
    )
    resultOf(await desk.call(reader, { path: 'mine.txt' }, { caller: people.ben }))
    await workspaces.replaceShares(desk.ana, workspace.id, [{ user_email: people.ben.email, role: 'write' }])
    resultOf(await desk.call(tool, input, { caller: people.ben }))
    expect(await desk.text('mine.txt')).toBe('b\n')
  })
})

toolContract('patch_file', async () => {
  await desk.put('contract.txt', 'a\n')
  const input = {
    file_path: 'contract.txt',
    changes: [{ line_start: 1, line_end: 1, old_content: 'a', new_content: 'b', reason: '' }],
  }
  const settings = { workspace_id: desk.workspace.id }
  const trusting = patchFileTool({
    workspaces: { ...desk.workspaces, openForTool: async () => desk.workspace },
  })
  return {
    tool: trusting,
    works: { settings, input, caller: desk.ana },
    failures: { 'no workspace': { settings: {}, input } },
  }
})
