import { decode } from 'jpeg-js'
import type { Pixels } from './pixels.ts'

const MAX_MEMORY_MB = 1024

/** Pure. The pixels of a JPEG. Throws when it is damaged or larger than the limits. */
export function readJpeg(file: Buffer, maxPixels: number): Pixels {
  const { width, height, data } = decode(file, {
    useTArray: true,
    formatAsRGBA: false,
    maxResolutionInMP: maxPixels / 1_000_000,
    maxMemoryUsageInMB: MAX_MEMORY_MB,
  })
  return { width, height, rgb: data }
}
