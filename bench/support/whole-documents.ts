import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_SPLIT } from '../../server/src/documents/chunking/split-text.ts'
import { indexDocument } from '../../server/src/modules/knowledge/reading/index-document.ts'
import { KnowledgeIndex } from '../../server/src/search/knowledge-index.ts'
import { toLongQuestion } from './long-questions.ts'

export interface Entry {
  _id: string
  title?: string
  text: string
}

export interface Query extends Entry {
  /** Documents that answer it, and how well. */
  right: ReadonlyMap<string, number>
}

export interface WholeCollection {
  corpus: Entry[]
  queries: Query[]
}

export interface Answer {
  /** Ids of documents, best first, each once. */
  documents: string[]
  grade: 'found' | 'perhaps' | 'nothing'
}

export type Ask = (question: string) => Promise<Answer>

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n')
const readAll = (path: string): Entry[] => linesOf(path).map((line) => JSON.parse(line) as Entry)

export function readCollection(folder: string): WholeCollection {
  const judgements = new Map<string, Map<string, number>>()
  for (const line of linesOf(join(folder, 'qrels/test.tsv')).slice(1)) {
    const [query = '', document = '', grade] = line.split('\t')
    if (Number(grade) <= 0) continue
    judgements.set(query, (judgements.get(query) ?? new Map<string, number>()).set(document, Number(grade)))
  }
  const queries = readAll(join(folder, 'queries.jsonl')).flatMap((query) => {
    const right = judgements.get(query._id)
    return right ? [{ ...query, right }] : []
  })
  return { corpus: readAll(join(folder, 'corpus.jsonl')), queries }
}

/** The paragraphs of an article as one document, as people upload them. */
export function toArticles({ corpus, queries }: WholeCollection): WholeCollection {
  const articles = new Map<string, string[]>()
  const articleOf = new Map<string, string>()
  for (const { _id, title, text } of corpus) {
    const article = title || _id
    articleOf.set(_id, article)
    articles.set(article, [...(articles.get(article) ?? []), text])
  }
  return {
    corpus: Array.from(articles, ([title, texts]) => ({ _id: title, title, text: texts.join('\n\n') })),
    queries: queries.map((query) => ({
      ...query,
      right: new Map(Array.from(query.right, ([id, grade]) => [articleOf.get(id) ?? id, grade])),
    })),
  }
}

/** As a text file: the title on top. */
export const textOf = ({ title = '', text }: Entry): string => (title === '' ? text : `${title}\n\n${text}`)

/** Passages that are asked for; documents are found by the best of theirs. */
export const PASSAGES = 20

/** Splits, indexes, ranks and grades as the server does, without its database. */
export function openInMemory(corpus: readonly Entry[]): Ask {
  const index = new KnowledgeIndex(Number.POSITIVE_INFINITY)
  const indexed = corpus.map((entry) =>
    indexDocument({ title: entry._id, text: textOf(entry), marks: [] }, DEFAULT_SPLIT),
  )
  index.want(
    1,
    corpus.map((_, at) => at),
  )
  index.add(
    1,
    indexed.map(({ segment }, at) => ({ id: at, file: at, bytes: segment })),
  )
  return async (question) => {
    const { chunks, grade } = index.find([1], question, PASSAGES)
    return { documents: [...new Set(chunks.map(({ file }) => corpus[file]?._id ?? ''))], grade }
  }
}

export interface Measured {
  ndcg: number
  recall: number
  p50: number
  p95: number
}

export async function measureRanking(queries: readonly Query[], ask: Ask): Promise<Measured> {
  const sums = { ndcg: 0, recall: 0 }
  const times: number[] = []
  for (const { text, right } of queries) {
    const startedAt = performance.now()
    const { documents } = await ask(text)
    times.push(performance.now() - startedAt)
    sums.ndcg += ndcg(documents.slice(0, 10), right)
    sums.recall += documents.slice(0, 5).filter((id) => right.has(id)).length / right.size
  }
  times.sort((a, b) => a - b)
  const share = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0
  const count = queries.length
  return { ndcg: sums.ndcg / count, recall: sums.recall / count, p50: share(0.5), p95: share(0.95) }
}

export interface Abstention {
  /** Of questions about articles that are not there: share of each grade. */
  missing: Record<Answer['grade'], number>
  /** Of questions about articles that are there, whether the right one is found or not: share of each grade. */
  answerable: Record<Answer['grade'], number>
}

/** Whether an article is in one half or the other. */
const halfOf = ({ title, _id }: Entry): 0 | 1 => {
  let hash = 0
  for (const character of title || _id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return ((hash >>> 3) % 2) as 0 | 1
}

/** Asks every question of a base that has only half of the articles. */
export async function measureAbstention(
  { corpus, queries }: WholeCollection,
  open: (corpus: readonly Entry[]) => Promise<{ ask: Ask; stop(): Promise<void> }>,
  { half, isLong, language }: { half: 0 | 1; isLong: boolean; language: string },
): Promise<Abstention> {
  const entries = corpus.filter((entry) => halfOf(entry) === half)
  const ids = new Set(entries.map(({ _id }) => _id))
  const { ask, stop } = await open(entries)
  const counts = { missing: zeros(), answerable: zeros() }
  for (const [at, { text, right }] of queries.entries()) {
    const isThere = [...right.keys()].some((id) => ids.has(id))
    const { grade } = await ask(isLong ? toLongQuestion(text, language, at) : text)
    counts[isThere ? 'answerable' : 'missing'][grade]++
  }
  await stop()
  return { missing: shares(counts.missing), answerable: shares(counts.answerable) }
}

const zeros = () => ({ found: 0, perhaps: 0, nothing: 0 })

function shares(counts: Record<Answer['grade'], number>): Record<Answer['grade'], number> {
  const all = Math.max(1, counts.found + counts.perhaps + counts.nothing)
  return { found: counts.found / all, perhaps: counts.perhaps / all, nothing: counts.nothing / all }
}

const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0)

function ndcg(ids: readonly string[], right: ReadonlyMap<string, number>): number {
  const ideal = [...right.values()].sort((a, b) => b - a).slice(0, 10)
  return discounted(ids.map((id) => right.get(id) ?? 0)) / discounted(ideal)
}
