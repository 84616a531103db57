import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readText, type TextFile, writeText } from '../../../modules/workspaces/index.ts'
import type { Change } from './patch-input.ts'
import { planPatch } from './plan-patch.ts'

const lineText = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n\0\ud800-\udfff]/g, '')),
  fc.constantFrom('', 'a', '\ta', '  b', '$&', 'x\fy', 'u\u2028v', 'w\u0085', 'é', '😀', '1\tx'),
)
const end = fc.constantFrom('\n', '\r\n')
/** A file with mixed line endings, with or without a byte order mark and a final newline. */
const fileBytes = fc
  .record({
    bom: fc.boolean(),
    lines: fc.array(fc.tuple(lineText, end), { maxLength: 30 }),
    last: fc.option(
      fc.string({ minLength: 1, maxLength: 5 }).map((text) => text.replace(/[\r\n\0\ud800-\udfff]/g, 'z')),
    ),
  })
  .map(({ bom, lines, last }) =>
    Buffer.from((bom ? '\uFEFF' : '') + lines.map(([text, eol]) => text + eol).join('') + (last ?? '')),
  )

const picks = fc.array(
  fc.record({
    at: fc.nat(40),
    length: fc.nat(4),
    lines: fc.array(lineText, { maxLength: 4 }),
    style: fc.constantFrom('\n', '\r\n'),
    ended: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Changes that fit and do not overlap. */
function toChanges(file: TextFile, chosen: typeof picks extends fc.Arbitrary<infer T> ? T : never): Change[] {
  const count = file.texts.length
  const changes: Change[] = []
  let free = 1
  for (const { at, length, lines, style, ended } of [...chosen].sort((a, b) => a.at - b.at)) {
    const start = Math.max(free, Math.min(at, count + 1))
    const stop = Math.min(count, start + length - 1)
    if (start > count + 1) break
    const old = file.texts.slice(start - 1, stop)
    // Content of one empty line looks like no content, so it is sent with its newline.
    const isBlank = lines.length > 0 && lines.every((line) => line === '')
    changes.push({
      line_start: start,
      line_end: stop,
      old_content: old.join(style) + (old.length > 0 && (ended || old.at(-1) === '') ? style : ''),
      new_content:
        lines.join(style) + (lines.length > 0 && (ended || isBlank || lines.at(-1) === '') ? style : ''),
      reason: '',
    })
    // Insertions at one point keep the order in which they are sent; this test reverses the order.
    free = Math.max(stop + 1, start + 1)
  }
  return changes
}

it('for any patch, lines outside the changes keep their bytes and all new lines are there', () => {
  fc.assert(
    fc.property(fileBytes, picks, (bytes, chosen) => {
      const file = readText(bytes)
      fc.pre(file.eol !== '\r' && writeText(file).equals(bytes))
      const changes = toChanges(file, chosen)
      let planned: ReturnType<typeof planPatch>
      try {
        planned = planPatch(file, [...changes].reverse(), {})
      } catch (error) {
        expect(error).toMatchObject({ refusal: 'no_op' })
        return
      }
      const after = readText(writeText({ ...file, ...planned }))
      expect(after.bom).toBe(file.bom)
      // Compares both files line by line.
      let [at, now] = [0, 0]
      const keep = (until: number) => {
        for (; at < until; at++, now++) {
          expect(planned.texts[now]).toBe(file.texts[at])
          const isOldLast = at === file.texts.length - 1 && file.ends[at] === ''
          if (!isOldLast) expect(planned.ends[now]).toBe(file.ends[at])
        }
      }
      for (const { line_start, line_end, new_content } of changes) {
        keep(line_start - 1)
        const lines = new_content === '' ? [] : new_content.replace(/\r?\n$/, '').split(/\r?\n/)
        for (const line of lines) expect(planned.texts[now++]).toBe(line)
        at = line_end
      }
      keep(file.texts.length)
      expect(planned.texts).toHaveLength(now)
    }),
    { numRuns: 2000 },
  )
})

it('never accepts a different old_content', () => {
  fc.assert(
    fc.property(
      fileBytes,
      picks,
      fc.nat(),
      fc.constantFrom('x', ' ', '\t'),
      (bytes, chosen, where, extra) => {
        const file = readText(bytes)
        const changes = toChanges(file, chosen).filter((change) => change.line_end >= change.line_start)
        fc.pre(file.eol !== '\r' && changes.length > 0)
        const wrong = changes[where % changes.length]
        if (!wrong) return
        wrong.old_content = extra + wrong.old_content
        expect(() => planPatch(file, changes, {})).toThrow(/Content mismatch/)
      },
    ),
    { numRuns: 500 },
  )
})
