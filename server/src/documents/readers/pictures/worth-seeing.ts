import { measurePicture } from './measure-picture.ts'

/** Smaller images are icons, and more elongated ones are lines and ornaments. In pixels. */
const MIN_SIDE = 64
const MAX_SHAPE = 12

/** No provider uses a higher resolution. In pixels. */
export const SENT_SIDE = 1536

/** Whether the image may be worth a description. If its size is unknown, it may be. Pure. */
export function isWorthSeeing(bytes: Uint8Array): boolean {
  const measured = measurePicture(bytes)
  return measured ? isWorthSize(measured) : bytes.length > 0
}

export function isWorthSize({ width, height }: { width: number; height: number }): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short >= MIN_SIDE && long <= MAX_SHAPE * short
}
