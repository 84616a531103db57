import { describe, expect, it } from 'vitest'
import { withoutMarks } from './citation-marks.ts'
import { StrayMarks } from './stray-marks.ts'

/** In pieces of every size: a model may send any. */
function filtered(text: string, known: readonly number[] = [1, 2]): { shown: string; removed: number[] } {
  const results = [1, 2, 3, 5, 1000].map((size) => {
    const removed = new Set<number>()
    const marks = new StrayMarks(() => new Set(known), removed)
    let shown = ''
    for (let at = 0; at < text.length; at += size) shown += marks.add(text.slice(at, at + size))
    return { shown: shown + marks.end(), removed: [...removed].sort((a, b) => a - b) }
  })
  for (const result of results) expect(result).toEqual(results[0])
  return results[0] ?? { shown: '', removed: [] }
}

describe('citations of sources that don’t exist', () => {
  it.each([
    ['Leaves are green [1]. Bananas are blue [7].', 'Leaves are green [1]. Bananas are blue.', [7]],
    ['Green [1][9], blue【8†source】 and red [^7].', 'Green [1], blue and red.', [7, 8, 9]],
    ['Both [1, 9] and [2–4].', 'Both [1] and [2].', [3, 4, 9]],
    ['[9] Leaf.pdf', ' Leaf.pdf', [9]],
    ['The end [7]', 'The end', [7]],
    ['Open [7', 'Open [7', []],
  ])('%s', (text, shown, removed) => {
    expect(filtered(text)).toEqual({ shown, removed })
  })

  it.each([
    'In code `a[7]` and ``b[8]``.',
    'Before\n\n```js\nlet x = rows[7] // [8]\n```\n\nafter.',
    'Formulas $x[7]$, \\(y[8]\\), $$z[9]$$ and\n\\[\nw[7]\n\\]\n',
    'The list [7, 8, 9] has three numbers, and row[7] is one.',
    '[7](https://example.edu/a_(b)) and ![8](/static/a.png), \\[9].',
    '- [ ] buy [milk] since [2019], $5 [1] or $6 [2].',
    'Ends with a bracket [',
    '',
  ])('keeps %s', (text) => {
    expect(filtered(text)).toEqual({ shown: text, removed: [] })
  })

  it('finds them after code and formulas', () => {
    expect(filtered('`a` [7] $x$ [8].\n```\n[7]\n```\nIt [9]. A lone ` and $x\n\nis over [7].').shown).toBe(
      '`a` $x$.\n```\n[7]\n```\nIt. A lone ` and $x\n\nis over.',
    )
  })

  it('removes all if nothing was found', () => {
    expect(filtered('As I said [1], it is green [2].', [])).toEqual({
      shown: 'As I said, it is green.',
      removed: [1, 2],
    })
  })

  it('holds back no more than a citation', () => {
    const marks = new StrayMarks(() => new Set([1]))
    expect(marks.add('Leaves are green [1')).toBe('Leaves are green')
    expect(marks.add('] and')).toBe(' [1] and')
    expect(marks.add(' [x')).toBe(' [x')
    expect(marks.add(` [${'1,'.repeat(400)}`).length).toBeGreaterThan(700)
  })

  it('copes with an answer full of signs', () => {
    for (const part of ['[1', '[', ' [1,', '`', '$', '\\', '【1†']) {
      const marks = new StrayMarks(() => new Set())
      const text = part.repeat(20_000)
      let shown = marks.add(text)
      for (let at = 0; at < 2000; at++) shown += marks.add(part)
      expect((shown + marks.end()).length).toBeGreaterThan(0)
    }
  })
})

describe('earlier answers', () => {
  it.each([
    [
      'Leaves are green [1], see [2](https://example.edu).',
      'Leaves are green, see [2](https://example.edu).',
    ],
    ['`a[1]` and $b[2]$ [3].', '`a[1]` and $b[2]$.'],
    ['```\nrows[1]\n```\nDone【2】.', '```\nrows[1]\n```\nDone.'],
    ['No citation.', 'No citation.'],
  ])('%s', (text, clean) => {
    expect(withoutMarks(text)).toBe(clean)
  })
})
