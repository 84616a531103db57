import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { growthOf } from '../growth.testing.ts'
import { createLog } from '../log.ts'
import { Exchange } from './exchange.ts'

const hasVersion = (header: string | undefined, etag: string) => {
  const incoming = { headers: { 'if-none-match': header } } as unknown as IncomingMessage
  return new Exchange(incoming, {} as ServerResponse, 'r1', '127.0.0.1', createLog('silent')).hasVersion(etag)
}

describe('the version that a client has', () => {
  it('is one of a list, also if a proxy marked it as weak', () => {
    expect(hasVersion('"a"', '"a"')).toBe(true)
    expect(hasVersion('"b" ,\t"a"', '"a"')).toBe(true)
    expect(hasVersion('"b",W/"a"', '"a"')).toBe(true)
    expect(hasVersion('"b"', '"a"')).toBe(false)
    expect(hasVersion(undefined, '"a"')).toBe(false)
  })

  it('is found in linear time', async () => {
    const work = (size: number) => hasVersion(`"b"${' '.repeat(size)}"c"`, '"a"')
    expect(await growthOf(work, 4000)).toBeLessThan(10)
  })
})
