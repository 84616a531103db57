import type { Db } from '../../../../../platform/db/db.ts'
import { type FoundBlock, largeRepository } from './large.repository.ts'
import type { NeededLists, ReadBlock } from './open-parts.ts'
import { type TermKind, WORDS } from './term-blocks.ts'

/** Passages in all lists of a question that are read. Rare terms first: they say most. */
export interface ReadLimits {
  words: number
  grams: number
}

const LIMITS: ReadLimits = { words: 2_000_000, grams: 50_000 }

/** The blocks of the question’s terms, except those that are too frequent to be read. */
export async function readLists(db: Db, needed: NeededLists, limits = LIMITS): Promise<ReadBlock[]> {
  if (needed.parts.length === 0 || needed.words.length + needed.grams.length === 0) return []
  const blocks = await largeRepository.findBlocks(db, needed)
  const terms = chooseTerms(blocks, limits)
  const toRead = blocks.filter((block) => block.passages > 0 && terms.has(keyOf(block)))
  const bytesByBlock = new Map(
    (await largeRepository.readBlocks(db, toRead)).map(({ part, kind, first, bytes }) => [
      `${part}:${kind}:${first}`,
      bytes,
    ]),
  )
  return blocks.map(({ hasBytes: _, ...block }) =>
    block.passages === 0
      ? block
      : { ...block, bytes: bytesByBlock.get(`${block.part}:${block.kind}:${block.first}`) ?? null },
  )
}

const keyOf = ({ kind, term }: { kind: TermKind; term: number }): string => `${kind}:${term}`

/** Those with blocks of their own that fit into the limits. The rarest word is always read. */
export function chooseTerms(blocks: readonly FoundBlock[], limits: ReadLimits): Set<string> {
  const terms = new Map<string, { key: string; kind: TermKind; passages: number; isWhole: boolean }>()
  for (const block of blocks) {
    if (block.passages === 0) continue
    const key = keyOf(block)
    const term = terms.get(key) ?? { key, kind: block.kind, passages: 0, isWhole: true }
    term.passages += block.passages
    term.isWhole &&= block.hasBytes
    terms.set(key, term)
  }
  const remaining = { ...limits }
  const keys = new Set<string>()
  for (const { key, kind, passages, isWhole } of [...terms.values()].sort(
    (a, b) => a.passages - b.passages,
  )) {
    const name = kind === WORDS ? 'words' : 'grams'
    const isRarestWord = kind === WORDS && remaining.words === limits.words
    if (!isWhole || (passages > remaining[name] && !isRarestWord)) continue
    remaining[name] -= passages
    keys.add(key)
  }
  return keys
}
