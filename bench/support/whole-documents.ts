import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_SPLIT } from '../../server/src/documents/chunking/split-text.ts'
import { indexDocument } from '../../server/src/modules/knowledge/reading/index-document.ts'
import { KnowledgeIndex } from '../../server/src/search/knowledge-index.ts'
import { formsOf } from './question-forms.ts'

export interface Entry {
  _id: string
  title?: string
  text: string
}

export interface Query extends Entry {
  /** Documents that answer it, and how well. */
  right: ReadonlyMap<string, number>
  /** Such as `define`. */
  kind?: string
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

export interface FormFigures {
  questions: number
  ndcg: number
  hit: number
  grades: Record<Answer['grade'], number>
}

/** Every form of every question, by kind of question. */
export async function measureForms(
  { corpus, queries }: WholeCollection,
  ask: Ask,
  language: string,
): Promise<Map<string, FormFigures>> {
  const texts = new Map(corpus.map(({ _id, text }) => [_id, text]))
  const figures = new Map<string, FormFigures>()
  for (const [at, query] of queries.entries()) {
    const answer = texts.get([...query.right.keys()][0] ?? '') ?? ''
    for (const [form, text] of Object.entries(formsOf({ ...query, answer }, language, at))) {
      const name = query.kind === undefined ? form : `${query.kind}: ${form}`
      const sums = figures.get(name) ?? { questions: 0, ndcg: 0, hit: 0, grades: zeros() }
      const { documents, grade } = await ask(text)
      sums.questions++
      sums.ndcg += ndcg(documents.slice(0, 10), query.right)
      sums.hit += documents.slice(0, 5).some((id) => query.right.has(id)) ? 1 : 0
      sums.grades[grade]++
      figures.set(name, sums)
    }
  }
  for (const sums of figures.values()) {
    sums.ndcg /= sums.questions
    sums.hit /= sums.questions
    sums.grades = shares(sums.grades)
  }
  return figures
}

/** The grades of questions that this material does not answer. */
export async function measureForeign(queries: readonly Query[], ask: Ask): Promise<FormFigures['grades']> {
  const grades = zeros()
  for (const { text } of queries) grades[(await ask(text)).grade]++
  return shares(grades)
}

const zeros = () => ({ found: 0, perhaps: 0, nothing: 0 })

function shares({ found, perhaps, nothing }: FormFigures['grades']): FormFigures['grades'] {
  const all = Math.max(1, found + perhaps + nothing)
  return { found: found / all, perhaps: perhaps / all, nothing: nothing / all }
}

const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0)

export function ndcg(ids: readonly string[], right: ReadonlyMap<string, number>): number {
  const ideal = [...right.values()].sort((a, b) => b - a).slice(0, 10)
  return discounted(ids.map((id) => right.get(id) ?? 0)) / discounted(ideal)
}
