import { expect, it } from 'vitest'
import { inPieces } from './in-pieces.ts'

async function sizesOf(bytesOf: (id: number) => number, count: number, most: number): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, at) => at)
  const sizes: number[] = []
  const seen: number[] = []
  const read = async (some: readonly number[]) =>
    some.map((id) => ({ id, bytes: new Uint8Array(bytesOf(id)) }))
  for await (const piece of inPieces(ids, read, most)) {
    sizes.push(piece.length)
    seen.push(...piece.map(({ id }) => id))
  }
  expect(seen).toEqual(ids)
  return sizes
}

it('reads more small documents at once, up to a maximum', async () => {
  expect(await sizesOf(() => 1000, 200, 100)).toEqual([1, 4, 16, 64, 100, 15])
})

it('reads large documents one by one, whatever the maximum', async () => {
  expect(await sizesOf(() => 3_000_000, 5, 100)).toEqual([1, 1, 1, 1, 1])
  expect(await sizesOf(() => 1_000_000, 9, 100)).toEqual([1, 4, 4])
})
