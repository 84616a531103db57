import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { ZipArchive, type ZipLimits } from './zip-archive.ts'

const LIMITS: ZipLimits = {
  entries: 10,
  expandedBytes: 1_000_000,
  partBytes: 500_000,
  ratio: 200,
  ratioFromBytes: 100_000,
  milliseconds: 60_000,
}

async function zipOf(files: Record<string, string>): Promise<Uint8Array> {
  const zip = new JSZip()
  for (const [name, content] of Object.entries(files)) zip.file(name, content)
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}

async function read(archive: ZipArchive, name: string): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of archive.read(name)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

describe('a zip', () => {
  it('is read part by part', async () => {
    const archive = ZipArchive.open(await zipOf({ 'a.txt': 'one', 'b/c.txt': 'two' }), LIMITS)
    expect(archive.names()).toEqual(['a.txt', 'b/', 'b/c.txt'])
    expect(archive.has('a.txt')).toBe(true)
    expect(await read(archive, 'b/c.txt')).toBe('two')
  })

  it('with too many entries is refused when opened', async () => {
    const files = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.txt`, 'x']))
    const bytes = await zipOf(files)
    expect(() => ZipArchive.open(bytes, LIMITS)).toThrow(
      expect.objectContaining({ name: 'ZipError', code: 'too_many_entries', cause: { count: 11 } }),
    )
  })

  it.each([
    ['one part', { 'a.txt': '0123456789'.repeat(60_000) }],
    ['the ratio', { 'a.txt': '\0'.repeat(400_000) }],
  ])('that exceeds the limit of %s is refused while it is decompressed', async (_, files) => {
    const archive = ZipArchive.open(await zipOf(files), LIMITS)
    await expect(read(archive, 'a.txt')).rejects.toMatchObject({ code: 'expands_too_much' })
  })

  it('that is damaged or lacks a part is reported as corrupt', async () => {
    expect(() => ZipArchive.open(new Uint8Array(100), LIMITS)).toThrow(
      expect.objectContaining({ code: 'corrupt' }),
    )
    const archive = ZipArchive.open(await zipOf({ 'a.txt': 'one' }), LIMITS)
    await expect(read(archive, 'b.txt')).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('stops at its time limit', async () => {
    const archive = ZipArchive.open(await zipOf({ 'a.txt': 'one' }), { ...LIMITS, milliseconds: -1 })
    await expect(read(archive, 'a.txt')).rejects.toMatchObject({ code: 'took_too_long' })
  })
})
