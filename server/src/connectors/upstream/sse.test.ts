import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_EVENT_BYTES } from './pending-bytes.ts'
import { SseSplitter } from './sse.ts'

function split(pieces: readonly Buffer[]) {
  const splitter = new SseSplitter()
  const frames: string[] = []
  const add = (part: ReturnType<SseSplitter['split']>) => {
    if (!part) return
    expect(part.bytes.toString('latin1')).toBe(part.text)
    frames.push(part.bytes.toString('utf8'))
  }
  for (const piece of pieces) add(splitter.split(piece))
  add(splitter.end())
  return { frames: frames.join(''), done: splitter.done, fault: splitter.fault !== undefined }
}
const splitText = (...pieces: string[]) => split(pieces.map((piece) => Buffer.from(piece)))

describe('SseSplitter', () => {
  test('returns complete events as a slice, without copying', () => {
    const bytes = Buffer.from('data: {"a":1}\n\ndata: {"b":2}\n\ndata: {"c"')
    const frames = new SseSplitter().split(bytes)
    expect(frames?.bytes.toString()).toBe('data: {"a":1}\n\ndata: {"b":2}\n\n')
    expect(frames?.bytes.buffer).toBe(bytes.buffer)
    expect(frames?.bytes.byteOffset).toBe(bytes.byteOffset)
  })

  test('returns the last event before [DONE] as a slice too', () => {
    const bytes = Buffer.from('data: {"a":1}\n\ndata: [DONE]\n\ndata: {"late":1}\n\n')
    const splitter = new SseSplitter()
    const frames = splitter.split(bytes)
    expect(frames?.bytes.toString()).toBe('data: {"a":1}\n\n')
    expect(frames?.bytes.buffer).toBe(bytes.buffer)
    expect(splitter.done).toBe(true)
    expect(splitter.split(bytes)).toBeUndefined()
  })

  test.each([
    ['CRLF', 'data: {"a":1}\r\n\r\ndata: {"b":2}\r\n\r\n'],
    ['CR', 'data: {"a":1}\r\rdata: {"b":2}\r\r'],
    ['no space', 'data:{"a":1}\n\ndata:{"b":2}\n\n'],
    ['many spaces', 'data:   {"a":1}  \n\ndata: {"b":2}\n\n'],
    ['comments', ': hello\n\n: again\ndata: {"a":1}\n\n:\n\ndata: {"b":2}\n\n'],
    ['other fields', 'event: x\nid: 7\nretry: 1\ndata: {"a":1}\n\nevent: y\ndata: {"b":2}\n\n'],
    ['a byte order mark', '\ufeffdata: {"a":1}\n\ndata: {"b":2}\n\n'],
    ['blank lines', '\n\n\ndata: {"a":1}\n\n\n\n\ndata: {"b":2}\n\n\n'],
    ['empty data', 'data:\n\ndata: \n\ndata: {"a":1}\n\ndata: {"b":2}\n\n'],
    ['a last event without a blank line', 'data: {"a":1}\n\ndata: {"b":2}'],
  ])('%s', (_name, text) => {
    const expected = { frames: 'data: {"a":1}\n\ndata: {"b":2}\n\n', done: false, fault: false }
    expect(splitText(text)).toEqual(expected)
    const bytes = Buffer.from(text)
    for (let at = 0; at <= bytes.length; at++) {
      expect(split([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected)
    }
  })

  test('joins data of several lines', () => {
    const { frames } = splitText('data: {"a":\ndata: 1}\n\n')
    expect(frames).toBe('data: {"a": 1}\n\n')
  })

  test.each(['data: hello\n\n', 'data: [1]\n\n', 'data: {"a":1\n\n', 'data: "x"\n\n', 'data: {}{\n\n'])(
    'treats %j as a fault after the events before it',
    (text) => {
      expect(splitText(`data: {"a":1}\n\n${text}data: {"b":2}\n\n`)).toEqual({
        frames: 'data: {"a":1}\n\n',
        done: false,
        fault: true,
      })
    },
  )

  test('refuses an endless event', () => {
    const splitter = new SseSplitter()
    const piece = Buffer.alloc(64 * 1024, 'x')
    splitter.split(Buffer.from('data: {"a":"'))
    expect(() => {
      for (let sent = 0; sent <= MAX_EVENT_BYTES; sent += piece.length) splitter.split(piece)
    }).toThrow('larger than 1 MiB')
  })
})

const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
const json = fc
  .dictionary(
    fc.string({ maxLength: 5 }),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null)),
  )
  .map((value) => JSON.stringify(value))
const event = fc
  .record({
    payload: json,
    space: fc.constantFrom(' ', ''),
    before: fc.constantFrom('', ': ping', 'event: x', 'id: 1'),
  })
  .chain(({ payload, space, before }) =>
    lineEnd.map((end) => `${before === '' ? '' : before + end}data:${space}${payload}${end}${end}`),
  )
const plainEvent = json.map((payload) => `data: ${payload}\n\n`)
const stream = fc
  .array(fc.oneof(plainEvent, event), { maxLength: 12 })
  .map((events) => Buffer.from(events.join('')))

function cut(bytes: Buffer, positions: readonly number[]): Buffer[] {
  const at = [...new Set(positions.map((position) => position % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...at].map((from, i) => bytes.subarray(from, at[i] ?? bytes.length))
}

describe('any stream', () => {
  test('gives the same frames for any split, equal to those of a standard parser', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 20 }), (bytes, positions) => {
        const frames: string[] = []
        const parser = createParser({ onEvent: ({ data }) => frames.push(`data: ${data.trim()}\n\n`) })
        parser.feed(bytes.toString('utf8'))
        parser.feed('\n\n')
        const expected = { frames: frames.join(''), done: false, fault: false }
        expect(split([bytes])).toEqual(expected)
        expect(split(cut(bytes, positions))).toEqual(expected)
        expect(split([...bytes].map((byte) => Buffer.from([byte])))).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})
