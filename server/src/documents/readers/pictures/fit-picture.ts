import { type Measured, measurePicture } from './measure-picture.ts'
import { type Pixels, shrink, toPng } from './pixels.ts'
import { SENT_SIDE } from './worth-seeing.ts'

/** Accepted by every provider. */
const MAX_BYTES = 3.5 * 1024 * 1024
const MAX_SIDE = 7_900
/** Limit for images that are scaled down, which requires decoding. */
const MAX_PIXELS = 60_000_000

/** The image as it can be sent: unchanged or scaled down; undefined if neither is possible. */
export async function fitPicture(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; contentType: string } | undefined> {
  const measured = measurePicture(bytes)
  if (!measured) return undefined
  const { contentType, width, height } = measured
  if (bytes.length <= MAX_BYTES && Math.max(width, height) <= MAX_SIDE) return { bytes, contentType }
  if (width * height > MAX_PIXELS) return undefined
  const pixels = await decodePicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), measured)
  if (!pixels) return undefined
  const smaller = toPng(shrink(pixels, SENT_SIDE))
  return smaller.length <= 2 * MAX_BYTES ? { bytes: smaller, contentType: 'image/png' } : undefined
}

/** An image that can't be decoded is skipped; its document is still read. */
async function decodePicture(file: Buffer, measured: Measured): Promise<Pixels | undefined> {
  try {
    if (measured.contentType === 'image/png') return (await import('./read-png.ts')).readPng(file)
    if (measured.contentType !== 'image/jpeg') return undefined
    return (await import('./read-jpeg.ts')).readJpeg(file, MAX_PIXELS)
  } catch {
    return undefined
  }
}
