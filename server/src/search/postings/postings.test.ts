import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteReader, ByteWriter } from './bytes.ts'
import { findTerm, mergePostings, type Postings, readPostings, writePostings } from './postings.ts'
import { PostingsBuilder } from './postings-builder.ts'

function buildPostings(chunks: readonly (readonly number[])[]): Postings {
  const builder = new PostingsBuilder()
  for (const terms of chunks) {
    builder.beginChunk()
    for (const term of terms) builder.add(builder.numberOf(term))
  }
  return builder.finish()
}

/** Terms at both ends of the 32-bit range, and few enough to repeat. */
const term = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 2 ** 32 - 4, max: 2 ** 32 - 1 }))
const chunks = fc.array(fc.array(term, { maxLength: 8 }), { maxLength: 6 })

const toPlain = (postings: Postings) => ({
  terms: [...postings.terms],
  offsets: [...postings.offsets],
  chunks: [...postings.chunks],
  counts: [...postings.counts],
  lengths: [...postings.lengths],
})

test('finds every term of every chunk with its count', () => {
  fc.assert(
    fc.property(chunks, (texts) => {
      const postings = buildPostings(texts)
      for (const [chunk, terms] of texts.entries())
        for (const wanted of terms) {
          const place = findTerm(postings, wanted)
          const position = place && postings.chunks.subarray(place.start, place.end).indexOf(chunk)
          expect(position).toBeGreaterThanOrEqual(0)
          expect(postings.counts[(place?.start ?? 0) + (position ?? 0)]).toBe(
            terms.filter((one) => one === wanted).length,
          )
        }
    }),
  )
})

test('reads what was written', () => {
  fc.assert(
    fc.property(chunks, (texts) => {
      const postings = buildPostings(texts)
      const to = new ByteWriter()
      writePostings(to, postings)
      expect(toPlain(readPostings(new ByteReader(to.finish())))).toEqual(toPlain(postings))
    }),
  )
})

test('merging two lists gives the list of both', () => {
  fc.assert(
    fc.property(chunks, chunks, (first, second) => {
      const merged = mergePostings(buildPostings(first), buildPostings(second))
      expect(toPlain(merged)).toEqual(toPlain(buildPostings([...first, ...second])))
    }),
  )
})

test('does not find a term that no chunk has', () => {
  expect(findTerm(buildPostings([[1, 3]]), 2)).toBeUndefined()
})

test('a truncated list is refused', () => {
  const to = new ByteWriter()
  writePostings(to, buildPostings([[1, 2, 3]]))
  const bytes = to.finish()
  expect(() => readPostings(new ByteReader(bytes.slice(0, bytes.length - 2)))).toThrow('truncated')
})
