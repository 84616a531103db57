import type { ByteRange } from '../../../platform/storage/storage.ts'

/**
 * The range that a `Range` header asks for; undefined to send the whole file, also for several ranges, which a server
 * need not support. `outside`: the range is beyond the end. Pure.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '')
    return Number(last) === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size) return 'outside'
  return end < start ? undefined : { start, end }
}
