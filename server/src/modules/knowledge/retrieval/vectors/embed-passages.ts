import { say } from '@bellwether/wire'
import { isAppError, providerFailed } from '../../../../platform/errors.ts'
import {
  emptyBlock,
  hasVector,
  putVector,
  type VectorBlock,
} from '../../../../search/vectors/vector-block.ts'
import type { PassageText } from './vector.repository.ts'

/** Limits of one request to a provider. */
export const MAX_TEXTS = 64
const MAX_CHARACTERS = 100_000
/** Longer than any passage should be; models truncate or refuse far earlier. */
const MAX_TEXT = 20_000

export interface EmbedPassages {
  passages: readonly PassageText[]
  /** Existing vectors: these passages are not embedded again. */
  existing: VectorBlock | undefined
  embed(texts: readonly string[]): Promise<Float32Array[]>
  /** Called after each provider call. */
  onBatch(block: VectorBlock): Promise<void>
}

/** The provider serves another model under the same name. */
class OtherDimension extends Error {}

/** After this many refused passages without an accepted one, the model is assumed to refuse all. */
const MAX_REFUSED = 3

/** Embeds a document. Passages that the model refuses have no vector. */
export async function embedPassages(order: EmbedPassages): Promise<VectorBlock> {
  try {
    return await addMissing(order)
  } catch (error) {
    if (!(error instanceof OtherDimension)) throw error
    // The existing vectors are useless with those of another model.
    if (order.existing) return embedPassages({ ...order, existing: undefined })
    throw providerFailed(say('knowledge.vectors_inconsistent'), {
      retryable: false,
    })
  }
}

async function addMissing({ passages, existing, embed, onBatch }: EmbedPassages): Promise<VectorBlock> {
  let block = existing?.scales.length === passages.length ? existing : undefined
  const missing = passages.filter((_passage, at) => !block || !hasVector(block, at))
  const refusals: unknown[] = []

  async function takeIn(batch: readonly PassageText[]): Promise<void> {
    const vectors = await embed(batch.map(({ text }) => text.slice(0, MAX_TEXT))).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      if (batch.length === 1 && !block && refusals.push(error) >= MAX_REFUSED) throw error
      return undefined
    })
    if (!vectors) return takeInHalves(batch)
    const dimension = vectors[0]?.length ?? 0
    block ??= emptyBlock(passages.length, dimension)
    for (const [at, vector] of vectors.entries()) {
      if (vector.length !== block.dimension) throw new OtherDimension()
      putVector(block, batch[at]?.ordinal ?? 0, vector)
    }
    await onBatch(block)
  }

  async function takeInHalves(batch: readonly PassageText[]): Promise<void> {
    if (batch.length === 1) return
    const half = Math.ceil(batch.length / 2)
    await takeIn(batch.slice(0, half))
    await takeIn(batch.slice(half))
  }

  for (const batch of inBatches(missing)) await takeIn(batch)
  if (!block && refusals.length > 0) throw refusals[0]
  return block ?? emptyBlock(passages.length, 0)
}

export const isRefusal = (error: unknown): boolean =>
  isAppError(error) && [400, 413, 422].includes(error.details.providerStatus ?? 0)

export function* inBatches(passages: readonly PassageText[]): Iterable<PassageText[]> {
  let batch: PassageText[] = []
  let characters = 0
  for (const passage of passages) {
    const size = Math.min(passage.text.length, MAX_TEXT)
    if (batch.length === MAX_TEXTS || (batch.length > 0 && characters + size > MAX_CHARACTERS)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(passage)
    characters += size
  }
  if (batch.length > 0) yield batch
}
