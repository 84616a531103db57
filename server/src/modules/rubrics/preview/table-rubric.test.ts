import { describe, expect, it } from 'vitest'
import { growthOf } from '../../../platform/growth.testing.ts'
import { findTables } from './find-tables.ts'
import { toTableRubric } from './table-rubric.ts'

const read = (text: string) => toTableRubric(findTables(text).tables)
const short = (text: string) =>
  read(text)?.criteria.map(({ name, weight, levels }) => [
    name,
    weight,
    levels.map(({ label, score }) => `${label} ${score}`).join(', '),
  ])

describe('a rubric in a table', () => {
  it('is read from Markdown, with scores in the header', () => {
    const text = `# Essay rubric

| Criterion | Excellent (4) | Good (3) | Weak (1) |
|---|:---:|---|---|
| **Claim** | Clear and original | Clear | Missing |
| Sources: How well they are used | Five \\| more | Three | None |
| Total | 8 | 6 | 2 |`
    expect(findTables(text).title).toBe('Essay rubric')
    expect(short(text)).toEqual([
      ['Claim', 50, 'Excellent 4, Good 3, Weak 1'],
      ['Sources', 50, 'Excellent 4, Good 3, Weak 1'],
    ])
    expect(read(text)?.criteria[1]).toMatchObject({
      description: 'How well they are used',
      levels: [{ description: 'Five | more' }, {}, {}],
    })
  })

  it('is read from a table pasted from a word processor or a spreadsheet', () => {
    const text =
      'Criterio\tPeso\tSobresaliente 9-10\tNotable 7-8\tInsuficiente 0-4\nTesis\t60%\tClara\tSuficiente\tNo hay\nFuentes\t40%\tMuchas\tAlgunas\tNinguna'
    expect(short(text)).toEqual([
      ['Tesis', 60, 'Sobresaliente 10, Notable 8, Insuficiente 4'],
      ['Fuentes', 40, 'Sobresaliente 10, Notable 8, Insuficiente 4'],
    ])
  })

  it('is read from CSV, with weights in the names and levels without scores', () => {
    const text =
      'Criteria;Beginning;Developing;"Proficient"\n"Argument (70 %)";"None; or unclear";Some;Strong\nStyle (30%);Poor;Fair;Good'
    expect(short(text)).toEqual([
      ['Argument', 70, 'Beginning 1, Developing 2, Proficient 3'],
      ['Style', 30, 'Beginning 1, Developing 2, Proficient 3'],
    ])
  })

  it('may have its levels in rows', () => {
    const text = `| Level | Claim | Sources | Style |
|---|---|---|---|
| 4 - Excellent | Original | Many | Lively |
| 2 - Fair | Clear | Some | Plain |`
    expect(short(text)).toEqual([
      ['Claim', 34, 'Excellent 4, Fair 2'],
      ['Sources', 33, 'Excellent 4, Fair 2'],
      ['Style', 33, 'Excellent 4, Fair 2'],
    ])
  })

  it('may be split into parts with the same header', () => {
    const part = (name: string) =>
      `| Criterion | Good (2) | Poor (1) |\n|---|---|---|\n| ${name} | Yes | No |`
    expect(short(`${part('One')}\n\n${part('Two')}`)).toHaveLength(2)
  })

  it.each([
    ['prose', 'An essay, with commas, and so on.\nAnother line, too.'],
    ['some other table', '| Week | Topic | Reading |\n|---|---|---|\n| One | Cells | Chapter |'],
    ['a list of names', 'Name,E-mail,Group\nAna,ana@example.edu,A\nBen,ben@example.edu,B'],
    ['nothing', ''],
  ])('is not found in %s', (_what, text) => {
    expect(read(text)).toBeUndefined()
  })

  it('takes no longer for hostile text', () => {
    for (const text of [
      '|'.repeat(20_000),
      `|${' a (1'.repeat(3000)}|\n|x|`,
      `${'1 '.repeat(9000)}\tb\tc\n1\t2\t3`,
    ])
      expect(() => read(text)).not.toThrow()
  })

  it('is read in linear time, whatever a cell contains', async () => {
    const row = (cell: string) => `| Criterion | Good | Weak |\n|---|---|---|\n| ${cell} | a | b |\n`
    expect(await growthOf((size) => read(row('1'.repeat(size))), 4000)).toBeLessThan(10)
  })
})
