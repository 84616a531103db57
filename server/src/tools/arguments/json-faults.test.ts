import { describe, expect, it } from 'vitest'
import { findJsonFaults } from './json-faults.ts'

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 2 },
    pages: { type: 'integer', minimum: 1 },
    kind: { enum: ['book', 'paper'] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
    author: {
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
      additionalProperties: false,
    },
    year: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    note: { type: ['string', 'null'] },
  },
  required: ['title'],
}

describe('arguments checked by an untrusted schema', () => {
  it.each([
    [{ title: 'ab' }, []],
    [{ title: 'ab', year: null, note: null, extra: 1 }, []],
    [{ title: 'ab', author: { name: 'x' }, tags: ['a'], kind: 'book', pages: 3 }, []],
    [{}, ['title is required']],
    [{ title: 'a' }, ['title must have at least 2 characters']],
    [{ title: 'ab', pages: 1.5 }, ['pages must be of type integer']],
    [{ title: 'ab', pages: 0 }, ['pages must be at least 1']],
    [{ title: 'ab', kind: 'film' }, ['kind must be one of "book","paper"']],
    [{ title: 'ab', tags: ['a', 1] }, ['tags[1] must be of type string']],
    [{ title: 'ab', tags: ['a', 'b', 'c'] }, ['tags must have at most 2 items']],
    [{ title: 'ab', author: {} }, ['author.name is required']],
    [{ title: 'ab', author: { name: 'x', age: 3 } }, ['unknown parameter "author.age"']],
    [{ title: 'ab', year: 'x' }, ['year does not have one of the allowed forms']],
    ['text', ['the arguments must be of type object']],
  ])('%j → %j', (value, faults) => {
    expect(findJsonFaults(schema, value).map(({ text }) => text)).toEqual(faults)
  })

  it('takes bounded time for any schema', () => {
    let nested: object = { type: 'string' }
    for (let level = 0; level < 12; level++) nested = { anyOf: Array.from({ length: 12 }, () => nested) }
    // Without a limit, neither would end within hours.
    findJsonFaults({ type: 'object', properties: { a: nested } }, { a: 1 })
    findJsonFaults(
      { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      { a: `${'a'.repeat(50)}!` },
    )
    expect(findJsonFaults({ type: 'object' }, { a: 'x'.repeat(200_000) })).toHaveLength(1)
  })
})
