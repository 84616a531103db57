import { setImmediate as turn } from 'node:timers/promises'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { passageRepository } from '../passages/passage.repository.ts'
import type { KnowledgeFileRow } from '../records/file.repository.ts'
import { replacementRepository } from '../records/replacement.repository.ts'
import { comparePassages } from './compare-passages.ts'
import { namesakeRepository } from './namesake.repository.ts'

/** Longer documents are not compared. */
const MAX_COMPARED = 20_000
const PORTION = 2000
/** Maximum number of differences with stored texts. */
const MAX_SHOWN = 50
const MAX_TEXT = 4000

type Processed = Pick<KnowledgeFileRow, 'id' | 'knowledge_base_id' | 'name' | 'source_url' | 'chunk_count'>

/**
 * The differences from the previous version of a file that was replaced or uploaded again under its name, or a page
 * that was fetched again. Undefined for a new document, and for one that is only processed again.
 */
export async function findChange(db: Db, file: Processed, chunks: readonly { text: string }[]) {
  const before = await versionBefore(db, file)
  if (!before || before.chunk_count > MAX_COMPARED || chunks.length > MAX_COMPARED) return undefined
  const old = await textsOf(db, before.id)
  const texts = chunks.map(({ text }) => text)
  const { differences, ...numbers } = comparePassages(old, texts)
  const toShown = (list: readonly string[], place: number | null) =>
    place === null ? null : { ordinal: place, text: (list[place] ?? '').slice(0, MAX_TEXT) }
  const passages = differences
    .slice(0, MAX_SHOWN)
    .map(({ before, after }) => ({ before: toShown(old, before), after: toShown(texts, after) }))
  return { file_id: file.id, finished_at: nowSeconds(), ...numbers, passages: JSON.stringify(passages) }
}

async function versionBefore(
  db: Db,
  file: Processed,
): Promise<{ id: number; chunk_count: number } | undefined> {
  const replaced = await replacementRepository.find(db, file.id)
  if (replaced?.previous_path) return file
  const namesake = await namesakeRepository.findOlder(db, file)
  if (namesake) return namesake
  return file.source_url !== null && file.chunk_count > 0 ? file : undefined
}

async function textsOf(db: Db, file: number): Promise<string[]> {
  const texts: string[] = []
  for (;;) {
    const some = await passageRepository.listOf(db, file, { limit: PORTION, offset: texts.length })
    for (const { text } of some) texts.push(text)
    if (some.length < PORTION) return texts
    await turn()
  }
}
