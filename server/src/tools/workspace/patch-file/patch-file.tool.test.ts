import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { EACH_KIND } from '../../../modules/workspaces/testing.ts'
import { toolContract } from '../../tool.contract.ts'
import { resultOf } from '../testing.ts'
import { openPatchFixture, SEVEN, type Short } from './patch-file.testing.ts'
import { patchFileTool } from './patch-file.tool.ts'

const fixtures = await Promise.all(
  EACH_KIND.map(async ({ kind }) => ({ kind, fixture: await openPatchFixture(kind) })),
)

describe.each(fixtures)('patch_file ($kind)', ({ fixture }) => {
  const { makes, patch, refuses } = fixture
  afterAll(() => fixture.close())
  beforeEach(() => {
    fixture.events.length = 0
  })

  describe('what the requirement says', () => {
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
      const error = await refuses(
        SEVEN,
        changes,
        'invalid_range',
        /Invalid line range.*change 2.*has 7 lines/,
      )
      expect(error.details.file_lines).toBe(7)
    })

    it('4. the example of the requirement fails with a reason', async () => {
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

  describe('what is kept', () => {
    it('17. inserts, also at the start and the end; several at one point keep their order', async () => {
      await makes('a\nb\n', [[1, 0, '', '0']], '0\na\nb\n')
      fixture.events.length = 0
      await makes('a\nb\n', [[3, 2, '', 'c']], 'a\nb\nc\n')
      fixture.events.length = 0
      await makes(
        'a\nb\n',
        [
          [2, 1, '', 'x'],
          [2, 1, '', 'y'],
          [2, 2, 'b', 'B'],
        ],
        'a\nx\ny\nB\n',
      )
      fixture.events.length = 0
      await makes('', [[1, 0, '', 'first']], 'first\n')
    })

    it('18. deletes, also everything', async () => {
      await makes('a\nb\nc\n', [[2, 2, 'b', '']], 'a\nc\n')
      fixture.events.length = 0
      await makes('a\nb\n', [[1, 2, 'a\nb', '']], '')
    })

    it('19. one newline at the end ends the line, more are empty lines', async () => {
      await makes('a\nb\nc\n', [[2, 2, 'b\n', 'B\n']], 'a\nB\nc\n')
      fixture.events.length = 0
      await makes('a\nb\nc\n', [[2, 2, 'b', 'B\n\n']], 'a\nB\n\nc\n')
      fixture.events.length = 0
      await makes('a\nb\n', [[1, 1, 'a', '\n']], '\nb\n')
      fixture.events.length = 0
      await makes('a\n\nb\n', [[2, 2, '', 'x']], 'a\nx\nb\n')
    })

    it('20. CRLF stays, and new lines get it; a few lines that differ stay as they are', async () => {
      await makes('a\r\nb\r\nc\r\n', [[2, 2, 'b', 'x\ny']], 'a\r\nx\r\ny\r\nc\r\n')
      fixture.events.length = 0
      await makes('a\r\nb\nc\r\nd\r\n', [[3, 3, 'c', 'C']], 'a\r\nb\nC\r\nd\r\n')
      fixture.events.length = 0
      await makes('a\r\nb\nc\r\n', [[1, 3, 'a\r\nb\r\nc', 'a\nb\nC']], 'a\r\nb\nC\r\n')
      fixture.events.length = 0
      await makes('a\rb\rc', [[2, 2, 'b', 'x\ny']], 'a\rx\ry\rc')
    })

    it('21. a missing newline at the end stays missing', async () => {
      await makes('a\nb', [[2, 2, 'b', 'x\ny']], 'a\nx\ny')
      fixture.events.length = 0
      await makes('a\nb', [[3, 2, '', 'c']], 'a\nb\nc')
      fixture.events.length = 0
      await makes('a\nb', [[1, 1, 'a', 'x']], 'x\nb')
    })

    it('22. the byte order mark is no part of line 1', async () => {
      await makes('\uFEFFa\nb\n', [[1, 1, 'a', 'x']], '\uFEFFx\nb\n')
    })

    it('23. form feeds, U+2028, U+0085 and VT end no line', async () => {
      const odd = 'a\fb\u2028c\u0085d\ve'
      await makes(`${odd}\nz\n`, [[2, 2, 'z', 'Z']], `${odd}\nZ\n`)
      fixture.events.length = 0
      await makes(`${odd}\nz\n`, [[1, 1, odd, 'plain']], 'plain\nz\n')
    })

    it('24. replaces literally', async () => {
      await makes('a\n', [[1, 1, 'a', "$& $1 $$ $` $' \\n"]], "$& $1 $$ $` $' \\n\n")
    })

    it('25. permissions stay; a link stays a link and its target is edited', async () => {
      await fixture.put('tool.sh', 'echo 1\n', 0o751)
      await fixture.put('deep/real.txt', 'one\n', 0o640)
      await fixture.link('link.txt', 'deep/real.txt')
      resultOf(await patch('tool.sh', [[1, 1, 'echo 1', 'echo 2']]))
      expect(await fixture.mode('tool.sh')).toBe(0o751)
      const result = resultOf(await patch('link.txt', [[1, 1, 'one', 'two']]))
      expect(result.file).toBe('deep/real.txt')
      expect(await fixture.text('deep/real.txt')).toBe('two\n')
      expect(await fixture.mode('deep/real.txt')).toBe(0o640)
      expect(await fixture.targetOf('link.txt')).toBe('deep/real.txt')
    })

    it('26. pasted line numbers are taken off if all lines have them and the file has none', async () => {
      await makes('a\n  b\n', [[1, 2, '1\ta\n2\t  b', '1\ta\n2\t  B']], 'a\n  B\n')
      fixture.events.length = 0
      await makes('a\nb\n', [[2, 2, '     2→b', 'B']], 'a\nB\n')
      fixture.events.length = 0
      await makes('1\ta\n2\tb\n', [[2, 2, '2\tb', '2\tc']], '1\ta\n2\tc\n')
      fixture.events.length = 0
      await refuses('a\nb\n', [[1, 2, '1\ta\n2\tb', '1\ta\nB']], 'content_mismatch', /mismatch/)
    })
  })

  toolContract('patch_file', async () => {
    await fixture.put('contract.txt', 'a\n')
    const input = {
      file_path: 'contract.txt',
      changes: [{ line_start: 1, line_end: 1, old_content: 'a', new_content: 'b', reason: '' }],
    }
    const settings = { workspace_id: fixture.workspace.id }
    const trusting = patchFileTool({
      workspaces: { ...fixture.workspaces, openForTool: async () => fixture.workspace },
    })
    return {
      tool: trusting,
      works: { settings, input, caller: fixture.ana },
      failures: { 'no workspace': { settings: {}, input } },
    }
  })
})
