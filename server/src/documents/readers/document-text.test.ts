import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, joinBlocks } from './document-text.ts'

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
})
