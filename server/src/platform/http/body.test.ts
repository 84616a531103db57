import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { isAppError } from '../errors.ts'
import { readBody } from './body.ts'

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
