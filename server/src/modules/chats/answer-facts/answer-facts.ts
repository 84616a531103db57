import type { AnswerGrounds, RubricEvaluation, SearchGrade } from '@bellwether/wire'
import * as z from 'zod'
import { saysNothingFound } from './says-nothing-found.ts'

/** What the tools of an answer report about it. */
export interface AnswerReport {
  /** Whether the knowledge bases had passages about the question. */
  grade?: SearchGrade | undefined
  evaluations?: readonly RubricEvaluation[]
}

export interface RubricResult {
  rubric: string
  criterion: string
  position: number
  level: string
  score: number
  highest: number
}

/** Facts about an answer that figures are computed from. */
export interface AnswerFacts {
  support: SearchGrade | null
  /** Ids of the cited documents. */
  documents: number[]
  results: RubricResult[]
}

const MAX_DOCUMENTS = 50
const MAX_RESULTS = 100
const MAX_NAME = 300

const checkSchema = z.object({
  sentences: z.array(z.object({ marks: z.array(z.number()), status: z.string() })),
})

export function toAnswerFacts(
  text: string,
  grounds: AnswerGrounds | undefined,
  { grade, evaluations = [] }: AnswerReport = {},
): AnswerFacts {
  const sentences = checkSchema.safeParse(grounds?.citations).data?.sentences
  return {
    support: supportOf(text, grade, sentences),
    documents: citedDocuments(grounds?.sources ?? [], sentences ?? []),
    results: evaluations.flatMap(toResults).slice(0, MAX_RESULTS),
  }
}

type Sentences = z.infer<typeof checkSchema>['sentences']

function supportOf(
  text: string,
  grade: SearchGrade | undefined,
  sentences: Sentences | undefined,
): SearchGrade | null {
  const isSearched = grade !== undefined || sentences !== undefined
  if (grade === 'nothing' || (isSearched && saysNothingFound(text))) return 'nothing'
  const claims = (sentences ?? []).filter(({ status }) => status !== 'no_claim')
  if (claims.length > 0 && claims.every(({ status }) => status === 'unsupported')) return 'nothing'
  return grade ?? (sentences === undefined ? null : 'found')
}

function citedDocuments(sources: NonNullable<AnswerGrounds['sources']>, sentences: Sentences): number[] {
  const cited = new Set(sentences.flatMap(({ marks }) => marks))
  const ids = sources
    .filter((source) => typeof source['n'] === 'number' && cited.has(source['n']))
    .map((source) => Number(source['file_id']))
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return [...new Set(ids)].slice(0, MAX_DOCUMENTS)
}

const short = (text: string): string => text.replaceAll('\u0000', '').slice(0, MAX_NAME)

const toResults = ({ title, criteria }: RubricEvaluation): RubricResult[] =>
  criteria.flatMap(({ name, level, score, highest_score }, position) =>
    level === null || score === null
      ? []
      : [
          {
            rubric: short(title),
            criterion: short(name),
            position,
            level: short(level),
            score,
            highest: highest_score,
          },
        ],
  )
