import { measurePicture } from './measure-picture.ts'

/** Smaller pictures are icons, and longer ones lines and ornaments. In dots. */
const MIN_SIDE = 64
const MAX_SHAPE = 12

/** No provider looks closer than this. In dots. */
export const SENT_SIDE = 1536

/** Pure. Whether there may be something in it that is worth a description. What can't be measured may be anything. */
export function isWorthSeeing(bytes: Uint8Array): boolean {
  const measured = measurePicture(bytes)
  return measured ? isWorthSize(measured) : bytes.length > 0
}

export function isWorthSize({ width, height }: { width: number; height: number }): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short >= MIN_SIDE && long <= MAX_SHAPE * short
}
