import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rounds } from '../../../../test/harness/rounds.ts'
import { unifiedDiff } from './unified-diff.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellwether-diff-'))
const env = { GIT_CEILING_DIRECTORIES: tmpdir(), PATH: process.env['PATH'] }
const side = (text: string | undefined, mode = 0o644) =>
  text === undefined ? undefined : { bytes: Buffer.from(text), mode }

function expectApplies(before: string | undefined, after: string | undefined) {
  const place = join(folder, 'f.txt')
  execFileSync('rm', ['-f', place])
  if (before !== undefined) writeFileSync(place, before)
  const { diff } = unifiedDiff('f.txt', side(before), side(after))
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: folder,
    input: diff,
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  expect(existsSync(place) ? readFileSync(place, 'utf8') : undefined).toBe(after)
}

it.each<[string, string | undefined, string | undefined]>([
  ['a new file', undefined, 'a\nb\n'],
  ['a new file without an end', undefined, 'a'],
  ['a deleted file', 'a\nb', undefined],
  ['an emptied file', 'a\n', ''],
  ['a filled file', '', 'a\n'],
  ['the end taken away', 'a\nb\n', 'a\nb'],
  ['the end given', 'a\nb', 'a\nb\n'],
  ['CRLF', 'a\r\nb\r\n', 'a\r\nB\r\n'],
  ['only the line end', 'a\r\nb\n', 'a\nb\n'],
  ['odd characters', 'a\fb\u2028\nc\n', 'a\fb\u2028\nC\u0085\n'],
])('git applies %s', (_what, before, after) => expectApplies(before, after))

it('git applies whatever we write', () => {
  const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'dd\n', ' e\n', '-f\n', '+g\n'), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(text, text, fc.boolean(), (before, after, cut) => {
      const [old, now] = [before.join(''), after.join('').slice(0, cut ? -1 : undefined)]
      if (old !== now) expectApplies(old, now)
    }),
    { numRuns: rounds(20) },
  )
})

it('counts lines, shows modes, and omits binary or overlong content', () => {
  expect(unifiedDiff('f', side('a\nb\nc\n'), side('a\nX\nY\nc\n'))).toMatchObject({ added: 2, removed: 1 })
  expect(unifiedDiff('f', side('a\n'), side('a\n', 0o755)).diff).toBe(
    'diff --git a/f b/f\nold mode 100644\nnew mode 100755\n',
  )
  expect(unifiedDiff('f', { bytes: Buffer.from([0, 1]), mode: 0o644 }, side('a\n'))).toMatchObject({
    diff: '',
    omitted: 'binary',
  })
  const long = unifiedDiff('f', undefined, side('x'.repeat(100).concat('\n').repeat(5000)))
  expect(long).toMatchObject({ diff: '', omitted: 'too_large', added: 5000 })
})

it('finds a few changes far apart in 200,000 lines, and gives up on a file that is all new', () => {
  const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index}`)
  const before = lines.join('\n')
  const after = lines.map((line, index) => (index % 50_000 === 7 ? 'changed' : line)).join('\n')
  expect(unifiedDiff('f', side(before), side(after))).toMatchObject({ added: 4, removed: 4 })
  unifiedDiff('f', side(before), side(lines.map((line) => `${line}!`).join('\n')))
})
