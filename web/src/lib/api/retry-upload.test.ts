import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { retryUpload } from './retry-upload.ts'

const failing = (...errors: Error[]) => {
  const sent = { count: 0 }
  const send = async () => {
    const error = errors[sent.count++]
    if (error) throw error
    return 'arrived'
  }
  return { sent, send }
}
const cutOff = () => new ApiError(0, 'The upload was cut off')

it('sends again what was cut off, once the server is back', async () => {
  const { sent, send } = failing(cutOff())
  expect(await retryUpload(send, undefined, async () => true)).toBe('arrived')
  expect(sent.count).toBe(2)
})

it('gives up if the server stays away, or if the file can’t be sent', async () => {
  const away = failing(cutOff())
  await expect(retryUpload(away.send, undefined, async () => false)).rejects.toThrow('cut off')
  expect(away.sent.count).toBe(1)
  const unreadable = failing(cutOff(), cutOff(), cutOff())
  await expect(retryUpload(unreadable.send, undefined, async () => true)).rejects.toThrow('cut off')
  expect(unreadable.sent.count).toBe(2)
})

it('does not repeat what the server refused', async () => {
  const { sent, send } = failing(new ApiError(413, 'Too large'))
  await expect(retryUpload(send, undefined, async () => true)).rejects.toThrow('Too large')
  expect(sent.count).toBe(1)
})
