import { describe, expect, it } from 'vitest'
import { CallAssembler } from './tool-calls.ts'

type Piece = Parameters<CallAssembler['add']>[0]

const assembled = (...pieces: Piece[]) => {
  const calls = new CallAssembler()
  for (const piece of pieces) calls.add(piece)
  return calls.finish()
}
const callsOf = (...pieces: Piece[]) => assembled(...pieces).map((call) => [call.name, call.arguments])

describe('assembly of tool calls', () => {
  it.each<[string, Piece[], [string, string][]]>([
    [
      'all calls have index 0 but different ids',
      [
        { index: 0, id: 'a', name: 'look', arguments: '{"q":' },
        { index: 0, arguments: '1}' },
        { index: 0, id: 'b', name: 'look', arguments: '{"q":2}' },
      ],
      [
        ['look', '{"q":1}'],
        ['look', '{"q":2}'],
      ],
    ],
    [
      'complete calls without ids and indexes',
      [
        { index: 0, name: 'look', arguments: '{"q":1}' },
        { index: 0, name: 'look', arguments: '{"q":2}' },
      ],
      [
        ['look', '{"q":1}'],
        ['look', '{"q":2}'],
      ],
    ],
    [
      'pieces that repeat the name and each have another id',
      [
        { index: 0, id: 'a', name: 'look', arguments: '{"q"' },
        { index: 0, id: 'b', arguments: ':{}}' },
        { index: 0, name: 'look', arguments: '' },
      ],
      [['look', '{"q":{}}']],
    ],
    [
      'a name in two pieces',
      [
        { index: 0, id: 'a', name: 'get_' },
        { index: 0, name: 'weather', arguments: '{}' },
      ],
      [['get_weather', '{}']],
    ],
    [
      'out of order',
      [
        { index: 5, name: 'last', arguments: '{}' },
        { index: 2, name: 'first', arguments: '{}' },
      ],
      [
        ['first', '{}'],
        ['last', '{}'],
      ],
    ],
  ])('%s', (_how, pieces, expected) => {
    expect(callsOf(...pieces)).toEqual(expected)
  })

  it('gives each call a unique id', () => {
    const ids = assembled(
      { index: 0, id: 'same', name: 'a' },
      { index: 1, id: 'same', name: 'a' },
      { index: 2, name: 'b' },
    ).map((call) => call.id)
    expect(ids[0]).toBe('same')
    expect(new Set(ids).size).toBe(3)
  })

  it('replaces a name that providers would refuse', () => {
    const [[name = ''] = []] = callsOf({
      index: 0,
      name: `![x](https://evil.example/?q=1) ${'y'.repeat(99)}`,
    })
    expect(name).toMatch(/^[\w-]{1,64}$/)
    expect(callsOf({ index: 0, name: 'x'.repeat(64) })).toEqual([['x'.repeat(64), '']])
  })
})
