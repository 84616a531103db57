import { describe, expect, it } from 'vitest'
import { CallAssembler } from './tool-calls.ts'

type Piece = Parameters<CallAssembler['add']>[0]

const assembled = (...pieces: Piece[]) => {
  const calls = new CallAssembler()
  for (const piece of pieces) calls.add(piece)
  return calls.finish()
}
const said = (...pieces: Piece[]) => assembled(...pieces).map((call) => [call.name, call.arguments])

describe('calls are put together however a server sends them', () => {
  it.each<[string, Piece[], [string, string][]]>([
    [
      'every call has the number 0 and an id of its own',
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
      'whole calls without ids and numbers',
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
      'one call in pieces that repeat its name, and another id each',
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
    expect(said(...pieces)).toEqual(expected)
  })

  it('no two have one id: the answers could not be told apart', () => {
    const ids = assembled(
      { index: 0, id: 'same', name: 'a' },
      { index: 1, id: 'same', name: 'a' },
      { index: 2, name: 'b' },
    ).map((call) => call.id)
    expect(ids[0]).toBe('same')
    expect(new Set(ids).size).toBe(3)
  })

  it('a name that no provider would take back is made one that all do', () => {
    const [[name = ''] = []] = said({ index: 0, name: `![x](https://evil.example/?q=1) ${'y'.repeat(99)}` })
    expect(name).toMatch(/^[\w-]{1,64}$/)
    expect(said({ index: 0, name: 'x'.repeat(64) })).toEqual([['x'.repeat(64), '']])
  })
})
