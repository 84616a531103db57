import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeStorage, PAGE_SIZE } from '../storage.contract.ts'
import { startS3Server, type TestS3Server } from './s3-server.testing.ts'
import { createS3Storage } from './s3-storage.ts'
import { readS3Url } from './s3-url.ts'

describe('S3', () => {
  let server: TestS3Server
  beforeAll(async () => {
    server = await startS3Server()
  })
  afterAll(() => server.stop())

  describeStorage(
    'S3',
    async () => {
      const storage = createS3Storage({
        ...readS3Url(server.url('files', 'some folder')),
        pageSize: PAGE_SIZE,
      })
      return { storage, leftOvers: server.leftOvers }
    },
    { writesInPlace: true },
  )

  it('keeps installations in one bucket apart by their folders', async () => {
    const [one, two, all] = ['a', 'aa', ''].map((folder) =>
      createS3Storage(readS3Url(server.url('files', folder))),
    )
    await one?.put('files/1/x', Buffer.from('one'))
    await one?.writeId('id-1')
    expect(await one?.readId()).toBe('id-1')
    expect(await two?.readId()).toBeUndefined()
    expect(await two?.head('files/1/x')).toBeUndefined()
    expect(await all?.head('files/1/x')).toBeUndefined()
  })

  it('reports a wrong key, a missing bucket and an unreachable server, without the keys', async () => {
    for (const url of [
      server.url('files', '').replace('S3RVER:S3RVER', 'unknown:wrong-secret'),
      server.url('no-bucket', ''),
      's3://S3RVER:wrong-secret@files?endpoint=http://127.0.0.1:1',
    ]) {
      const storage = createS3Storage(readS3Url(url))
      const refusal = await storage.put('files/1/a', Buffer.from('x')).catch((error: unknown) => error)
      expect(refusal, url).toMatchObject({ code: 'unavailable', status: 503 })
      const { message, cause } = refusal as Error
      expect(`${message} ${(cause as Error).message} ${(cause as Error).stack}`).not.toContain('wrong-secret')
    }
  })
})
