import { type Measured, measurePicture } from './measure-picture.ts'
import { type Pixels, shrink, toPng } from './pixels.ts'
import { SENT_SIDE } from './worth-seeing.ts'

/** What any provider takes. */
const MAX_BYTES = 3.5 * 1024 * 1024
const MAX_SIDE = 7_900
/** Of a picture that is made smaller: it has to be decoded for that. */
const MAX_PIXELS = 60_000_000

/** The picture in a form that can be sent: as it is, or made smaller; undefined when there is none. */
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

/** A picture that can't be decoded is left out; its document is read all the same. */
async function decodePicture(file: Buffer, measured: Measured): Promise<Pixels | undefined> {
  try {
    if (measured.contentType === 'image/png') return (await import('./read-png.ts')).readPng(file)
    if (measured.contentType !== 'image/jpeg') return undefined
    return (await import('./read-jpeg.ts')).readJpeg(file, MAX_PIXELS)
  } catch {
    return undefined
  }
}
