import type { AnswerGrounds, RubricEvaluation, SearchGrade } from '@bellwether/wire'
import * as z from 'zod'

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

/** Phrases with which models say that the material has no answer, in the languages of the web app. */
const PHRASES = [
  /\b(?:I|we) (?:could not|couldn['’]t|cannot|can['’]t|did not|didn['’]t) find\b/i,
  /\b(?:I|we) (?:do not|don['’]t) (?:know|have (?:any |enough )?(?:information|details))\b/i,
  /\b(?:is|are|was) not (?:mentioned|covered|included|found|described|explained|stated) in (?:the|your|this|these|any)\b/i,
  /\b(?:sources?|documents?|materials?|passages?|context|knowledge base) (?:provided )?(?:do|does|did)(?: not|n['’]t) (?:contain|mention|cover|include|say|answer|explain|provide)\b/i,
  /\bno (?:relevant )?(?:information|passages?|sources?) (?:about|on|for|was|were) /i,
  /\bno (?:he encontrado|hemos encontrado|encuentro|he podido encontrar|tengo información|dispongo de información)\b/i,
  /\b(?:fuentes?|documentos?|materiales?|material|contexto|textos?) (?:\p{L}+ )?no (?:contienen?|mencionan?|incluyen?|dicen?|explican?|tratan?|hablan?|responden?)\b/iu,
  /\bno (?:aparece|se menciona|se explica|consta|figura|está) en (?:los?|las?|el|tus?|mis?) (?:fuentes?|documentos?|materiales?|material|textos?)\b/i,
  /\bno (?:he trobat|hem trobat|trobo|he pogut trobar|tinc informació|disposo d['’]informació)\b/i,
  /\b(?:fonts?|documents?|materials?|context|textos?) (?:\p{L}+ )?no (?:contenen|conté|esmenten|esmenta|inclouen|inclou|diuen|diu|expliquen|explica|tracten|tracta|parlen|parla)\b/iu,
  /\bno (?:apareix|s['’]esmenta|s['’]explica|consta|figura|hi és) (?:a|en|als?|a les|a la) /i,
  /\bez dut (?:\p{L}+ )*(?:aurkitu|informaziorik)\b/iu,
  /\b(?:dokumentuek|iturriek|materialak|testuek|testuak) ez (?:dute|du|dituzte|ditu)\b/i,
  /\bez da (?:agertzen|aipatzen|azaltzen)\b/i,
]

/** A long answer may mention in passing that a detail is missing. */
const BEGINNING = 300

/** Whether an answer says that it found nothing about the question. Pure. */
const saysNothingFound = (answer: string): boolean =>
  PHRASES.some((phrase) => phrase.test(answer.slice(0, BEGINNING)))
