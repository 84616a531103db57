import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { detectLanguage } from '../../../server/src/platform/text/language.ts'
import { KnowledgeIndex } from '../../../server/src/search/knowledge-index.ts'
import { buildSegment, writeSegment } from '../../../server/src/search/postings/segment.ts'
import { FUSION, type Fusion } from '../../../server/src/search/ranking/fuse.ts'
import type { EmbeddedQuestion } from '../../../server/src/search/vectors/semantic-score.ts'
import {
  cosinesOf,
  emptyBlock,
  putVector,
  writeBlock,
} from '../../../server/src/search/vectors/vector-block.ts'
import type { StandIn } from './vector-stand-ins.ts'

interface Entry {
  _id: string
  title?: string
  text: string
}

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n')
const readAll = (path: string): Entry[] => linesOf(path).map((line) => JSON.parse(line) as Entry)

/** Which documents answer each query, and how well. */
function readJudgements(path: string): Map<string, Map<string, number>> {
  const judgements = new Map<string, Map<string, number>>()
  for (const line of linesOf(path).slice(1)) {
    const [query = '', document = '', grade] = line.split('\t')
    if (Number(grade) <= 0) continue
    const grades = judgements.get(query) ?? new Map<string, number>()
    judgements.set(query, grades.set(document, Number(grade)))
  }
  return judgements
}

/** An indexed collection. Every document is one passage, because the relevance judgements are about documents. */
export function openCollection(folder: string) {
  const corpus = readAll(join(folder, 'corpus.jsonl'))
  const judgements = readJudgements(join(folder, 'qrels/test.tsv'))
  const queries = readAll(join(folder, 'queries.jsonl')).filter((query) => judgements.has(query._id))
  const texts = corpus.map(({ title = '', text }) => `${title}\n${text}`)
  const language = detectLanguage(
    corpus
      .slice(0, 100)
      .map((entry) => entry.text)
      .join('\n'),
  )
  const start = performance.now()
  const bytes = writeSegment(buildSegment(texts, language))
  const perSecond = corpus.length / ((performance.now() - start) / 1000)
  const index = new KnowledgeIndex(Number.POSITIVE_INFINITY)
  index.want(1, [1])
  index.add(1, [{ id: 1, file: 1, bytes }])
  return { corpus, texts, queries, judgements, language, perSecond, index }
}
type Collection = ReturnType<typeof openCollection>

/** A row of the table. */
export function measureWords(name: string, collection: Collection): (string | number)[] {
  const { corpus, queries, judgements, language, perSecond, index } = collection
  const times: number[] = []
  const sums = { ndcg: 0, recall: 0, mrr: 0 }
  for (const query of queries) {
    const right = judgements.get(query._id) ?? new Map<string, number>()
    const startedAt = performance.now()
    const results = index.search([1], query.text, 10)
    times.push(performance.now() - startedAt)
    const ids = results.map(({ ordinal }) => corpus[ordinal]?._id ?? '')
    sums.ndcg += ndcg(ids, right)
    sums.recall += ids.slice(0, 5).filter((id) => right.has(id)).length / right.size
    sums.mrr += 1 / (1 + ids.findIndex((id) => right.has(id)) || Number.POSITIVE_INFINITY)
  }
  times.sort((a, b) => a - b)
  const mean = (sum: number) => (sum / queries.length).toFixed(4)
  const share = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(2)
  return [
    name,
    language,
    corpus.length,
    mean(sums.ndcg),
    mean(sums.recall),
    mean(sums.mrr),
    share(0.5),
    share(0.95),
    Math.round(perSecond),
  ]
}

/** nDCG@10 by words, by vectors alone, and by both together, for vectors of one kind. */
export function measureMeaning(
  { corpus, texts, queries, judgements, index }: Collection,
  standIn: StandIn,
  fusions: readonly Fusion[] = [FUSION],
): { alone: number; fused: number[] } {
  const placeOf = new Map(corpus.map(({ _id }, at) => [_id, at]))
  const vectors = texts.map((text, at) => standIn.ofPassage(text, at))
  const dimension = vectors[0]?.length ?? 0
  const block = emptyBlock(texts.length, dimension)
  for (const [at, vector] of vectors.entries()) putVector(block, at, vector)
  index.wantVectors(1, [])
  index.add(1, [], [{ id: 1, file: 1, model: 'm', dimension, bytes: writeBlock(block) }])
  const sums = { alone: 0, fused: fusions.map(() => 0) }
  for (const query of queries) {
    const right = judgements.get(query._id) ?? new Map<string, number>()
    const places = [...right.keys()].flatMap((id) => placeOf.get(id) ?? [])
    const vector = standIn.ofQuestion(query.text, places)
    const meaning: EmbeddedQuestion = { model: 'm', vector, background: [] }
    for (const [at, fusion] of fusions.entries()) {
      const results = index.search([1], query.text, 10, new Map([[1, meaning]]), fusion)
      const ids = results.map(({ ordinal }) => corpus[ordinal]?._id ?? '')
      sums.fused[at] = (sums.fused[at] ?? 0) + ndcg(ids, right)
    }
    const nearest = Array.from(cosinesOf(block, vector), (cosine, at) => ({ cosine, at }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, 10)
    sums.alone += ndcg(
      nearest.map(({ at }) => corpus[at]?._id ?? ''),
      right,
    )
  }
  const mean = (sum: number) => sum / queries.length
  return { alone: mean(sums.alone), fused: sums.fused.map(mean) }
}

const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0)

function ndcg(ids: readonly string[], right: ReadonlyMap<string, number>): number {
  const ideal = [...right.values()].sort((a, b) => b - a).slice(0, 10)
  return discounted(ids.map((id) => right.get(id) ?? 0)) / discounted(ideal)
}
