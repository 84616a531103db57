import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAppError } from '../../errors.ts'
import { readField, receiveForm } from './multipart.ts'

const LIMIT = 1_000_000
let sent: unknown
const server = createServer(async (incoming, outgoing) => {
  const parts: unknown[] = []
  try {
    for await (const part of receiveForm(incoming, LIMIT)) {
      const { name, filename, contentType } = part
      if (name === 'unread') parts.push(name)
      else parts.push([name, filename, contentType, await readField(part, LIMIT)])
    }
    sent = parts
  } catch (error) {
    sent = isAppError(error) ? error.code : error
  }
  outgoing.end()
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

/** In chunks of this many bytes, so that delimiters are split. */
function post(body: string | Buffer, { size = 7, type = 'multipart/form-data; boundary=XX' } = {}) {
  const bytes = Buffer.from(body)
  return new Promise<unknown>((resolve, reject) => {
    const call = request({ port, method: 'POST', headers: { 'content-type': type } }, (answer) => {
      answer.resume().on('end', () => resolve(sent))
    })
    call.on('error', reject)
    for (let at = 0; at < bytes.length; at += size) call.write(bytes.subarray(at, at + size))
    call.end()
  })
}

/** A request whose body arrives in these chunks. */
const incomingOf = (chunks: Iterable<Buffer>) =>
  Object.assign(Readable.from(chunks, { highWaterMark: 1 }), {
    headers: { 'content-type': 'multipart/form-data; boundary=XX' },
  }) as unknown as IncomingMessage

const part = (head: string, content: string) =>
  `--XX\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`

describe('a form that is received in chunks', () => {
  it.each([1, 3, 64, 100_000])('has its fields and files, in chunks of %i', async (size) => {
    const tricky = 'line\r\n--X\r\n-\r\n--\r\nend\r'
    const body = `${part('name="a"', 'ñ')}${part('name=b; filename="x.txt"\r\nContent-Type: text/plain', tricky)}${part('name="unread"; filename="y"', 'z'.repeat(500))}${part('name="c"', '')}--XX--\r\n`
    expect(await post(body, { size })).toEqual([
      ['a', undefined, '', 'ñ'],
      ['b', 'x.txt', 'text/plain', tricky],
      'unread',
      ['c', undefined, '', ''],
    ])
  })

  it('accepts what fetch sends', async () => {
    const form = new FormData()
    form.append('files', new File(['text'], 'a "quoted" ñ.txt', { type: 'text/plain' }))
    form.append('plugin', 'x')
    await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: form })
    expect(sent).toEqual([
      ['files', 'a "quoted" ñ.txt', 'text/plain', 'text'],
      ['plugin', undefined, '', 'x'],
    ])
  })

  it('decodes names as different programs write them', async () => {
    const names = [
      [String.raw`filename="a\"b.txt"`, 'a"b.txt'],
      ['filename="C:\\dir\\f.txt"', 'C:\\dir\\f.txt'],
      ["filename=x.txt; filename*=UTF-8''%C3%B1.txt", 'ñ.txt'],
      ['filename="a; name=z.txt"', 'a; name=z.txt'],
    ]
    for (const [head, name] of names)
      expect(await post(`${part(`name="f"; ${head}`, '1')}--XX--`)).toEqual([['f', name, '', '1']])
  })

  it.each([
    ['is not a form', 'x', { type: 'application/json' }, 'bad_request'],
    ['has no boundary', 'x', { type: 'multipart/form-data' }, 'bad_request'],
    ['is cut off', `${part('name="a"', 'b')}--X`, {}, 'bad_request'],
    ['has a part without a name', `--XX\r\nx: y\r\n\r\n1\r\n--XX--`, {}, 'bad_request'],
    [
      'ends in the headers of a part',
      `--XX\r\ncontent-disposition: form-data; name="a"\r\n--XX--`,
      {},
      'bad_request',
    ],
    [
      'has another part within the headers of one',
      `--XX\r\ncontent-disposition: form-data; name="a"\r\n${part('name="b"', '1')}--XX--`,
      {},
      'bad_request',
    ],
    [
      'has text behind a delimiter',
      `--XXY\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--XX--`,
      {},
      'bad_request',
    ],
    [
      'has a name that can’t be decoded',
      `${part(`name="f"; filename*=UTF-8''%ZZ.txt`, '1')}--XX--`,
      {},
      'bad_request',
    ],
    ['has too many parts', `${part('name="a"', 'b').repeat(2001)}--XX--`, { size: 50_000 }, 'bad_request'],
    ['has endless headers', `--XX\r\nx: ${'y'.repeat(40_000)}`, { size: 10_000 }, 'bad_request'],
    ['is too large', part('name="a"', 'b'.repeat(LIMIT)), { size: 60_000 }, 'too_large'],
  ])('that %s is refused', async (_what, body, settings, code) => {
    expect(await post(body, settings)).toBe(code)
  })

  it('is the same for any division into chunks, and for a consumer that takes its time', async () => {
    const files = Array.from(
      { length: 6 },
      (_, at) => [`${at}.md`, `\r\n--X ${'z'.repeat(at * 7)}\r`] as const,
    )
    const body = Buffer.from(
      `${files.map(([name, text]) => part(`name="f"; filename="${name}"`, text)).join('')}--XX--`,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: body.length - 1 }), { maxLength: 12 }),
        fc.nat(4),
        async (cuts, turns) => {
          const places = [0, ...cuts.sort((a, b) => a - b), body.length]
          const chunks = places.slice(1).map((end, at) => body.subarray(places[at], end))
          const received: unknown[] = []
          for await (const part of receiveForm(incomingOf(chunks), LIMIT)) {
            for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
            received.push([part.filename, await readField(part, LIMIT)])
          }
          expect(received).toEqual(files)
        },
      ),
      { numRuns: 300 },
    )
    for (let at = 1; at < body.length; at++) {
      const names: unknown[] = []
      for await (const part of receiveForm(incomingOf([body.subarray(0, at), body.subarray(at)]), LIMIT)) {
        await new Promise(setImmediate)
        names.push(part.filename)
      }
      expect(names).toEqual(files.map(([name]) => name))
    }
  })

  it('has all of 200 files', async () => {
    const text = 'z'.repeat(30_000)
    const body = `${part('name="f"; filename="x.md"', text).repeat(200)}--XX--`
    const size = 65_536
    const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
      Buffer.from(body.slice(at * size, (at + 1) * size)),
    )
    let count = 0
    for await (const part of receiveForm(incomingOf(chunks), 10_000_000)) {
      await new Promise(setImmediate)
      expect(await readField(part, LIMIT)).toBe(text)
      count++
    }
    expect(count).toBe(200)
  })

  it('goes on after a file that was left in the middle', async () => {
    const body = `${part('name="f"; filename="a"', 'z'.repeat(50_000))}${part('name="b"', '1')}--XX--`
    const chunks = Array.from({ length: 60 }, (_, at) => Buffer.from(body.slice(at * 1000, at * 1000 + 1000)))
    const names: string[] = []
    for await (const { name, content } of receiveForm(incomingOf(chunks), LIMIT)) {
      names.push(name)
      for await (const _piece of content) break
    }
    expect(names).toEqual(['f', 'b'])
  })

  it('whose client disconnects is refused', async () => {
    const call = request({
      port,
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=XX' },
    })
    call.on('error', () => undefined)
    sent = undefined
    call.write(part('name="f"; filename="x.txt"', 'z'.repeat(100_000)).slice(0, 90_000), () => call.destroy())
    await expect.poll(() => sent).toBe('bad_request')
  })

  it('is read no faster than its parts are consumed', async () => {
    const pieces: number[] = []
    const incoming = incomingOf(
      (function* () {
        yield Buffer.from(`--XX\r\ncontent-disposition: form-data; name="f"; filename="x"\r\n\r\n`)
        for (let at = 0; at < 50; at++) {
          pieces.push(at)
          yield Buffer.alloc(64 * 1024, 'z')
        }
        yield Buffer.from('\r\n--XX--')
      })(),
    )
    for await (const { content } of receiveForm(incoming, 10_000_000)) {
      const reading = content[Symbol.asyncIterator]()
      for (let at = 0; at < 3; at++) await reading.next()
      expect(pieces.length).toBeLessThan(8)
    }
    expect(pieces).toHaveLength(50)
  })
})
