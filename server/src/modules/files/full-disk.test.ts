import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFileStore } from './file-store.ts'

it('a full disk is “unavailable”, and leaves nothing behind', async () => {
  const root = mkdtempSync(join(tmpdir(), 'bellwether-full-'))
  async function* full(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('some')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  await expect(createFileStore(root).stage('7/a.txt', full())).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    message: 'The server’s disk is full. Nothing was saved.',
  })
  expect(readdirSync(join(root, '7'))).toEqual([])
})
