import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { errorOf, resultOf } from '../testing.ts'
import { openPatchFixture, type Short } from './patch-file.testing.ts'

const fixture = await openPatchFixture()
const { patch, reader } = fixture
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.events.length = 0
})

describe('reports', () => {
  it('29. sends one event per call, after the file is on disk, with a diff that git applies', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`)
    const before = `${lines.join('\r\n')}\nno end`
    await fixture.put('sub dir/ünï "q".txt', before)
    const result = resultOf(
      await patch('sub dir/ünï "q".txt', [
        [2, 2, 'line 2', 'two\nand a half'],
        [30, 31, 'line 30\nline 31', ''],
        [41, 41, 'no end', 'still none'],
      ]),
    )
    const [event] = fixture.events
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
    expect(readFileSync(join(folder, 'sub dir/ünï "q".txt'))).toEqual(
      await fixture.bytes('sub dir/ünï "q".txt'),
    )
  })

  it('30. returns the current numbered content after two failures on a path, until one succeeds', async () => {
    await fixture.put('thrice.txt', 'alpha\nbeta\n')
    const bad: Short[] = [[1, 1, 'gamma', 'x']]
    expect(errorOf(await patch('thrice.txt', bad, 'same')).details.fresh_content).toBeUndefined()
    expect(errorOf(await patch('thrice.txt', bad, 'same')).details.fresh_content).toBe('1\talpha\n2\tbeta')
    expect(errorOf(await patch('thrice.txt', bad, 'other')).details.fresh_content).toBeUndefined()
    resultOf(await patch('thrice.txt', [[1, 1, 'alpha', 'gamma']], 'same'))
    expect(
      errorOf(await patch('thrice.txt', [[1, 1, 'alpha', 'x']], 'same')).details.fresh_content,
    ).toBeUndefined()
  })

  it('31. detects a change since the last read by content, not by time', async () => {
    await fixture.put('stale.txt', 'a\nb\nc\n')
    const read = (traceId: string) => fixture.call(reader, { path: 'stale.txt' }, { traceId })
    await read('one')
    await read('two')
    // Saved without a change, and with other line endings: the model has seen the same text.
    await fixture.put('stale.txt', 'a\r\nb\r\nc\r\n')
    resultOf(await patch('stale.txt', [[1, 1, 'a', 'A']], 'one'))
    const error = errorOf(await patch('stale.txt', [[3, 2, '', 'inserted']], 'two'))
    expect(error).toMatchObject({ code: 'stale_read', details: { changed_since_read: true } })
    expect(error.details.around).toBe('1\tA\n2\tb\n3\tc')
    await read('two')
    resultOf(await patch('stale.txt', [[3, 2, '', 'inserted']], 'two'))
    // The model's own edits are known.
    resultOf(await patch('stale.txt', [[1, 0, '', 'top']], 'two'))
    expect(await fixture.text('stale.txt')).toBe('top\r\nA\r\nb\r\ninserted\r\nc\r\n')
  })

  it('32. limits the length of errors', async () => {
    const long = 'x'.repeat(5000)
    await fixture.put('long.txt', `${long}\n`.repeat(300))
    for (let turn = 0; turn < 3; turn++) {
      const output = await patch('long.txt', [[1, 100, `${long}y\n`.repeat(100), 'z']], 'long')
      expect(output.ok).toBe(false)
      if (!output.ok) expect(output.reason.length).toBeLessThanOrEqual(6000)
      expect(errorOf(output).error).toContain('Content mismatch at lines 1-100')
    }
  })
})
