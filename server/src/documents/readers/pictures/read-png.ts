import { inflateSync } from 'node:zlib'
import type { Pixels } from './pixels.ts'

/** Bytes per pixel by PNG color type: grayscale, RGB, palette, grayscale and RGB with alpha. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

interface PngHead {
  width: number
  height: number
  kind: number
  channels: number
}

/**
 * Pure. The pixels of a PNG; undefined for rare kinds (other than 8 bits, or interlaced) and damaged ones.
 *
 * Not pngjs: with too few pixels its synchronous reader returns uninitialized memory, and its asynchronous one ends the process.
 */
export function readPng(file: Buffer): Pixels | undefined {
  const parts: Buffer[] = []
  let palette: Buffer = Buffer.alloc(0)
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const data = file.subarray(at + 8, at + 8 + file.readUInt32BE(at))
    const name = file.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') parts.push(data)
    else if (name === 'PLTE') palette = data
  }
  const kind = file[25] ?? -1
  const channels = CHANNELS[kind]
  if (channels === undefined || file[24] !== 8 || file[28] !== 0) return undefined
  const head = { width: file.readUInt32BE(16), height: file.readUInt32BE(20), kind, channels }
  const dots = unfilter(unpack(parts, head), head)
  return dots && { width: head.width, height: head.height, rgb: toColors(dots, head, palette) }
}

function unpack(parts: readonly Buffer[], { width, height, channels }: PngHead): Buffer {
  const size = (width * channels + 1) * height
  try {
    return inflateSync(Buffer.concat(parts), { maxOutputLength: size })
  } catch {
    return Buffer.alloc(0)
  }
}

/** Reverses the filter of each row. Undefined if there are too few bytes or the filter is unknown. */
function unfilter(rows: Buffer, { width, height, channels }: PngHead): Uint8Array | undefined {
  const stride = width * channels
  if (rows.length < (stride + 1) * height) return undefined
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (stride + 1)] ?? 0
    if (filter > 4) return undefined
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const before = x < channels ? 0 : (out[at - channels] ?? 0)
      const above = y === 0 ? 0 : (out[at - stride] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (out[at - stride - channels] ?? 0)
      out[at] = (rows[y * (stride + 1) + 1 + x] ?? 0) + guess(filter, before, above, corner)
    }
  }
  return out
}

function guess(filter: number, before: number, above: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return before
  if (filter === 2) return above
  if (filter === 3) return (before + above) >> 1
  const sum = before + above - corner
  const [b, a, c] = [Math.abs(sum - before), Math.abs(sum - above), Math.abs(sum - corner)]
  return b <= a && b <= c ? before : a <= c ? above : corner
}

/** Transparent pixels are blended with white. */
function toColors(dots: Uint8Array, { kind, channels }: PngHead, palette: Buffer): Uint8Array {
  const rgb = new Uint8Array((dots.length / channels) * 3)
  const isGrey = kind === 0 || kind === 4
  const hasAlpha = kind === 4 || kind === 6
  for (let from = 0, to = 0; from < dots.length; from += channels, to += 3) {
    const alpha = hasAlpha ? (dots[from + channels - 1] ?? 255) / 255 : 1
    for (let color = 0; color < 3; color += 1) {
      const value =
        kind === 3 ? (palette[(dots[from] ?? 0) * 3 + color] ?? 0) : (dots[from + (isGrey ? 0 : color)] ?? 0)
      rgb[to + color] = Math.round(value * alpha + 255 * (1 - alpha))
    }
  }
  return rgb
}
