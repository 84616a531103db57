import { say } from '@bellwether/wire'
import { providerFailed } from '../platform/errors.ts'
import { arrayOf } from './upstream/json.ts'
import { malformed, type Provider } from './upstream/provider-failure.ts'

/** Larger than any model's; a provider must not fill our memory. */
const MAX_DIMENSION = 16_384
/** For 64 vectors of that size, written out in digits. */
export const EMBEDDING_BYTES = 32 * 1024 * 1024

/** Checks what a provider sent: one vector for each text, numbers only, all of one dimension. */
export function toVectors(provider: Provider, given: readonly unknown[], texts: number): Float32Array[] {
  if (given.length !== texts)
    throw providerFailed(
      say('providers.vectors_mismatch', { provider: provider.label, count: given.length, texts }),
      { retryable: false },
    )
  const dimension = arrayOf(given[0]).length
  return given.map((one) => {
    const numbers = arrayOf(one)
    if (numbers.length !== dimension || dimension === 0 || dimension > MAX_DIMENSION)
      throw malformed(provider)
    const vector = Float32Array.from(numbers, (value) => (typeof value === 'number' ? value : Number.NaN))
    if (!vector.every(Number.isFinite)) throw malformed(provider)
    return vector
  })
}
