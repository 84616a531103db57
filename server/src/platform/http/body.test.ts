import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { isAppError } from '../errors.ts'
import { parseJson, readBody } from './body.ts'

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
