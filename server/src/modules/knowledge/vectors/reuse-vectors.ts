import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type PassageText, vectorRepository } from './vector.repository.ts'
import {
  copyVector,
  countVectors,
  emptyBlock,
  readBlock,
  type VectorBlock,
  writeBlock,
} from './vector-block.ts'

/**
 * When a file takes the place of an older one of its name: what of it reads the same keeps its vectors, and only the rest is embedded. To be
 * called in the transaction that writes the new passages, before the old file goes.
 */
export async function reuseVectors(
  tx: Db,
  file: { id: number; knowledge_base_id: number; name: string },
): Promise<void> {
  const older = await vectorRepository.olderNamesakes(tx, file)
  if (older.length === 0) return
  const rows = await vectorRepository.ofFiles(tx, older)
  if (rows.length === 0) return
  const passages = await vectorRepository.textsOf(tx, file.id)
  // The newest reading of each model is the one that is searched.
  const newest = new Map(rows.map((row) => [row.model, row]))
  for (const { model, file_id, dimension, bytes } of newest.values()) {
    const before = await vectorRepository.textsOf(tx, file_id)
    const block = takeOver(passages, before, readBlock(bytes, dimension))
    const made = countVectors(block)
    if (made === 0) continue
    await vectorRepository.insert(tx, {
      file_id: file.id,
      model,
      dimension,
      bytes: writeBlock(block),
      passages: made,
      status: made === passages.length ? 'ready' : 'waiting',
      updated_at: nowSeconds(),
    })
  }
}

function takeOver(
  passages: readonly PassageText[],
  before: readonly PassageText[],
  old: VectorBlock,
): VectorBlock {
  const placeOf = new Map(before.map(({ text, ordinal }) => [text, ordinal]))
  const block = emptyBlock(passages.length, old.dimension)
  for (const { text, ordinal } of passages) {
    const place = placeOf.get(text)
    if (place !== undefined) copyVector(old, place, block, ordinal)
  }
  return block
}
