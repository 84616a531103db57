import { expect, it } from 'vitest'
import { hashOf } from '../../modules/workspaces/index.ts'
import { diffFiles } from '../../modules/workspaces/text/diff-files.ts'
import { unifiedDiff } from '../../modules/workspaces/text/unified-diff.ts'
import { patchFileTool } from './patch-file/patch-file.tool.ts'
import { readFileTool } from './read-file/read-file.tool.ts'
import { replaceInFileTool } from './replace-in-file/replace-in-file.tool.ts'
import { runTextTask } from './run-text-task.ts'
import { errorOf, openToolFixture, resultOf } from './testing.ts'
import { attemptTextTask, type TextTask, type TextTaskKind } from './text-tasks.ts'
import { writeFileTool } from './write-file/write-file.tool.ts'

const LINES = Array.from({ length: 45_000 }, (_, index) => `line ${index + 1} ü`)
const LARGE = Buffer.from(LINES.join('\r\n'))
const BINARY = Buffer.concat([Buffer.from([0]), LARGE])
const change = (line: number, old_content: string, new_content: string) => ({
  line_start: line,
  line_end: line,
  old_content,
  new_content,
  reason: '',
})
/** Shortens buffers, because comparing a million bytes one by one would exceed the test's time limit. */
function inShort(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return hashOf(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inShort(part)]))
}
const never = new AbortController().signal

const patch = (changes: ReturnType<typeof change>[], bytes = LARGE, seen?: string): TextTask<'patch'> => ({
  bytes,
  hash: 'h',
  changes,
  seen,
})
const replace = (old_text: string, new_text: string, seen?: string): TextTask<'replace'> => ({
  bytes: LARGE,
  replacement: { old_text, new_text, replace_all: false },
  seen,
})
const TASKS: [TextTaskKind, TextTask<TextTaskKind>][] = [
  ['patch', patch([change(3, 'line 3 ü', 'drei'), change(44_999, 'line 44999 ü', '')])],
  ['patch', patch([change(3, 'line 4 ü', 'vier')])],
  ['patch', patch([change(3, 'line 3 ü', 'drei')], LARGE, 'another mark')],
  ['patch', patch([change(70_000, 'x', 'y')])],
  ['patch', patch([change(1, 'x', 'y')], BINARY)],
  ['read', { bytes: LARGE, start_line: 44_000 }],
  ['read', { bytes: LARGE, start_line: 45_001 }],
  ['read', { bytes: BINARY }],
  ['replace', replace('line 44999 ü\nline 45000', '$&')],
  ['replace', replace('line 44999 ü', 'x', 'another mark')],
  ['replace', replace('line', 'x')],
  ['write', { bytes: LARGE, isThere: true, content: 'x\ny\n', seen: undefined }],
  ['write', { bytes: LARGE, isThere: true, content: 'x\ny\n', seen: 'another mark' }],
  ['write', { bytes: Buffer.alloc(0), isThere: false, content: LINES.join('\n'), seen: undefined }],
]

it('gives the same results in a worker thread', async () => {
  for (const [kind, task] of TASKS) {
    const here = attemptTextTask(kind, task)
    const there = await runTextTask(kind, task, never).then(
      (result) => ({ result }),
      ({ refusal, reason, facts }) => ({ refusal, message: reason, facts }),
    )
    expect(inShort(there), kind).toEqual(inShort(here))
  }
  const before = { bytes: LARGE, mode: 0o644 }
  const after = { bytes: Buffer.from(LINES.slice(1).concat('end').join('\n')), mode: 0o755 }
  for (const [old, now] of [
    [before, after],
    [undefined, after],
    [before, undefined],
  ])
    expect(await diffFiles('f', old, now)).toEqual(unifiedDiff('f', old, now))
}, 60_000)

it('stops waiting when the client disconnects', async () => {
  const leaving = new AbortController()
  const left = runTextTask('read', { bytes: LARGE }, leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
})

it('all tools accept large files, and a refusal says what helps', async () => {
  const fixture = await openToolFixture()
  await fixture.put('large.txt', LARGE)
  const traceId = 'large'
  const shown = resultOf(
    await fixture.call(readFileTool(fixture), { path: 'large.txt', start_line: 44_999 }, { traceId }),
  )
  expect(shown).toMatchObject({
    file_lines: 45_000,
    line_ends: 'CRLF',
    content: '44999\tline 44999 ü\n45000\tline 45000 ü',
  })
  expect(shown.hash).toBe(hashOf(LARGE))
  const one = { file_path: 'large.txt', changes: [change(1, 'line 1 ü', 'eins')] }
  expect(resultOf(await fixture.call(patchFileTool(fixture), one, { traceId }))).toMatchObject({
    status: 'applied',
    file_lines: 45_000,
  })
  const two = { path: 'large.txt', old_text: 'line 2 ü\n', new_text: '$&\n' }
  expect(resultOf(await fixture.call(replaceInFileTool(fixture), two, { traceId }))).toMatchObject({
    added: 1,
  })
  expect((await fixture.text('large.txt')).startsWith('eins\r\n$&\r\nline 3 ü\r\n')).toBe(true)
  expect(fixture.events).toHaveLength(2)

  const wrong = { file_path: 'large.txt', changes: [change(3, 'line 1 ü', 'x')] }
  expect(errorOf(await fixture.call(patchFileTool(fixture), wrong, { traceId })).code).toBe(
    'content_mismatch',
  )
  expect(
    errorOf(await fixture.call(patchFileTool(fixture), wrong, { traceId })).details.fresh_content,
  ).toContain('3\tline 3 ü')
  await fixture.put('large.txt', Buffer.concat([LARGE, Buffer.from('theirs')]))
  const over = { path: 'large.txt', content: 'mine' }
  expect(errorOf(await fixture.call(writeFileTool(fixture), over, { traceId })).code).toBe('stale_read')
  // A text that could not be read again is refused: the limit is 10 MiB.
  const huge = { path: 'huge.txt', content: 'x'.repeat(10 * 1024 * 1024 + 1) }
  expect(errorOf(await fixture.call(writeFileTool(fixture), huge)).code).toBe('too_large')
  await expect(fixture.bytes('huge.txt')).rejects.toThrow('ENOENT')
  await fixture.put('huge.txt', huge.content)
  const tried = { file_path: 'huge.txt', changes: [change(1, 'x', 'y')] }
  expect(errorOf(await fixture.call(patchFileTool(fixture), tried)).code).toBe('too_large')
  expect(await fixture.text('huge.txt')).toBe(huge.content)
  await fixture.close()
}, 60_000)
