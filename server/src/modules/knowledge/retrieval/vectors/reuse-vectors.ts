import { nowSeconds } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/db.ts'
import {
  copyVector,
  countVectors,
  emptyBlock,
  readBlock,
  type VectorBlock,
  writeBlock,
} from '../../../../search/vectors/vector-block.ts'
import { type PassageText, vectorRepository } from './vector.repository.ts'

/** Vectors of passages that are about to be deleted. */
export interface OldVectors {
  model: string
  block: VectorBlock
  texts: PassageText[]
}

/**
 * When a file replaces an older one or is processed again, unchanged passages keep their vectors, and only the rest
 * is embedded. Call it in the transaction that writes the new passages, before the old ones are deleted.
 */
export async function rememberVectors(
  tx: Db,
  file: { id: number; knowledge_base_id: number; name: string },
): Promise<OldVectors[]> {
  const rows = await vectorRepository.ofFiles(tx, [
    ...(await vectorRepository.olderNamesakes(tx, file)),
    file.id,
  ])
  // For each model, the newest version is searched.
  const newest = new Map(rows.map((row) => [row.model, row]))
  const old: OldVectors[] = []
  for (const { model, file_id, dimension, bytes } of newest.values())
    old.push({
      model,
      block: readBlock(bytes, dimension),
      texts: await vectorRepository.textsOf(tx, file_id),
    })
  return old
}

export async function reuseVectors(tx: Db, file: number, old: readonly OldVectors[]): Promise<void> {
  if (old.length === 0) return
  const passages = await vectorRepository.textsOf(tx, file)
  for (const { model, block: oldBlock, texts } of old) {
    const block = takeOver(passages, texts, oldBlock)
    const count = countVectors(block)
    if (count === 0) continue
    await vectorRepository.insert(tx, {
      file_id: file,
      model,
      dimension: block.dimension,
      bytes: writeBlock(block),
      passages: count,
      status: count === passages.length ? 'ready' : 'waiting',
      updated_at: nowSeconds(),
    })
  }
}

function takeOver(
  passages: readonly PassageText[],
  oldTexts: readonly PassageText[],
  old: VectorBlock,
): VectorBlock {
  const placeOf = new Map(oldTexts.map(({ own, ordinal }) => [own, ordinal]))
  const block = emptyBlock(passages.length, old.dimension)
  for (const { own, ordinal } of passages) {
    const place = placeOf.get(own)
    if (place !== undefined) copyVector(old, place, block, ordinal)
  }
  return block
}
