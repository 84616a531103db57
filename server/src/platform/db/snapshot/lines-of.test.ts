import { expect, test } from 'vitest'
import { linesOf } from './lines-of.ts'

async function* inPieces(text: string, size: number) {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size)
}

test.each([1, 2, 5, 100])('only a line feed ends a line, in pieces of %i characters', async (size) => {
  const lines = ['["a\u2028b\u2029c\u0085d\r"]', '', '["é 😀"]', 'last']
  for (const text of [lines.join('\n'), `${lines.join('\n')}\n`]) {
    const found: string[] = []
    for await (const line of linesOf(inPieces(text, size))) found.push(line)
    expect(found).toEqual(lines)
  }
})
