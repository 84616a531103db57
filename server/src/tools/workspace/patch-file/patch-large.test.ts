import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { hashOf } from '../../../modules/workspaces/index.ts'
import { diffFiles } from '../../../modules/workspaces/text/diff-files.ts'
import { unifiedDiff } from '../../../modules/workspaces/text/unified-diff.ts'
import { errorOf, openToolDesk, resultOf } from '../testing.ts'
import { patchFileTool } from './patch-file.tool.ts'
import { patchAnyText } from './patch-large.ts'
import { type PatchedText, patchText } from './patch-text.ts'

const LINES = Array.from({ length: 45_000 }, (_, index) => `line ${index + 1} ü`)
const LARGE = Buffer.from(LINES.join('\r\n'))
const change = (line: number, old_content: string, new_content: string) => ({
  line_start: line,
  line_end: line,
  old_content,
  new_content,
  reason: '',
})
/** Comparing a million bytes one by one takes a test's whole time. */
const inShort = ({ now, result }: PatchedText) => ({
  now,
  result: 'bytes' in result ? { ...result, bytes: hashOf(result.bytes) } : result,
})
const never = new AbortController().signal

it('a large file is patched in a thread with the very same result', async () => {
  const task = (changes: ReturnType<typeof change>[], bytes = LARGE, seen?: string) => ({
    bytes,
    hash: hashOf(bytes),
    changes,
    seen,
  })
  const tasks = [
    task([change(3, 'line 3 ü', 'drei'), change(44_999, 'line 44999 ü', '')]),
    task([change(3, 'line 4 ü', 'vier')]),
    task([change(3, 'line 3 ü', 'drei')], LARGE, 'another mark'),
    task([change(70_000, 'x', 'y')]),
    task([change(1, 'x', 'y')], Buffer.concat([Buffer.from([0]), LARGE])),
  ]
  for (const one of tasks) {
    const here = patchText(one)
    const there = await patchAnyText(one, never)
    expect(inShort(there)).toEqual(inShort(here))
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

it('others have their turn meanwhile, and whoever leaves is not waited for', async () => {
  const desk = await openToolDesk()
  const tool = patchFileTool(desk)
  await desk.put('large.txt', LARGE)
  const done = await desk.call(tool, { file_path: 'large.txt', changes: [change(1, 'line 1 ü', 'eins')] })
  expect(resultOf(done)).toMatchObject({ status: 'applied', file_lines: 45_000 })
  expect((await desk.text('large.txt')).startsWith('eins\r\nline 2 ü\r\n')).toBe(true)
  const wrong = { file_path: 'large.txt', changes: [change(2, 'line 1 ü', 'x')] }
  expect(errorOf(await desk.call(tool, wrong, { traceId: 'wrong' })).code).toBe('content_mismatch')
  expect(errorOf(await desk.call(tool, wrong, { traceId: 'wrong' })).details.fresh_content).toContain(
    '2\tline 2 ü',
  )
  const leaving = new AbortController()
  const left = patchAnyText({ bytes: LARGE, hash: '', changes: [], seen: undefined }, leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await pause(1)
  await desk.close()
}, 60_000)
