import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { say } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { bytesOf, pdfOf, pptxOf, relations, shape, zipOf } from '../documents.testing.ts'
import { drawWords, toBitmap, toPdfPicture } from '../pictures.testing.ts'
import { type ReadOptions, readDocument } from '../read-document.ts'
import { measurePicture } from './measure-picture.ts'
import { type DescribePictures, PICTURE_LIMITS, type PictureToDescribe } from './picture-finder.ts'
import { shrink, toPng } from './pixels.ts'
import { readJpeg } from './read-jpeg.ts'
import { readPng } from './read-png.ts'

/** Plain but for one dot, so that each number makes another picture. */
function pngOf(number: number, width = 200, height = 100): Uint8Array {
  const rgb = new Uint8Array(width * height * 3).fill(200)
  rgb.set([number & 255, number >> 8, 7])
  return toPng({ width, height, rgb })
}

const EMPTY = say('document_warnings.description_empty')

/** Reads as with a model that sees; it says how often it was asked, and for which. */
async function see(
  bytes: Uint8Array,
  options: ReadOptions,
  textAt: (at: number) => string | undefined = seen,
) {
  const asked: PictureToDescribe[] = []
  const describe: DescribePictures = async (pictures) => {
    asked.push(...pictures)
    return { texts: pictures.map((_, at) => textAt(at)), warnings: [EMPTY] }
  }
  const { blocks, warnings } = await readDocument(bytes, { pictures: 'llm', ...options }, { describe })
  return { asked, warnings, blocks, texts: blocks.map(({ text }) => text) }
}
const seen = (at: number) => `seen ${at}`

const drawing = (id: string, about: string, size = 2_000_000) =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="${size}" cy="${size}"/><wp:docPr id="1" ${about}/><a:graphic><a:graphicData><pic:pic xmlns:pic="pic"><pic:nvPicPr><pic:cNvPr id="0" name="x"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`

const docxWith = (body: string, media: Record<string, Uint8Array>) =>
  zipOf({
    '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `<w:document xmlns:w="w" xmlns:wp="wp" xmlns:a="a" xmlns:r="r" xmlns:v="v" xmlns:o="o"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      Object.fromEntries(Object.keys(media).map((name) => [name, ['image', `media/${name}.png`]])),
    ),
    ...Object.fromEntries(Object.entries(media).map(([name, bytes]) => [`word/media/${name}.png`, bytes])),
  })

const words = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const tides = pngOf(1)

const WORD = await docxWith(
  `<w:p>${words('Before ')}${drawing('a', 'name="Picture 1" descr="The tides."')}${words(' after.')}</w:p>` +
    `<w:p>${drawing('b', 'name="Picture 2" descr="tidal-range.png"')}</w:p>` +
    `<w:p>${drawing('icon', 'name="Picture 3"')}</w:p>` +
    `<w:p>${drawing('c', 'name="Picture 4"', 200_000)}</w:p>` +
    `<w:p>${words('Again ')}${drawing('a', 'name="Picture 5"')}</w:p>` +
    `<w:p><w:r><w:pict><v:shape alt="An old one"><v:imagedata r:id="d" o:title="x.wmf"/></v:shape></w:pict></w:r></w:p>` +
    `<w:tbl><w:tr><w:tc><w:p>${words('Map')}</w:p></w:tc><w:tc><w:p>${drawing('e', 'name="p"')}</w:p></w:tc></w:tr></w:tbl>`,
  { a: tides, b: pngOf(2), icon: pngOf(3, 16, 16), c: pngOf(4), d: bytesOf('a metafile'), e: pngOf(5) },
)

describe('pictures of a Word file', () => {
  it('are described in place: no ornaments, repeated ones once, and marked as written by a model', async () => {
    const { texts, asked, warnings } = await see(
      WORD,
      { filename: 'a.docx' },
      (at) => `seen ${at} | [x]\nmore`,
    )
    expect(texts).toEqual([
      'Before [Picture: The tides. Described by AI: seen 0 | (x) more] after.',
      '[Picture, described by AI: seen 1 | (x) more]',
      'Again',
      '[Picture: An old one]',
      '| Map | [Picture, described by AI: seen 2 \\| (x) more] |\n| --- | --- |',
    ])
    expect(asked.map(({ contentType, words: own }) => [contentType, own])).toEqual([
      ['image/png', 'The tides.'],
      ['image/png', ''],
      ['image/png', ''],
    ])
    expect(Buffer.from(asked[0]?.bytes ?? [])).toEqual(Buffer.from(tides))
    expect(asked[0]?.checksum).toBe(createHash('sha256').update(tides).digest('hex'))
    expect(asked[1]?.around).toContain('Before after.')
    expect(warnings).toEqual([EMPTY, say('document_warnings.images_unsupported', { count: 1 })])
  })

  it('without a description by a model have the author’s text, or their file name', async () => {
    const failing = await see(WORD, { filename: 'a.docx' }, (at) => (at === 0 ? undefined : seen(at)))
    expect(failing.texts.slice(0, 2)).toEqual([
      'Before [Picture: The tides.] after.',
      '[Picture, described by AI: seen 1]',
    ])
    const basic = await see(WORD, { filename: 'a.docx', pictures: 'basic' })
    expect([basic.texts, basic.asked, basic.warnings]).toEqual([
      [
        'Before [Picture: The tides.] after.',
        '[Picture: tidal-range.png]',
        'Again',
        '[Picture: An old one]',
        expect.stringContaining('| Map |'),
      ],
      [],
      undefined,
    ])
    const none = await see(WORD, { filename: 'a.docx', pictures: 'none' })
    expect(none.texts.slice(0, 3)).toEqual([
      'Before [Picture: The tides.] after.',
      'Again',
      '[Picture: An old one]',
    ])
  })

  it('are described up to a limit, with a warning about the rest', async () => {
    const many = Array.from({ length: PICTURE_LIMITS.described + 3 }, (_, at) => at)
    const file = await docxWith(
      words('').concat(many.map((at) => `<w:p>${drawing(`m${at}`, 'name="p"')}</w:p>`).join('')),
      Object.fromEntries(many.map((at) => [`m${at}`, pngOf(at)])),
    )
    const { asked, texts, warnings } = await see(file, { filename: 'a.docx' })
    expect([asked.length, texts.length]).toEqual([PICTURE_LIMITS.described, PICTURE_LIMITS.described])
    expect(warnings?.[1]).toEqual(
      say('document_warnings.images_over_limit', { limit: PICTURE_LIMITS.described, count: 3 }),
    )
  })
})

it('pictures of slides keep their slide', async () => {
  const picture = (id: string, about: string) =>
    `<p:pic><p:nvPicPr><p:cNvPr id="4" ${about}/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill><p:spPr><a:xfrm><a:ext cx="3000000" cy="3000000"/></a:xfrm></p:spPr></p:pic>`
  const file = await pptxOf(
    [
      { shapes: shape('One') },
      {
        shapes: `${shape('Two')}<p:grpSp>${picture('p', 'name="Picture 3" descr="A cell"')}</p:grpSp>`,
        relations: { p: ['image', '../media/image1.png'] },
      },
      { shapes: picture('q', 'name="Picture 3"'), relations: { q: ['image', '../media/image2.png'] } },
    ],
    { 'ppt/media/image1.png': pngOf(1), 'ppt/media/image2.png': pngOf(2) },
  )
  const { blocks, asked } = await see(file, { filename: 'a.pptx' })
  expect(blocks).toEqual([
    { text: 'One', slide: 1 },
    { text: 'Two', slide: 2 },
    { text: '[Picture: A cell. Described by AI: seen 0]', slide: 2 },
    { text: '[Picture, described by AI: seen 1]', slide: 3 },
  ])
  expect(asked).toHaveLength(2)
})

it.each([1, 8] as const)(
  'pictures of a PDF (%s bit) keep their page, as PNG of what is drawn',
  async (bits) => {
    const drawn = drawWords('HELLO')
    const lines = (page: number) => [{ text: `Words of page ${page}.`, x: 72, y: 72 }]
    const file = pdfOf([lines(1), lines(2)], { picture: toPdfPicture(drawn, bits), on: 2 })
    const { blocks, asked } = await see(file, { filename: 'a.pdf' })
    expect(blocks).toEqual([
      { text: 'Words of page 1.', page: 1 },
      { text: 'Words of page 2.', page: 2 },
      { text: '[Picture, described by AI: seen 0]', page: 2 },
    ])
    expect(measurePicture(asked[0]?.bytes ?? new Uint8Array())).toEqual({
      contentType: 'image/png',
      width: drawn.width,
      height: drawn.height,
    })
    const colors = new Uint8Array(drawn.dots.length * 3).map((_, at) => drawn.dots[Math.floor(at / 3)] ?? 0)
    expect(Buffer.from(asked[0]?.bytes ?? [])).toEqual(Buffer.from(toPng({ ...drawn, rgb: colors })))
  },
)

it('images of a page are only those embedded in it; none is fetched', async () => {
  const data = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
  const html = `<html><body><p>Cells are small.</p><figure><img src="${data(tides)}" title="A cell"><figcaption>Figure 1</figcaption></figure>
    <p>Plants <img src="https://example.edu/img/green%20leaf.png?x=1"> and <img alt="" src="${data(pngOf(9))}"> <img width="16" src="${data(pngOf(8))}"> animals.</p></body></html>`
  const { texts, asked } = await see(bytesOf(html), { filename: 'a.html' })
  expect(texts).toEqual([
    'Cells are small.',
    '[Picture: A cell. Described by AI: seen 0]',
    'Figure 1',
    'Plants [Picture: green leaf.png] and animals.',
  ])
  expect(asked).toHaveLength(1)
})

it('an image file becomes its description, or an error with the reason', async () => {
  const { blocks } = await see(tides, { filename: 'tides.png' })
  expect(blocks).toEqual([{ text: '[Picture, described by AI: seen 0]' }])
  await expect(see(tides, { filename: 'tides.png' }, () => undefined)).rejects.toMatchObject({
    code: 'needs_ocr',
    userMessage: say('documents.image_not_described', { reason: EMPTY }),
  })
  // A kind that models don't take.
  await expect(see(toBitmap(drawWords('HI')), { filename: 'a.bmp' })).rejects.toMatchObject({
    code: 'needs_ocr',
  })
})

it('detects the size of all types from their first bytes, and scales images evenly', () => {
  const jpeg = Buffer.from('ffd8ffe000044a46ffc0001108012c01900301220002110103110100', 'hex')
  expect(measurePicture(jpeg)).toEqual({ contentType: 'image/jpeg', width: 400, height: 300 })
  expect(measurePicture(jpeg.subarray(0, 12))).toBeUndefined()
  const gif = Buffer.from('GIF89a\x40\x01\x20\x00', 'latin1')
  expect(measurePicture(gif)).toEqual({ contentType: 'image/gif', width: 320, height: 32 })
  const webp = Buffer.alloc(30)
  webp.write('RIFF', 0)
  webp.write('WEBPVP8X', 8)
  webp.writeUIntLE(639, 24, 3)
  webp.writeUIntLE(479, 27, 3)
  expect(measurePicture(webp)).toEqual({ contentType: 'image/webp', width: 640, height: 480 })
  expect(measurePicture(bytesOf('no picture'))).toBeUndefined()
  const checks = Uint8Array.from({ length: 4 * 2 * 3 }, (_, at) => (Math.floor(at / 3) % 2 === 0 ? 0 : 200))
  expect(shrink({ width: 4, height: 2, rgb: checks }, 2)).toEqual({
    width: 2,
    height: 1,
    rgb: Uint8Array.from([100, 100, 100, 100, 100, 100]),
  })
})

/** 8 × 8 dots of one grey (200), written by hand: a mean of 72 above the middle, and nothing else. */
const JPEG = Buffer.from(
  `ffd8ffdb004300${'08'.repeat(64)}ffc0000b080008000801011100ffc4001400${'01'.padEnd(32, '0')}07ffc4001410${'01'.padEnd(32, '0')}00ffda0008010100003f00487fffd9`,
  'hex',
)

/** Rows as they lie in the file, each with its filter first. */
function rawPng(kind: number, width: number, rows: number[][], palette: number[] = []): Buffer {
  const chunk = (name: string, data: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
  }
  const head = Uint8Array.of(0, 0, 0, width, 0, 0, 0, rows.length, 8, kind, 0, 0, 0)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', Uint8Array.from(palette)),
    chunk('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
  ])
}

describe('a picture that is too large to be sent', () => {
  it('is scaled down', async () => {
    const large = pngOf(1, 8000, 700)
    const file = await docxWith(`<w:p>${words('x')}${drawing('a', 'name="p"')}</w:p>`, { a: large })
    const { asked } = await see(file, { filename: 'a.docx' })
    expect(measurePicture(asked[0]?.bytes ?? new Uint8Array())).toMatchObject({
      width: 1536,
      height: 134,
    })
  })

  it('is decoded for every type of PNG and JPEG', () => {
    expect(readJpeg(JPEG, 100)).toEqual({
      width: 8,
      height: 8,
      rgb: new Uint8Array(8 * 8 * 3).fill(200),
    })
    const colors = (file: Buffer) => [...(readPng(file)?.rgb ?? [])]
    const filtered = [
      [1, 10, 5, 5],
      [2, 1, 1, 1],
      [3, 5, 3, 0],
      [4, 2, 0, 250],
    ]
    const greys = [10, 15, 20, 11, 16, 21, 10, 16, 18, 12, 16, 12]
    expect(colors(rawPng(0, 3, filtered))).toEqual(greys.flatMap((grey) => [grey, grey, grey]))
    expect(colors(rawPng(3, 2, [[0, 1, 0]], [1, 2, 3, 7, 8, 9]))).toEqual([7, 8, 9, 1, 2, 3])
    expect(colors(rawPng(6, 2, [[0, 9, 8, 7, 255, 0, 0, 0, 0]]))).toEqual([9, 8, 7, 255, 255, 255])
    expect(colors(rawPng(4, 1, [[0, 100, 255]]))).toEqual([100, 100, 100])
    // Too few dots, no such filter, and more bits than are read.
    expect(readPng(rawPng(2, 9, [[0, 1]]))).toBeUndefined()
    expect(readPng(rawPng(0, 1, [[5, 1]]))).toBeUndefined()
    expect(readPng(rawPng(0, 1, [[0, 1]]).fill(16, 24, 25))).toBeUndefined()
  })

  it('is refused if it is a damaged or oversized JPEG', () => {
    expect(() => readJpeg(JPEG, 10)).toThrow()
    expect(() => readJpeg(JPEG.subarray(0, 40), 100)).toThrow()
  })
})
