import { readdirSync, statSync } from 'node:fs'
import { expect } from 'vitest'
import { rootOf, type StorageKind } from '../../../modules/workspaces/testing.ts'
import { readFileTool } from '../read-file/read-file.tool.ts'
import { errorOf, openToolFixture, resultOf } from '../testing.ts'
import { patchFileTool } from './patch-file.tool.ts'

export type Short = [start: number, end: number, old: string, fresh: string, reason?: string]

export const SEVEN = 'def func1():\n    pass\n\ndef func2():\n    pass\n\n# comment\n'

/** A fixture for tests of patches. */
export async function openPatchFixture(kind: StorageKind = 'disk') {
  const fixture = await openToolFixture({ kind })
  const tool = patchFileTool(fixture)
  let run = 0

  /** Each call is a separate answer, unless `traceId` is given. */
  const patch = async (path: string, changes: Short[], traceId = `trace ${++run}`) =>
    fixture.call(
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

  async function stateOf(path: string) {
    const { workspace } = fixture
    if (workspace.kind === 'stored') return (await workspace.readHead()).version
    const { mtimeNs, ino } = statSync(fixture.place(path), { bigint: true })
    return {
      mtimeNs,
      ino,
      staged: readdirSync(rootOf(workspace)).filter((name) => name.startsWith('.bellwether')),
    }
  }

  /** The file is untouched, there is no event and nothing left over. */
  async function refuses(content: string | Buffer, changes: Short[], code: string, words: RegExp) {
    await fixture.put('refused.txt', content)
    const before = await stateOf('refused.txt')
    const error = errorOf(await patch('refused.txt', changes))
    expect(error).toMatchObject({ type: 'tool_error', name: 'patch_file', code })
    expect(error.error).toMatch(words)
    expect(await fixture.bytes('refused.txt')).toEqual(Buffer.from(content))
    expect(await stateOf('refused.txt')).toEqual(before)
    expect(fixture.events).toEqual([])
    return error
  }

  async function makes(content: string | Buffer, changes: Short[], expected: string | Buffer) {
    await fixture.put('made.txt', content)
    const result = resultOf(await patch('made.txt', changes))
    expect((await fixture.bytes('made.txt')).toString('latin1')).toBe(
      Buffer.from(expected).toString('latin1'),
    )
    expect(result).toMatchObject({ type: 'patch_result', status: 'applied', file: 'made.txt' })
    expect(fixture.events).toHaveLength(1)
    return result
  }

  return { ...fixture, tool, reader: readFileTool(fixture), patch, refuses, makes }
}
