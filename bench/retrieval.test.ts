import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { detectLanguage } from '../server/src/platform/text/language.ts'
import {
  measureForeign,
  measureForms,
  measureRanking,
  openInMemory,
  readCollection,
} from './support/whole-documents.ts'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), '../shared/data/retrieval')

/** nDCG@10 that was reached; a textbook whose questions these are not. */
const REACHED: Record<string, { ndcg: number; foreign: string }> = {
  'textbook-estadistica-es': { ndcg: 0.38, foreign: 'textbook-quimica-es' },
  'xquad-es': { ndcg: 0.965, foreign: 'textbook-quimica-es' },
}
const QUESTIONS = 150

describe('how well the search finds what it should', () => {
  for (const [name, { ndcg, foreign }] of Object.entries(REACHED))
    it.skipIf(!existsSync(join(folder, name)))(
      `${name} (skipped where the collection is not at hand)`,
      async () => {
        const { corpus, queries } = readCollection(join(folder, name))
        const ask = openInMemory(corpus)
        expect((await measureRanking(queries, ask)).ndcg).toBeGreaterThan(ndcg - 0.01)
        const some = queries.filter((_, at) => at % Math.ceil(queries.length / QUESTIONS) === 0)
        const language = detectLanguage(corpus.map(({ text }) => text).join('\n'))
        for (const [form, { grades }] of await measureForms({ corpus, queries: some }, ask, language))
          expect(grades.nothing, form).toBeLessThanOrEqual(0.02)
        const others = readCollection(join(folder, foreign)).queries.slice(0, QUESTIONS)
        expect((await measureForeign(others, ask)).found).toBeLessThan(0.2)
      },
      300_000,
    )
})
