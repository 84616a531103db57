import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { measureWords, openCollection } from './support/measure-collection.ts'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), '../shared/data/retrieval')

/** What the search reached when it was written: [nDCG@10, recall@5]. A change that loses more than half a point is a step back. */
const REACHED: Record<string, [number, number]> = {
  scifact: [0.7089, 0.7494],
  'squad2-dev-cs224n': [0.907, 0.9577],
  viquiquad: [0.9474, 0.9713],
  'xquad-es': [0.9728, 0.9916],
}
const TOLERATED = 0.005

describe('how well the keyword search finds what it should', () => {
  for (const [name, [ndcg, recall]] of Object.entries(REACHED)) {
    const place = join(folder, name)
    it.skipIf(!existsSync(place))(
      `${name} (skipped where the collection is not at hand)`,
      async () => {
        const row = measureWords(name, openCollection(place))
        expect(Number(row[3])).toBeGreaterThan(ndcg - TOLERATED)
        expect(Number(row[4])).toBeGreaterThan(recall - TOLERATED)
      },
      120_000,
    )
  }
})
