import { readdirSync, statSync } from 'node:fs'
import { expect } from 'vitest'
import { readFileTool } from '../read-file/read-file.tool.ts'
import { errorOf, openToolDesk, resultOf } from '../testing.ts'
import { patchFileTool } from './patch-file.tool.ts'

export type Short = [start: number, end: number, old: string, fresh: string, reason?: string]

export const SEVEN = 'def func1():\n    pass\n\ndef func2():\n    pass\n\n# comment\n'

/** A desk at which patches are tried. */
export async function openPatchDesk() {
  const desk = await openToolDesk()
  const tool = patchFileTool(desk)
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

  return { ...desk, tool, reader: readFileTool(desk), patch, refuses, makes }
}
