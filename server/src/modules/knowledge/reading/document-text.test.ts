import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, joinBlocks, placeAt } from './document-text.ts'

const block: fc.Arbitrary<Block> = fc.record(
  {
    text: fc.string({ minLength: 1, unit: 'binary' }),
    heading: fc.integer({ min: 1, max: 6 }),
    page: fc.integer({ min: 1, max: 9 }),
    slide: fc.integer({ min: 1, max: 9 }),
    sheet: fc.string(),
  },
  { requiredKeys: ['text'] },
)

describe('joinBlocks', () => {
  it('gives a mark for each block, in order, that cuts exactly its text', () => {
    fc.assert(
      fc.property(fc.array(block), (blocks) => {
        const { text, marks } = joinBlocks(blocks)
        expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(blocks.map((one) => one.text))
        expect(text).toBe(blocks.map((one) => one.text).join('\n\n'))
        for (const [index, { start, end, ...rest }] of marks.entries()) {
          const { text: _, ...expected } = blocks[index]!
          expect(rest).toEqual(expected)
          if (index > 0) expect(start).toBe(marks[index - 1]!.end + 2)
        }
      }),
    )
  })

  it('finds the place of every character as its own block says', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1 }), fc.nat(), (blocks, seed) => {
        const joined = joinBlocks(blocks)
        const index = seed % blocks.length
        const mark = joined.marks[index]!
        const { headings, ...place } = placeAt(joined, mark.start + (seed % (mark.end - mark.start)))
        const { text: _, heading: __, ...expected } = blocks[index]!
        expect(place).toEqual(expected)
        if (mark.heading !== undefined) expect(headings.at(-1)).toBe(blocks[index]!.text)
      }),
    )
  })

  it('names the headings above, outermost first', () => {
    const joined = joinBlocks([
      { text: 'Course', heading: 1 },
      { text: 'Unit 1', heading: 2 },
      { text: 'Detail', heading: 4 },
      { text: 'Unit 2', heading: 2 },
      { text: 'Words', page: 3 },
    ])
    expect(placeAt(joined, joined.text.indexOf('Words') + 2)).toEqual({
      page: 3,
      headings: ['Course', 'Unit 2'],
    })
    expect(placeAt(joinBlocks([]), 0)).toEqual({ headings: [] })
  })
})
