import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { measureAbstention, measureRanking, openInMemory, readCollection } from './support/whole-documents.ts'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), '../shared/data/retrieval')

/** Reference results: nDCG@10, recall@5, and the shares of “nothing” for unanswerable and answerable questions. */
const REACHED: Record<string, { ndcg: number; recall: number; missing: number; answerable: number }> = {
  viquiquad: { ndcg: 0.952, recall: 0.972, missing: 0.75, answerable: 0.02 },
  'xquad-es': { ndcg: 0.974, recall: 0.993, missing: 0.88, answerable: 0.035 },
}
const TOLERATED = 0.005
const QUESTIONS = 500

describe('how well the search finds what it should', () => {
  for (const [name, reached] of Object.entries(REACHED)) {
    const place = join(folder, name)
    it.skipIf(!existsSync(place))(
      `${name} (skipped where the collection is not at hand)`,
      async () => {
        const collection = readCollection(place)
        const { ndcg, recall } = await measureRanking(collection.queries, openInMemory(collection.corpus))
        expect(ndcg).toBeGreaterThan(reached.ndcg - TOLERATED)
        expect(recall).toBeGreaterThan(reached.recall - TOLERATED)
        const step = Math.ceil(collection.queries.length / QUESTIONS)
        const some = { ...collection, queries: collection.queries.filter((_, at) => at % step === 0) }
        const open = async (corpus: Parameters<typeof openInMemory>[0]) => ({
          ask: openInMemory(corpus),
          stop: async () => undefined,
        })
        for (const isLong of [false, true]) {
          const language = name === 'viquiquad' ? 'ca' : 'es'
          const shares = await measureAbstention(some, open, { half: 0, isLong, language })
          expect(shares.missing.nothing).toBeGreaterThan(reached.missing - 0.03)
          expect(shares.answerable.nothing).toBeLessThan(reached.answerable + 0.02)
        }
      },
      300_000,
    )
  }
})
