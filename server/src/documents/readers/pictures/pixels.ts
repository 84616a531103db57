import { crc32, deflateSync } from 'node:zlib'

/** A decoded image: three bytes per pixel (red, green, blue). */
export interface Pixels {
  width: number
  height: number
  rgb: Uint8Array
}

/** Scales the image so that no side is longer than this, averaging pixels. Pure. */
export function shrink(picture: Pixels, longest: number): Pixels {
  const scale = longest / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    const rows = stretch(y, height, picture.height)
    for (let x = 0; x < width; x += 1)
      rgb.set(mean(picture, stretch(x, width, picture.width), rows), (y * width + x) * 3)
  }
  return { width, height, rgb }
}

type Stretch = readonly [from: number, to: number]

const stretch = (at: number, count: number, of: number): Stretch => {
  const from = Math.floor((at * of) / count)
  return [from, Math.max(from + 1, Math.floor(((at + 1) * of) / count))]
}

function mean({ width, rgb }: Pixels, [left, right]: Stretch, [top, bottom]: Stretch): number[] {
  let [red, green, blue] = [0, 0, 0]
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 3) {
      red += rgb[at] ?? 0
      green += rgb[at + 1] ?? 0
      blue += rgb[at + 2] ?? 0
    }
  }
  const dots = (right - left) * (bottom - top)
  return [red / dots, green / dots, blue / dots]
}

/** Whether the image is blank: all pixels have the same color. Pure. */
export const isBlank = ({ rgb }: Pixels): boolean => {
  for (let at = 3; at < rgb.length; at += 1) if (rgb[at] !== rgb[at % 3]) return false
  return true
}

/** Encodes the image as a PNG file. Pure. */
export function toPng({ width, height, rgb }: Pixels): Uint8Array {
  const stride = width * 3
  // Each row starts with its filter type: none.
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y += 1)
    rows.set(rgb.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', head),
    chunkOf('IDAT', deflateSync(rows, { level: 6 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

function chunkOf(name: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const chunk = Buffer.alloc(typeAndData.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  chunk.set(typeAndData, 4)
  chunk.writeUInt32BE(crc32(typeAndData), typeAndData.length + 4)
  return chunk
}
