import type { PdfObjects, PdfPage } from './open-pdf.ts'

/** Smaller pictures on a page are ornaments. */
const SMALLEST_SIDE = 100

interface Picture {
  width: number
  height: number
  data: Uint8Array
  /** pdf.js: 1 is one bit for a pixel, 2 is RGB, 3 is RGBA. */
  kind: number
}

/** The pictures of a scanned page, in a form that OCR reads. A scan is one picture, or several strips of one width. */
export async function pageImages(page: PdfPage, mostPixels: number): Promise<Uint8Array[]> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const pictures: Picture[] = []
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index]
    if (!Array.isArray(args)) continue
    const [first]: unknown[] = args
    const isPicture = operator === OPS.paintImageXObject || operator === OPS.paintInlineImageXObject
    if (!isPicture && operator !== OPS.paintImageMaskXObject) continue
    const picture = toPicture(await resolve(page, first), operator === OPS.paintImageMaskXObject)
    if (picture && picture.width * picture.height <= mostPixels) pictures.push(picture)
  }
  return stack(pictures).map(toPortableAnymap)
}

/** A picture is named, or stands in the page itself. */
async function resolve(page: PdfPage, picture: unknown): Promise<unknown> {
  const name = typeof picture === 'object' && picture !== null && 'data' in picture ? picture.data : picture
  if (typeof name !== 'string') return picture
  const objects: PdfObjects = name.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((arrived) => objects.get(name, arrived))
}

const ONE_BIT = 1
const RGB = 2

function toPicture(value: unknown, isMask: boolean): Picture | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('width' in value && 'height' in value && 'data' in value)) return undefined
  const { width, height, data } = value
  const isBytes = data instanceof Uint8Array || data instanceof Uint8ClampedArray
  if (typeof width !== 'number' || typeof height !== 'number' || !isBytes) return undefined
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const kind = 'kind' in value && typeof value.kind === 'number' ? value.kind : isMask ? ONE_BIT : RGB
  // A mask's bits say where ink goes: dark where a picture's bits are light.
  return { width, height, kind, data: isMask ? bytes.map((byte) => byte ^ 0xff) : bytes }
}

/** Strips of one width are one picture cut in pieces: a line of text may lie across two of them. */
function stack(pictures: readonly Picture[]): Picture[] {
  const [first, ...others] = pictures
  if (!first) return []
  if (others.length > 0 && others.every(({ width, kind }) => width === first.width && kind === first.kind)) {
    const height = pictures.reduce((sum, picture) => sum + picture.height, 0)
    return [{ ...first, height, data: Buffer.concat(pictures.map(({ data }) => data)) }]
  }
  return pictures.filter(({ width, height }) => Math.min(width, height) >= SMALLEST_SIDE)
}

/** PBM for bits, PPM for colours: no compression, and a header of one line. */
function toPortableAnymap({ width, height, data, kind }: Picture): Uint8Array {
  if (kind === ONE_BIT) {
    // In PBM a 1 is black.
    return Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`), data.map((byte) => byte ^ 0xff)])
  }
  return Buffer.concat([
    Buffer.from(`P6\n${width} ${height}\n255\n`),
    kind === RGB ? data : withoutAlpha(data),
  ])
}

function withoutAlpha(data: Uint8Array): Uint8Array {
  const colours = new Uint8Array((data.length / 4) * 3)
  for (let from = 0, to = 0; from + 3 < data.length; from += 4, to += 3) {
    colours[to] = data[from] ?? 0
    colours[to + 1] = data[from + 1] ?? 0
    colours[to + 2] = data[from + 2] ?? 0
  }
  return colours
}
