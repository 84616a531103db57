import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { isAppError } from '../errors.ts'
import { hasMoreValues, parseJson, readBody } from './body.ts'

afterEach(() => void vi.useRealTimers())

it('reports a client that closes the connection in the middle as a bad request, not as a fault of the server', async () => {
  const server = createServer()
  const fault = new Promise<unknown>((resolve) => {
    server.on('request', (incoming) => {
      readBody(incoming, 1000).then(resolve, resolve)
      socket.resetAndDestroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabc')
  const error = await fault
  expect(isAppError(error) && error.code).toBe('bad_request')
  await new Promise((resolve) => server.close(resolve))
})

it('refuses text that is not UTF-8, instead of storing replacement characters', () => {
  const latin1 = Buffer.from('{"name":"Química"}', 'latin1')
  expect(() => parseJson(latin1)).toThrow('not valid JSON')
  expect(parseJson(Buffer.from('{"name":"Química"}'))).toEqual({ name: 'Química' })
})

it('refuses millions of values, which take long to parse, but not long texts', () => {
  const fields = Array.from({ length: 200_001 }, (_, at) => `"${at}":0`)
  expect(() => parseJson(Buffer.from(`{${fields.join()}}`))).toThrow('more than 200000 values')
  expect(parseJson(Buffer.from(`["${',['.repeat(200_000)}"]`))).toHaveLength(1)
})

it('counts JSON values, lists and objects, whatever texts contain', () => {
  const isOver = (text: string, limit: number) => hasMoreValues(Buffer.from(text), limit)
  expect(isOver('[1, 2, {"a": 3}]', 5)).toBe(false)
  expect(isOver('[1, 2, {"a": 3}]', 4)).toBe(true)
  expect(isOver('["[,{,[,{", "\\",[,", "\\\\"]', 4)).toBe(false)
  expect(isOver('["\\\\", [], [], []]', 4)).toBe(true)
  expect(isOver('[[[[[[', 4)).toBe(true)
})

it('gives up on a body that trickles in, but not on a long one', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  /** Sends a part of a body; returns how reading it has ended after some seconds. */
  async function endAfter(sent: number, seconds: number): Promise<string> {
    let end = 'reading'
    const isReading = new Promise<void>((resolve) => {
      server.once('request', (incoming) => {
        let received = 0
        incoming.on('data', (part: Buffer) => {
          received += part.length
          if (received === sent) resolve()
        })
        readBody(incoming, 1e6).catch((error) => {
          end = isAppError(error) ? error.code : 'fault'
        })
      })
    })
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 500000\r\n\r\n${'x'.repeat(sent)}`)
    await isReading
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    const found = end
    socket.destroy()
    return found
  }
  expect(await endAfter(10, 19)).toBe('reading')
  expect(await endAfter(10, 21)).toBe('bad_request')
  expect(await endAfter(100_000, 200)).toBe('reading')
  expect(await endAfter(100_000, 230)).toBe('bad_request')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
