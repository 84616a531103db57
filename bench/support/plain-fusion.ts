import { DEFAULT_SPLIT } from '../../server/src/documents/chunking/split-text.ts'
import { indexDocument } from '../../server/src/modules/knowledge/reading/index-document.ts'
import { guessLanguage } from '../../server/src/platform/text/language.ts'
import { toTerms } from '../../server/src/platform/text/terms.ts'
import { type Entry, textOf } from './whole-documents.ts'

const [K1, B, RANK] = [1.2, 0.75, 60]
const MOST = 100

/** The measure of comparison: BM25 over stems and over 4-grams, fused by rank, with no idea of ours in it. */
export function openPlainFusion(corpus: readonly Entry[]): (question: string) => string[] {
  const passages = corpus.flatMap((entry) => {
    const { chunks, language } = indexDocument(
      { title: entry._id, text: textOf(entry), marks: [] },
      DEFAULT_SPLIT,
    )
    return chunks.map(({ heading, text }) => ({
      id: entry._id,
      language,
      ...toTerms(`${heading}\n${text}`, language),
    }))
  })
  const byWords = createBm25(passages.map(({ words }) => words))
  const byGrams = createBm25(passages.map(({ grams }) => grams))
  const main = mostCommon(passages.map(({ language }) => language))
  return (question) => {
    const guess = guessLanguage(question)
    const { words, grams } = toTerms(question, guess.isClear ? guess.language : main)
    const points = new Map<number, number>()
    for (const ranked of [byWords(words), byGrams(grams)])
      for (const [rank, at] of ranked.entries()) points.set(at, (points.get(at) ?? 0) + 1 / (RANK + rank + 1))
    const best = [...points].sort(([, one], [, other]) => other - one)
    return [...new Set(best.map(([at]) => passages[at]?.id ?? ''))]
  }
}

function createBm25(passages: readonly (readonly number[])[]) {
  const lists = new Map<number, Map<number, number>>()
  for (const [at, terms] of passages.entries())
    for (const term of terms) {
      const list = lists.get(term) ?? new Map<number, number>()
      lists.set(term, list.set(at, (list.get(at) ?? 0) + 1))
    }
  const average = passages.reduce((sum, { length }) => sum + length, 0) / Math.max(1, passages.length)
  return (question: readonly number[]): number[] => {
    const scores = new Map<number, number>()
    for (const term of question) {
      const list = lists.get(term) ?? new Map<number, number>()
      const idf = Math.log(1 + (passages.length - list.size + 0.5) / (list.size + 0.5))
      for (const [at, count] of list) {
        const norm = K1 * (1 - B + (B * (passages[at]?.length ?? 0)) / average)
        scores.set(at, (scores.get(at) ?? 0) + (idf * count * (K1 + 1)) / (count + norm))
      }
    }
    const best = [...scores].sort(([, one], [, other]) => other - one).slice(0, MOST)
    return best.map(([at]) => at)
  }
}

function mostCommon<T>(all: readonly T[]): T {
  const counts = new Map<T, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] as T
}
