import { isBlank, type Pixels, shrink, toPng } from '../pictures/pixels.ts'
import { isWorthSize, SENT_SIDE } from '../pictures/worth-seeing.ts'
import { Moves } from './moves.ts'
import type { PdfObjects, PdfPage } from './open-pdf.ts'

/** Smaller images are ornaments. */
const MIN_SIDE = 100

export interface Picture {
  /** Its position on the page, in page units. */
  box: { left: number; bottom: number; right: number; top: number }
  width: number
  height: number
  data: Uint8Array
  /** pdf.js: 1 is one bit for a pixel, 2 is RGB, 3 is RGBA. */
  kind: number
  /** Whether its bits say where ink goes. */
  isMask: boolean
}

/** The images of a scanned page, for OCR. A scan is one image, or several strips of the same width. */
export async function pageImages(page: PdfPage, maxPixels: number): Promise<Uint8Array[]> {
  const pictures = await picturesOf(page, maxPixels)
  return (areStrips(pictures, maxPixels) ? [stack(pictures)] : pictures.filter(isLarge)).map(toPortableAnymap)
}

/** The images of a page as PNG files, without ornaments. */
export async function pagePictures(page: PdfPage, maxPixels: number): Promise<Uint8Array[]> {
  const pictures = (await picturesOf(page, maxPixels)).filter(({ isMask }) => !isMask)
  // Two drawings on a page may have the same width; strips are much wider than high.
  const isOne = areStrips(pictures, maxPixels) && pictures.every(({ width, height }) => width > 3 * height)
  return (isOne ? [stack(pictures)] : pictures).flatMap((picture) => {
    if (!isWorthSize(picture)) return []
    const pixels = toPixels(picture)
    return isBlank(pixels) ? [] : [toPng(shrink(pixels, SENT_SIDE))]
  })
}

export async function picturesOf(page: PdfPage, maxPixels: number): Promise<Picture[]> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const pictures: Picture[] = []
  const moves = new Moves(OPS)
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index]
    moves.follow(operator, args)
    if (!Array.isArray(args)) continue
    const [first]: unknown[] = args
    const isPicture = operator === OPS.paintImageXObject || operator === OPS.paintInlineImageXObject
    if (!isPicture && operator !== OPS.paintImageMaskXObject) continue
    const seen = toPicture(await resolve(page, first), operator === OPS.paintImageMaskXObject)
    if (seen && seen.width * seen.height <= maxPixels) pictures.push({ ...seen, box: moves.box() })
  }
  return pictures
}

/** An image is referenced by name, or embedded in the page. */
async function resolve(page: PdfPage, picture: unknown): Promise<unknown> {
  const name = typeof picture === 'object' && picture !== null && 'data' in picture ? picture.data : picture
  if (typeof name !== 'string') return picture
  const objects: PdfObjects = name.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((arrived) => objects.get(name, arrived))
}

const ONE_BIT = 1
const RGB = 2

function toPicture(value: unknown, isMask: boolean): Omit<Picture, 'box'> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('width' in value && 'height' in value && 'data' in value)) return undefined
  const { width, height, data } = value
  const isBytes = data instanceof Uint8Array || data instanceof Uint8ClampedArray
  if (typeof width !== 'number' || typeof height !== 'number' || !isBytes) return undefined
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const kind = 'kind' in value && typeof value.kind === 'number' ? value.kind : isMask ? ONE_BIT : RGB
  // A mask's bits say where ink goes: dark where a picture's bits are light.
  return { width, height, kind, isMask, data: isMask ? bytes.map((byte) => byte ^ 0xff) : bytes }
}

/** Strips of the same width are one image cut in pieces: a line of text may span two of them. */
function stack(pictures: readonly [Picture, ...Picture[]]): Picture {
  const height = pictures.reduce((sum, picture) => sum + picture.height, 0)
  return { ...pictures[0], height, data: Buffer.concat(pictures.map(({ data }) => data)) }
}

/** Of the same width, and together within the size limit of an image. */
const areStrips = (pictures: readonly Picture[], maxPixels: number): pictures is [Picture, ...Picture[]] => {
  const [first, ...others] = pictures
  if (!first || others.length === 0) return false
  if (pictures.reduce((sum, { width, height }) => sum + width * height, 0) > maxPixels) return false
  return others.every(({ width, kind }) => width === first.width && kind === first.kind)
}

export const isLarge = ({ width, height }: Picture): boolean => Math.min(width, height) >= MIN_SIDE

export function toPixels({ width, height, data, kind }: Picture): Pixels {
  if (kind !== ONE_BIT) return { width, height, rgb: kind === RGB ? data : withoutAlpha(data) }
  const stride = Math.ceil(width / 8)
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isLight = ((data[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
      if (isLight) rgb.fill(255, (y * width + x) * 3, (y * width + x) * 3 + 3)
    }
  }
  return { width, height, rgb }
}

/** PBM for bits, PPM for colors: no compression, and a header of one line. */
export function toPortableAnymap({ width, height, data, kind }: Picture): Uint8Array {
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
  const colors = new Uint8Array((data.length / 4) * 3)
  for (let from = 0, to = 0; from + 3 < data.length; from += 4, to += 3) {
    colors[to] = data[from] ?? 0
    colors[to + 1] = data[from + 1] ?? 0
    colors[to + 2] = data[from + 2] ?? 0
  }
  return colors
}
