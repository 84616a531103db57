import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cpuTimeOf } from '../../platform/threads/cpu-time.ts'
import { bytesOf, docxOf, paragraph, pptxOf, shape, xlsxOf, zipOf } from './documents.testing.ts'
import { Budget, DEFAULT_LIMITS, timeLimitFor } from './limits.ts'
import { type ReadOptions, readDocument } from './read-document.ts'

const read = (bytes: Uint8Array, options: Partial<ReadOptions> = {}) =>
  readDocument(bytes, { filename: 'file.docx', ...options })

const rawDocx = (xml: string) => zipOf({ 'word/document.xml': xml })

it.skipIf(cpuTimeOf('self') === undefined)('time limits count the work of the thread, not the clock', () => {
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  const budget = new Budget(DEFAULT_LIMITS)
  clock.mockReturnValue(10 ** 12)
  expect(() => budget.report(1, 585, 'pages')).not.toThrow()
})

it('gives a small file less time than a book, and text recognition all of it', () => {
  expect(timeLimitFor(700, {})).toBeLessThan(21_000)
  expect(timeLimitFor(700, { limits: { milliseconds: 30_000 } })).toBeLessThan(6000)
  expect(timeLimitFor(200 * 1024 * 1024, {})).toBe(DEFAULT_LIMITS.milliseconds)
  expect(timeLimitFor(700, { ocr: ['eng'] })).toBe(DEFAULT_LIMITS.milliseconds)
})

describe('hostile and oversized files', () => {
  it('refuses a zip bomb after a few kilobytes, not after unpacking it', async () => {
    const bytes = await docxOf(paragraph('x'.repeat(25_000_000)))
    expect(bytes.length).toBeLessThan(300_000)
    const before = process.memoryUsage().rss
    await expect(read(bytes)).rejects.toMatchObject({ code: 'expands_too_much' })
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
  })

  it('refuses a part, or all parts together, beyond the limit', async () => {
    const noise = Array.from({ length: 20_000 }, (_, index) => paragraph(String(index ** 3))).join('')
    const bytes = await docxOf(noise)
    await expect(read(bytes, { limits: { partBytes: 100_000 } })).rejects.toMatchObject({
      code: 'expands_too_much',
    })
    await expect(read(bytes, { limits: { expandedBytes: 100_000 } })).rejects.toMatchObject({
      code: 'expands_too_much',
    })
    await expect(read(bytes, { limits: { ratioFromBytes: 1000, ratio: 2 } })).rejects.toMatchObject({
      code: 'expands_too_much',
    })
  })

  it('refuses too many entries, and false sizes', async () => {
    const parts = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`word/${index}`, 'x']))
    await expect(read(await zipOf(parts), { limits: { zipEntries: 40 } })).rejects.toMatchObject({
      code: 'expands_too_much',
    })
    const lying = Buffer.from(await docxOf(paragraph('y'.repeat(15_000_000))))
    // The declared size, in the central directory, is set to 10: what counts is what comes out.
    for (let at = lying.indexOf('PK\x01\x02'); at !== -1; at = lying.indexOf('PK\x01\x02', at + 4))
      lying.writeUInt32LE(10, at + 24)
    await expect(read(lying)).rejects.toMatchObject({ code: 'expands_too_much' })
  })

  it.each([
    [
      'billion laughs',
      '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><w:document><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>',
    ],
    ['an outside entity', '<!DOCTYPE d SYSTEM "file:///etc/passwd"><w:document><w:body/></w:document>'],
    [
      'an undefined entity',
      '<w:document><w:body><w:p><w:r><w:t>&what;</w:t></w:r></w:p></w:body></w:document>',
    ],
    ['tags that don’t close', '<w:document><w:body><w:p><w:r><w:t>text'],
    ['elements without a bottom', '<w:p>'.repeat(5000) + '</w:p>'.repeat(5000)],
    ['no XML at all', 'just words'],
  ])('refuses XML with %s', async (_, xml) => {
    await expect(read(await rawDocx(xml))).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('refuses damaged zips, wherever the damage is', async () => {
    const whole = await docxOf(Array.from({ length: 500 }, (_, i) => paragraph(`Words ${i}`)).join(''))
    for (const length of [4, 30, 100, whole.length >> 1, whole.length - 10]) {
      await expect(read(whole.subarray(0, length))).rejects.toMatchObject({ code: 'corrupt' })
    }
    for (let at = 60; at < whole.length; at += 7) {
      const damaged = whole.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      await read(damaged).catch((error: unknown) =>
        expect(error).toMatchObject({ name: 'UnreadableDocument' }),
      )
    }
  })

  it('asks for another type of file, or for a complete one', async () => {
    const compound = Buffer.alloc(2000)
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(compound)
    await expect(read(compound)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('.docx'),
    })
    // Damaged within: a password would not help.
    compound.write('EncryptedPackage', 600, 'utf16le')
    await expect(read(compound)).rejects.toMatchObject({ code: 'corrupt' })
    await expect(read(await zipOf({ 'a.txt': 'x' }), { filename: 'a.zip' })).rejects.toMatchObject({
      code: 'unsupported',
    })
    await expect(read(await zipOf({ mimetype: 'x' }), { filename: 'a.odt' })).rejects.toMatchObject({
      code: 'unsupported',
    })
    await expect(read(gzipSync('x'), { filename: 'a.gz' })).rejects.toMatchObject({ code: 'unsupported' })
    await expect(read(deflateRawSync('x'.repeat(99)), { filename: 'a.docx' })).rejects.toMatchObject({
      code: 'corrupt',
    })
  })

  it('limits bytes, characters, slides, sheets and time', async () => {
    const words = bytesOf('some words '.repeat(1000))
    const text = { filename: 'a.txt' }
    await expect(read(words, { ...text, limits: { bytes: 100 } })).rejects.toMatchObject({
      code: 'too_large',
    })
    await expect(read(words, { ...text, limits: { characters: 100 } })).rejects.toMatchObject({
      code: 'too_large',
    })
    const slides = await pptxOf([{ shapes: shape('a') }, { shapes: shape('b') }])
    await expect(read(slides, { limits: { pages: 1 } })).rejects.toMatchObject({ code: 'too_many_pages' })
    const many = await docxOf(Array.from({ length: 20_000 }, (_, i) => paragraph(`Words ${i}`)).join(''))
    await expect(read(many, { limits: { milliseconds: 1 } })).rejects.toMatchObject({ code: 'took_too_long' })
  })

  it('uses little memory for a sheet whose cells are far apart', async () => {
    const letters = (n: number): string =>
      (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))
    const rows = Array.from(
      { length: 3000 },
      (_, i) => `<row r="${i + 1}"><c r="${letters(i)}${i + 1}"><v>1</v></c></row>`,
    )
    const sparse = await xlsxOf([{ name: 'S', rows: rows.join('') }])
    await expect(read(sparse, { limits: { characters: 5_000_000 } })).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  it('never succeeds without text', async () => {
    await expect(read(await docxOf(''))).rejects.toMatchObject({ code: 'empty' })
    await expect(read(await docxOf(paragraph('   ')))).rejects.toMatchObject({ code: 'empty' })
    await expect(read(await pptxOf([{ shapes: '' }]))).rejects.toMatchObject({ code: 'empty' })
    await expect(read(await xlsxOf([{ name: 'S', rows: '' }]))).rejects.toMatchObject({ code: 'empty' })
  })
})
