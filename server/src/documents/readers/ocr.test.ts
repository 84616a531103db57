import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { pdfOf } from './documents.testing.ts'
import { drawPage, drawWords, toBitmap, toPdfPicture, turnedBy } from './pictures.testing.ts'
import { readDocument } from './read-document.ts'

const picture = drawWords('HELLO THE HOTEL')

describe('text recognition', () => {
  it('is suggested when an image is uploaded', async () => {
    await expect(readDocument(toBitmap(picture), { filename: 'scan.bmp' })).rejects.toMatchObject({
      code: 'needs_ocr',
      message: expect.stringContaining('Turn on OCR'),
    })
  })

  it('reads an image in several languages, and removes leftovers of a terminated thread', async () => {
    const forgotten = join(tmpdir(), 'bellwether-ocr-of-a-test')
    await mkdir(forgotten, { recursive: true })
    await writeFile(join(forgotten, 'eng.traineddata.gz'), 'x')
    await utimes(forgotten, 1, 1)
    const document = await readDocument(toBitmap(picture), {
      filename: 'scan.bmp',
      ocr: { languages: ['eng', 'spa', 'cat', 'eus'] },
    })
    expect(document).toMatchObject({ kind: 'image', blocks: [{ text: 'HELLO THE HOTEL' }] })
    expect(existsSync(forgotten)).toBe(false)
  })

  it.each([1, 8] as const)('reads scanned pages of %i bit and leaves real text alone', async (bits) => {
    const scanned = pdfOf([[{ text: 'Real words', x: 72, y: 20 }], []], {
      picture: toPdfPicture(picture, bits),
    })
    const ocr = { languages: ['eng' as const] }
    const { blocks } = await readDocument(scanned, { filename: 'scan.pdf', ocr })
    expect(blocks).toEqual([
      { text: 'Real words', page: 1 },
      { text: 'HELLO THE HOTEL', page: 2 },
    ])
  })

  it('refuses an image that exceeds the limit', async () => {
    const head = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\xea\x60\0\0\xea\x60\x01\0\0\0\0', 'latin1')
    const ocr = { languages: ['eng' as const] }
    await expect(readDocument(head, { filename: 'x.png', ocr })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('60000 × 60000 pixels'),
    })
  })

  it('reports that it found nothing, or that the image is broken', async () => {
    const ocr = { languages: ['eng' as const] }
    await expect(readDocument(pdfOf([[]]), { filename: 'blank.pdf', ocr })).rejects.toMatchObject({
      code: 'empty',
      message: expect.stringContaining('neither text nor scanned images'),
    })
    const broken = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
    await expect(readDocument(broken, { filename: 'x.png', ocr })).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  it.each([0, 1, 3])('reads columns one after the other after %i quarter turns', async (turns) => {
    const left = [
      'THE HOTEL TO THE CLIO',
      'THE CHILL OTTO TOLE I',
      'THE TOOL TO HOLE TILE',
      'THE LITTLE OLLIE HOTEL',
    ]
    const right = [
      'HELLO THE LOTTO CLOTH',
      'HELLO TO THE OTHELLO I',
      'HELLO TILL THE HOTEL I',
      'HELLO CHLOE TO THE TOE',
    ]
    const page = drawPage(
      [left, right].flatMap((lines, column) => lines.map((words, y) => ({ words, x: column * 27, y }))),
      4,
    )
    const { blocks } = await readDocument(toBitmap(turnedBy(page, turns)), {
      filename: 'scan.bmp',
      ocr: { languages: ['eng'] },
    })
    const text = blocks.map((block) => block.text).join(' ')
    const heads = [...text.matchAll(/THE HOTEL TO|THE CHILL|THE TOOL|THE LITTLE|\bHELLO/g)].map(
      ([head]) => head,
    )
    expect(heads).toEqual([
      ...['THE HOTEL TO', 'THE CHILL', 'THE TOOL', 'THE LITTLE'],
      ...['HELLO', 'HELLO', 'HELLO', 'HELLO'],
    ])
  })
})

describe('a scan that was not put in upright', () => {
  const lines = ['THE HOTEL TO THE CLIO', 'THE CHILL OTTO TOLE I', 'THE TOOL TO HOLE TILE']
  const upright = drawPage(lines.map((words, y) => ({ words, x: 0, y })))
  const ocr = { languages: ['eng' as const] }

  it.each([1, 2, 3])('is read after %i quarter turns', async (turns) => {
    const pdf = pdfOf([[]], { picture: toPdfPicture(turnedBy(upright, turns), 8) })
    const { blocks, warnings } = await readDocument(pdf, { filename: 'scan.pdf', ocr })
    expect(blocks.map(({ text }) => text).join(' ')).toBe(lines.join(' '))
    expect(warnings).toBeUndefined()
  })

  it('is read even if its letters make sense on their head', async () => {
    const words = drawPage(
      ['OHIO NO ONION', 'NOON IN OHIO', 'INN ON ION'].map((words, y) => ({ words, x: 0, y })),
    )
    const { blocks } = await readDocument(toBitmap(turnedBy(words, 2)), { filename: 'scan.bmp', ocr })
    expect(blocks.map(({ text }) => text).join(' ')).toMatch(/^OHIO .*ION$/)
  })

  it('comes with a warning if it can’t be read for sure', async () => {
    const { width, height, dots } = upright
    const mirrored = dots.map((_, at) => dots[at - (at % width) + width - 1 - (at % width)] ?? 0)
    const picture = { width, height, dots: mirrored }
    const pdf = await readDocument(pdfOf([[]], { picture: toPdfPicture(picture, 8) }), {
      filename: 'scan.pdf',
      ocr,
    })
    expect(pdf.warnings).toMatchObject([
      {
        code: 'document_warnings.ocr_doubtful',
        params: { pages: expect.stringMatching(/^1 \([1-5]\d %\)$/) },
      },
    ])
    const image = await readDocument(toBitmap(picture), { filename: 'scan.bmp', ocr })
    expect(image.warnings?.map(({ text }) => text)).toEqual([
      expect.stringMatching(/misread this image: it is only [1-5]\d % sure/),
    ])
  })
})

describe('pictures of text on pages that have text', () => {
  const page = (text: string) => [{ text, x: 72, y: 20 }]
  const pages = ['First words', 'Second words', 'Third words'].map(page)
  const ocr = { languages: ['eng' as const] }
  const read = (pdf: Uint8Array, more = {}) => readDocument(pdf, { filename: 'notes.pdf', ...more })

  it('are reported, and read with OCR if requested', async () => {
    const pdf = pdfOf(pages, { picture: toPdfPicture(picture, 8), on: 1 })
    for (const options of [{}, { ocr }]) {
      const { blocks, warnings } = await read(pdf, options)
      expect(blocks).toHaveLength(3)
      expect(warnings).toEqual([say('document_warnings.images_with_text', { pages: '1' })])
    }
    const { blocks, warnings } = await read(pdf, { ocr, ocrPictures: true })
    expect(warnings).toBeUndefined()
    expect(blocks).toEqual([
      { text: 'First words', page: 1 },
      { text: 'HELLO THE HOTEL', page: 1 },
      { text: 'Second words', page: 2 },
      { text: 'Third words', page: 3 },
    ])
  })

  it('are not reported if they repeat, are behind the text, or are photos', async () => {
    const logo = pdfOf(pages, { picture: toPdfPicture(picture, 8) })
    expect((await read(logo)).warnings).toBeUndefined()
    const scan = [...Array(4).keys()].map((line) => ({
      text: 'Words that were recognized',
      x: 72,
      y: 300 + line * 14,
    }))
    const searchable = pdfOf([scan], { picture: toPdfPicture(picture, 8) })
    expect((await read(searchable)).warnings).toBeUndefined()
    const dots = Uint8Array.from({ length: 200 * 200 }, (_, at) => (at * 7919) % 256)
    const photo = pdfOf([page('Words')], { picture: toPdfPicture({ width: 200, height: 200, dots }, 8) })
    expect((await read(photo)).warnings).toBeUndefined()
  })
})
