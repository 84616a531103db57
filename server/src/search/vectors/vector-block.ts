import { dotProducts } from './dot-products.ts'

/**
 * The vectors of a document's passages with one byte per number: a quarter of the memory, and the same results
 * (docs/decisions/0006). A passage without a vector has the scale 0.
 */
export interface VectorBlock {
  dimension: number
  /** The factor that gives the codes of a passage the length 1. */
  scales: Float32Array
  /** One row per passage, padded with zeros to a multiple of sixteen. */
  codes: Int8Array
}

const MAX_CODE = 127
const widthOf = (dimension: number): number => Math.ceil(dimension / 16) * 16

export const emptyBlock = (passages: number, dimension: number): VectorBlock => ({
  dimension,
  scales: new Float32Array(passages),
  codes: new Int8Array(passages * widthOf(dimension)),
})

export const hasVector = ({ scales }: VectorBlock, passage: number): boolean => (scales[passage] ?? 0) > 0

export function countVectors({ scales }: VectorBlock): number {
  let count = 0
  for (const scale of scales) if (scale > 0) count++
  return count
}

/** A vector of only zeros is skipped. */
export function putVector(block: VectorBlock, passage: number, vector: Float32Array): void {
  const width = widthOf(block.dimension)
  const { codes, scale } = toCodes(vector, width)
  if (scale === 0) return
  block.codes.set(codes, passage * width)
  block.scales[passage] = scale
}

function toCodes(vector: Float32Array, width: number): { codes: Int8Array; scale: number } {
  const codes = new Int8Array(width)
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  if (largest === 0) return { codes, scale: 0 }
  let squares = 0
  for (const [at, value] of vector.entries()) {
    const code = Math.round((value / largest) * MAX_CODE)
    codes[at] = code
    squares += code * code
  }
  return { codes, scale: 1 / Math.sqrt(squares) }
}

/** Copies vectors to another block of the same model. */
export function copyVector(from: VectorBlock, source: number, to: VectorBlock, target: number): void {
  const width = widthOf(to.dimension)
  to.codes.set(from.codes.subarray(source * width, (source + 1) * width), target * width)
  to.scales[target] = from.scales[source] ?? 0
}

/** The format in the database: the scales (little-endian, like all machines that Node runs on), then the codes. */
export function writeBlock({ scales, codes }: VectorBlock): Uint8Array {
  const bytes = new Uint8Array(scales.byteLength + codes.byteLength)
  bytes.set(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength))
  bytes.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength), scales.byteLength)
  return bytes
}

export function readBlock(bytes: Uint8Array, dimension: number): VectorBlock {
  const width = widthOf(dimension)
  const passages = bytes.length / (width + 4)
  if (!Number.isInteger(passages)) throw new RangeError('the vectors do not have the stated dimension')
  // Copied, because databases return slices of larger buffers with any alignment.
  const { buffer } = Uint8Array.from(bytes)
  return {
    dimension,
    scales: new Float32Array(buffer, 0, passages),
    codes: new Int8Array(buffer, passages * 4, passages * width),
  }
}

/** The cosine of every passage with the question. NaN for a passage without a vector. */
export function cosinesOf({ dimension, scales, codes }: VectorBlock, question: Float32Array): Float32Array {
  const questionCodes = toCodes(question, widthOf(dimension))
  const products = dotProducts(codes, questionCodes.codes)
  return scales.map((scale, at) =>
    scale > 0 ? (products[at] ?? 0) * scale * questionCodes.scale : Number.NaN,
  )
}

/** Undefined for a zero vector. */
export function toUnit(vector: Float32Array): Float32Array | undefined {
  let squares = 0
  for (const value of vector) squares += value * value
  if (!(squares > 0) || !Number.isFinite(squares)) return undefined
  const length = Math.sqrt(squares)
  return vector.map((value) => value / length)
}

export const bytesOfBlock = ({ scales, codes }: VectorBlock): number => scales.byteLength + codes.byteLength
