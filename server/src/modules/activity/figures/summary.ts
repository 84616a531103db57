import type { ActivityPolicy, ActivitySummary } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import type { Observed } from '../observed.repository.ts'
import { figuresRepository, type Period } from './figures.repository.ts'

const DAY_SECONDS = 86_400
const MAX_CITED = 10
const NEVER_CITED = 50

export const toDay = (number: number): string =>
  new Date(number * DAY_SECONDS * 1000).toISOString().slice(0, 10)

/** The last days up to and including today, in UTC. */
export function lastDays(days: number, now: number): Period {
  const end = (Math.floor(now / DAY_SECONDS) + 1) * DAY_SECONDS
  return { start: end - days * DAY_SECONDS, end }
}

/** The figures of an assistant. They contain no text of a person. */
export async function summarize(
  db: Db,
  assistant: Observed,
  period: Period,
  { policy, bases }: { policy: ActivityPolicy; bases: readonly number[] },
): Promise<Omit<ActivitySummary, 'named_people'>> {
  const totals = await figuresRepository.totals(db, assistant, period)
  const days = await figuresRepository.days(db, assistant, period)
  const cited = await figuresRepository.citedDocuments(db, assistant, period)
  const isCited = new Set(cited.map(({ id }) => id))
  const documents = await figuresRepository.documentsIn(db, bases)
  const neverCited = documents.filter(({ id }) => !isCited.has(id))
  return {
    assistant_id: assistant.id,
    policy,
    from: toDay(period.start / DAY_SECONDS),
    to: toDay(period.end / DAY_SECONDS - 1),
    ...totals,
    days: everyDay(period, days),
    answers: await figuresRepository.support(db, assistant, period),
    feedback: await figuresRepository.feedback(db, assistant, period),
    documents: {
      most_cited: cited.slice(0, MAX_CITED).map(toDocument),
      never_cited: neverCited.slice(0, NEVER_CITED).map(toDocument),
      never_cited_total: neverCited.length,
    },
    rubrics: toDistributions(await figuresRepository.rubricResults(db, assistant, period)),
  }
}

/** Ids of documents and knowledge bases are text in the API. */
const toDocument = <T extends { id: number; knowledge_base_id: number }>(row: T) => ({
  ...row,
  id: String(row.id),
  knowledge_base_id: String(row.knowledge_base_id),
})

type DayFigures = Awaited<ReturnType<typeof figuresRepository.days>>

/** Includes days without questions. */
function everyDay({ start, end }: Period, days: DayFigures): ActivitySummary['days'] {
  const figuresByDay = new Map(days.map((day) => [day.day, day]))
  const first = start / DAY_SECONDS
  return Array.from({ length: (end - start) / DAY_SECONDS }, (_, at) => {
    const { questions = 0, people = 0 } = figuresByDay.get(first + at) ?? {}
    return { day: toDay(first + at), questions, people }
  })
}

type ResultRows = Awaited<ReturnType<typeof figuresRepository.rubricResults>>

function toDistributions(rows: ResultRows): ActivitySummary['rubrics'] {
  const rubrics: ActivitySummary['rubrics'] = []
  for (const { rubric, criterion, level, score, count } of rows) {
    let distribution = rubrics.find((existing) => existing.rubric === rubric)
    if (!distribution) {
      distribution = { rubric, criteria: [] }
      rubrics.push(distribution)
    }
    let figures = distribution.criteria.find((existing) => existing.criterion === criterion)
    if (!figures) {
      figures = { criterion, results: 0, levels: [] }
      distribution.criteria.push(figures)
    }
    figures.results += count
    figures.levels.push({ level, score, count })
  }
  return rubrics
}
