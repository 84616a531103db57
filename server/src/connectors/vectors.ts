import { say } from '@bellwether/wire'
import { providerFailed } from '../platform/errors.ts'
import { arrayOf } from './upstream/json.ts'
import { malformed, type Provider } from './upstream/provider-failure.ts'

/** Larger than that of any model; limits memory. */
const MAX_DIMENSION = 16_384
/** Enough for 64 vectors of that size as decimal numbers. */
export const EMBEDDING_BYTES = 32 * 1024 * 1024

/** Validates a provider's vectors: one per text, numbers only, all of the same dimension. */
export function toVectors(provider: Provider, rows: readonly unknown[], texts: number): Float32Array[] {
  if (rows.length !== texts)
    throw providerFailed(
      say('providers.vectors_mismatch', { provider: provider.label, count: rows.length, texts }),
      { retryable: false },
    )
  const dimension = arrayOf(rows[0]).length
  return rows.map((row) => {
    const numbers = arrayOf(row)
    if (numbers.length !== dimension || dimension === 0 || dimension > MAX_DIMENSION)
      throw malformed(provider)
    const vector = Float32Array.from(numbers, (value) => (typeof value === 'number' ? value : Number.NaN))
    if (!vector.every(Number.isFinite)) throw malformed(provider)
    return vector
  })
}
