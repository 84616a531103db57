import type { RubricSheet } from '@bellwether/wire'
import { isObject } from '../../../platform/is-object.ts'

type Json = Readonly<Record<string, unknown>>
type Criterion = RubricSheet['criteria'][number]
type Level = Criterion['levels'][number]

/** A model's judgement of one criterion, before its quotes are verified. */
export interface Judgement {
  level: Level
  justification: string
  quotes: string[]
}

export interface ReadJudgements {
  /** By index of the criterion in the rubric. */
  judgements: Map<number, Judgement>
  feedback: string
  faults: string[]
}

const MAX_QUOTES = 5
const MAX_QUOTE = 2000
const MAX_TEXT = 10_000

/**
 * Keeps the valid parts of an answer and lists the faults. Scores come from the rubric; numbers from the model are
 * ignored. Pure.
 */
export function readJudgements(rubric: RubricSheet, answer: Json): ReadJudgements {
  const judgements = new Map<number, Judgement>()
  const faults: string[] = []
  const entries: unknown[] = Array.isArray(answer.criteria) ? answer.criteria : []
  if (!Array.isArray(answer.criteria))
    faults.push('"criteria" must be a list with one entry for every criterion')
  for (const entry of entries) {
    if (!isObject(entry)) continue
    const at = placeOf(rubric.criteria, entry.criterion ?? entry.criterion_id ?? entry.name)
    const criterion = rubric.criteria[at]
    if (!criterion) {
      faults.push(`there is no criterion ${JSON.stringify(entry.criterion ?? null).slice(0, 100)}`)
      continue
    }
    const judgement = toJudgement(criterion, entry)
    if (typeof judgement === 'string') faults.push(`criterion ${at + 1} (${criterion.name}): ${judgement}`)
    else if (!judgements.has(at)) judgements.set(at, judgement)
  }
  return { judgements, feedback: toText(answer.feedback), faults }
}

function toJudgement(criterion: Criterion, entry: Json): Judgement | string {
  const level = findLevel(criterion.levels, entry.level)
  if (!level)
    return `its level must be one of ${criterion.levels.map(({ label }) => JSON.stringify(label)).join(', ')}`
  const justification = toText(entry.justification)
  if (justification === '') return 'its justification is missing'
  const evidence: unknown[] = Array.isArray(entry.evidence) ? entry.evidence : [entry.evidence]
  const quotes = evidence
    .map((item) => toText(isObject(item) ? item.quote : item).slice(0, MAX_QUOTE))
    .filter((quote) => quote !== '')
  return { level, justification, quotes: quotes.slice(0, MAX_QUOTES) }
}

/** Matches by number in the prompt, id or name; -1 when nothing matches or more than one does. */
function placeOf(criteria: readonly Criterion[], reference: unknown): number {
  const text = toText(reference)
  if (/^\d{1,3}$/.test(text)) {
    const at = Number(text) - 1
    if (criteria[at]) return at
  }
  return (
    onlyIndex(criteria, ({ id }) => id !== '' && id === text) ??
    onlyIndex(criteria, ({ name }) => isSame(name, text)) ??
    -1
  )
}

/** Matches by label, or by score if no label matches and only one level has it. */
function findLevel(levels: readonly Level[], reference: unknown): Level | undefined {
  const text = toText(isObject(reference) ? (reference.label ?? reference.score) : reference)
  if (text === '') return undefined
  // Levels are often printed as "Found (3)".
  const at =
    onlyIndex(levels, ({ label }) => isSame(label, text)) ??
    onlyIndex(levels, ({ label, score }) => isSame(`${label} (${score})`, text)) ??
    onlyIndex(levels, ({ score }) => String(score) === text)
  return at === undefined ? undefined : levels[at]
}

function onlyIndex<T>(items: readonly T[], fits: (item: T) => boolean): number | undefined {
  const at = items.findIndex(fits)
  return at >= 0 && items.findLastIndex(fits) === at ? at : undefined
}

const isSame = (a: string, b: string): boolean => plain(a) === plain(b)
const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase().replace(/\s+/g, ' ')

const toText = (value: unknown): string =>
  typeof value === 'string' ? value.trim().slice(0, MAX_TEXT) : typeof value === 'number' ? String(value) : ''
