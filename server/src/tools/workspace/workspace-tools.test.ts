import { say } from '@bellwether/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { withShortTimers } from '../../../test/harness/short-timers.ts'
import { EACH_KIND } from '../../modules/workspaces/testing.ts'
import { unavailable } from '../../platform/errors.ts'
import { toolContract } from '../tool.contract.ts'
import type { Tool } from '../tool.ts'
import { errorOf, openToolFixture, resultOf, type ToolFixture } from './testing.ts'
import { workspaceTools } from './workspace-tools.ts'

describe.each(EACH_KIND)('workspace tools ($kind)', ({ kind }) => {
  let fixture: ToolFixture
  let tools: Map<string, Tool>
  beforeAll(async () => {
    fixture = await openToolFixture({ kind })
    tools = new Map(workspaceTools({ ...fixture, runCommand: 'off' }).map((tool) => [tool.name, tool]))
  })
  afterAll(() => fixture.close())
  beforeEach(() => {
    fixture.events.length = 0
  })
  let run = 0
  const call = (name: string, input: unknown, traceId = `trace ${++run}`) =>
    fixture.call(tools.get(name)!, input, { traceId })

  it('there are seven, and an eighth if the operator allows it; those that write are marked', () => {
    expect([...tools.keys()].sort()).toEqual([
      'delete_file',
      'list_files',
      'patch_file',
      'read_file',
      'replace_in_file',
      'search_files',
      'write_file',
    ])
    expect(workspaceTools({ ...fixture, runCommand: 'sandboxed' }).map((tool) => tool.name)).toContain(
      'run_command',
    )
    const config = { workspace_id: 'w' }
    for (const tool of tools.values()) {
      expect(tool.targets?.(config)).toEqual([{ kind: 'workspace', id: 'w' }])
      expect(tool.hasSideEffects?.(config) ?? false).toBe(/write|replace|delete|patch/.test(tool.name))
    }
  })

  it('an outage of the database is no refusal', async () => {
    const opening = vi
      .spyOn(fixture.workspaces, 'openForTool')
      .mockRejectedValueOnce(unavailable(say('server.database_unreachable'), 5))
    onTestFinished(() => opening.mockRestore())
    expect(errorOf(await call('read_file', { path: 'r.txt' }))).toMatchObject({ code: 'busy' })
  })

  describe('read_file', () => {
    it('numbers lines, gives a hash, takes ranges', async () => {
      await fixture.put('r.txt', '\uFEFFa\r\nb\r\nc')
      const whole = resultOf(await call('read_file', { path: 'r.txt' }))
      expect(whole).toMatchObject({
        content: '1\ta\n2\tb\n3\tc',
        file_lines: 3,
        start_line: 1,
        end_line: 3,
        line_ends: 'CRLF',
      })
      expect(whole.hash).toMatch(/^[0-9a-f]{64}$/)
      expect(resultOf(await call('read_file', { path: 'r.txt', start_line: 2, end_line: 99 })).content).toBe(
        '2\tb\n3\tc',
      )
      expect(errorOf(await call('read_file', { path: 'r.txt', start_line: 4 }))).toMatchObject({
        code: 'invalid_range',
      })
      await fixture.put('empty.txt', '')
      expect(resultOf(await call('read_file', { path: 'empty.txt' }))).toMatchObject({
        content: '',
        file_lines: 0,
      })
    })

    it('returns long files in parts that fit', async () => {
      await fixture.put('long.txt', `${'x'.repeat(99)}\n`.repeat(1000))
      const first = await call('read_file', { path: 'long.txt' })
      const result = resultOf(first)
      expect(result).toMatchObject({ truncated: true, next_line: result.end_line + 1 })
      expect(JSON.stringify(result).length).toBeLessThan(20_000)
    })
  })

  describe('list_files', () => {
    it('lists a folder, or all of it', async () => {
      await fixture.put('tree/a.txt', '')
      await fixture.put('tree/b/c.txt', '')
      await fixture.put('tree/.hidden', '')
      expect(resultOf(await call('list_files', { path: 'tree' })).items).toEqual(['tree/a.txt', 'tree/b/'])
      expect(
        resultOf(await call('list_files', { path: 'tree', recursive: true, hidden_files: true })).items,
      ).toEqual(['tree/.hidden', 'tree/a.txt', 'tree/b/', 'tree/b/c.txt'])
      expect(errorOf(await call('list_files', { path: 'nowhere' })).code).toBe('not_found')
      expect(errorOf(await call('list_files', { path: 'tree/a.txt' })).code).toBe('not_a_folder')
    })
  })

  describe('search_files', () => {
    it('finds lines, with their surroundings, in the files that were asked for', async () => {
      await fixture.put('s/a.py', 'one\ntwo\nneedle = 1\nfour\nfive\n')
      await fixture.put('s/b.txt', 'Needle\n')
      await fixture.put('s/bin.dat', Buffer.from('needle\0'))
      await fixture.link('s/link', '/etc/passwd')
      const search = async (input: object) =>
        resultOf(await call('search_files', { path: 's', ...input })).results
      expect(await search({ regex: 'needle' })).toEqual([
        { file: 's/a.py', line: 3, context: '1\tone\n2\ttwo\n3\tneedle = 1\n4\tfour\n5\tfive' },
      ])
      expect(await search({ regex: 'needle', case_sensitive: false })).toHaveLength(2)
      expect(await search({ regex: '^', file_pattern: '*.txt' })).toHaveLength(2)
      expect(await search({ regex: 'root' })).toEqual([])
      expect(errorOf(await call('search_files', { regex: '(' })).code).toBe('bad_pattern')
    })

    it('ends a pattern that never finishes', async () => {
      await fixture.put('s/evil.txt', `${'a'.repeat(40)}!\n`)
      const result = await withShortTimers([4000, 5000], () =>
        call('search_files', { regex: '^(a+)+$', path: 's' }),
      )
      expect(errorOf(result).code).toBe('timeout')
    })
  })

  describe('write_file, replace_in_file, delete_file', () => {
    it('create, change and delete files, each reported once', async () => {
      expect(resultOf(await call('write_file', { path: 'w/new.txt', content: 'a\nb\n' }, 't'))).toMatchObject(
        {
          status: 'created',
          added: 2,
        },
      )
      expect(resultOf(await call('write_file', { path: 'w/new.txt', content: 'a\nB\n' }, 't'))).toMatchObject(
        {
          status: 'written',
          added: 1,
          removed: 1,
        },
      )
      resultOf(await call('replace_in_file', { path: 'w/new.txt', old_text: 'B', new_text: '$& $1' }, 't'))
      expect(await fixture.text('w/new.txt')).toBe('a\n$& $1\n')
      resultOf(await call('delete_file', { path: 'w/new.txt' }, 't'))
      expect(await fixture.isThere('w/new.txt')).toBe(false)
      expect(fixture.events.map((event) => event.type)).toEqual([
        'file_edit',
        'file_edit',
        'file_edit',
        'file_edit',
      ])
      expect(errorOf(await call('delete_file', { path: 'w/new.txt' })).code).toBe('not_found')
      await fixture.put('w/other.txt', '')
      expect(errorOf(await call('delete_file', { path: 'w' })).code).toBe('not_a_file')
    })

    it('keep CRLF and the byte order mark, and never overwrite binary files or files that changed since they were read', async () => {
      await fixture.put('crlf.txt', '\uFEFFa\r\nb\r\n')
      resultOf(await call('write_file', { path: 'crlf.txt', content: 'x\ny\n' }))
      expect(await fixture.text('crlf.txt')).toBe('\uFEFFx\r\ny\r\n')
      resultOf(await call('replace_in_file', { path: 'crlf.txt', old_text: 'x\ny', new_text: '1\n2' }))
      expect(await fixture.text('crlf.txt')).toBe('\uFEFF1\r\n2\r\n')
      await fixture.put('b.bin', Buffer.from('a\0'))
      expect(errorOf(await call('write_file', { path: 'b.bin', content: 'x' })).code).toBe('binary')
      await call('read_file', { path: 'crlf.txt' }, 'reader')
      await fixture.put('crlf.txt', 'other\n')
      expect(errorOf(await call('write_file', { path: 'crlf.txt', content: 'x' }, 'reader')).code).toBe(
        'stale_read',
      )
      expect(errorOf(await call('write_file', { path: 'crlf.txt', content: 'other\n' })).code).toBe('no_op')
      expect(errorOf(await call('write_file', { path: 'x.txt', content: '\ud800' })).code).toBe('bad_content')
      expect(errorOf(await call('write_file', { path: '.git/hooks/x', content: 'x' })).code).toBe(
        'restricted',
      )
    })

    it('never choose among several places, nor take one that is only similar', async () => {
      await fixture.put('many.txt', 'a\n  b\na\n')
      const many = errorOf(await call('replace_in_file', { path: 'many.txt', old_text: 'a', new_text: 'x' }))
      expect(many).toMatchObject({ code: 'ambiguous', details: { lines: [1, 3] } })
      const similar = errorOf(
        await call('replace_in_file', { path: 'many.txt', old_text: '\tb', new_text: 'x' }),
      )
      expect(similar).toMatchObject({
        code: 'content_mismatch',
        details: { found_but_for_whitespace_at: [2] },
      })
      expect(
        resultOf(
          await call('replace_in_file', {
            path: 'many.txt',
            old_text: 'a',
            new_text: 'x',
            replace_all: true,
          }),
        ).added,
      ).toBe(2)
      expect(await fixture.text('many.txt')).toBe('x\n  b\nx\n')
    })
  })

  const CONTRACTS: Record<string, object> = {
    read_file: { path: 'contract.txt' },
    list_files: {},
    search_files: { regex: 'x' },
    write_file: { path: 'contract.txt', content: 'new\n' },
    replace_in_file: { path: 'contract.txt', old_text: 'x', new_text: 'y' },
    delete_file: { path: 'contract.txt' },
  }
  for (const [name, input] of Object.entries(CONTRACTS))
    toolContract(name, async () => {
      await fixture.put('contract.txt', 'x\n')
      const trusting = { ...fixture.workspaces, openForTool: async () => fixture.workspace }
      const tool = workspaceTools({ workspaces: trusting, runCommand: 'off' }).find(
        (one) => one.name === name,
      )
      const works = { settings: { workspace_id: fixture.workspace.id }, input, caller: fixture.ana }
      return { tool: tool!, works, failures: { 'no workspace': { ...works, settings: {} } } }
    })
})
