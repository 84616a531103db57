import { joinMessages, parseJsonObject, type RubricData, rubricDataSchema, say } from '@bellwether/wire'
import { nowSeconds } from '../../platform/clock.ts'
import { badRequest, invalid } from '../../platform/errors.ts'
import { requireFewValues } from '../../platform/http/body.ts'
import { issueMessage } from '../../platform/http/plain-issue.ts'
import { newUuid } from '../../platform/ids.ts'
import { isObject } from '../../platform/is-object.ts'
import { tryParseJson } from '../../platform/json.ts'
import { fromMarkdown } from './markdown/import-markdown.ts'

type Stored = Readonly<Record<string, unknown>>

/** The fields of a rubric with the names of its JSON. `criteria` is a list or its JSON text. */
export type RubricFields = {
  [name in 'title' | 'description' | 'subject' | 'gradeLevel' | 'scoringType']?: string | undefined
} & { maxScore?: number | string | undefined; criteria?: string | readonly unknown[] | undefined }

/** The JSON of a new rubric. */
export function toNewData(draft: RubricFields & { title: string }): RubricData {
  const now = new Date().toISOString()
  return check({
    rubricId: newRubricId(draft.title),
    title: draft.title,
    description: draft.description ?? '',
    metadata: {
      subject: draft.subject ?? '',
      gradeLevel: draft.gradeLevel ?? '',
      createdAt: now,
      modifiedAt: now,
    },
    criteria: withIds(readCriteria(draft.criteria)),
    scoringType: draft.scoringType ?? 'points',
    maxScore: draft.maxScore ?? 10,
  })
}

/** Fields that are not given stay, including unknown ones. */
export function toChangedData(stored: Stored, change: RubricFields): RubricData {
  const { subject, gradeLevel, criteria, ...fields } = change
  const now = new Date().toISOString()
  return check({
    ...stored,
    ...onlyGiven(fields),
    metadata: {
      createdAt: now,
      ...toObject(stored.metadata),
      ...onlyGiven({ subject, gradeLevel }),
      modifiedAt: now,
    },
    criteria: withIds(criteria === undefined ? stored.criteria : readCriteria(criteria)),
  })
}

/** A file exported here or by LAMB. It gets a new id and new dates. */
export function toImportedData(text: string): RubricData {
  requireFewValues(Buffer.from(text))
  const value = tryParseJson(text)
  if (value === undefined) throw invalid(say('rubrics.invalid_json'))
  const data = check(value)
  return check(renewed(data, data.title))
}

/** A Markdown page exported here. */
export function toDataFromMarkdown(text: string): RubricData {
  const { criteria, ...rest } = fromMarkdown(text)
  return check({ ...renewed(rest, String(rest.title)), criteria: withIds(criteria) })
}

/** A rubric read from a table. `criteria` have no ids. */
export function toDataFromTable(title: string, criteria: readonly object[]): RubricData {
  const name = title === '' ? 'Rubric' : title
  const rest = { description: '', metadata: { subject: '', gradeLevel: '' } }
  return check({
    ...renewed(rest, name),
    criteria: withIds(criteria),
    scoringType: 'points',
    maxScore: 10,
  })
}

/** A copy under another title. Not validated: any stored rubric may be copied. */
export function renewed(stored: Stored, title: string): Record<string, unknown> {
  const now = new Date().toISOString()
  const metadata = { ...toObject(stored.metadata), createdAt: now, modifiedAt: now }
  return { ...stored, rubricId: newRubricId(title), title, metadata }
}

export const readStored = (text: string): Record<string, unknown> => parseJsonObject(text) ?? {}

/** ASCII only, for use in a file name. */
export const toSlug = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '') || 'rubric'

export const newRubricId = (title: string): string => `${toSlug(title)}-${nowSeconds()}`

function check(value: unknown): RubricData {
  const parsed = rubricDataSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  // An issue of the rubric as a whole is the only one.
  if (issues[0]?.path.length === 0) throw invalid(say('rubrics.invalid', { reason: issueMessage(issues[0]) }))
  const problems = issues
    .slice(0, 3)
    .map((issue) =>
      say('requests.field_invalid', { path: issue.path.join('.'), problem: issueMessage(issue) }),
    )
  throw invalid(say('rubrics.invalid', { reason: joinMessages('parts.series', problems) }))
}

function readCriteria(criteria: unknown): unknown {
  if (typeof criteria !== 'string') return criteria
  const value = tryParseJson(criteria)
  if (value === undefined) throw badRequest(say('rubrics.criteria_not_json'))
  return value
}

/** Clients leave out the ids of new items. */
export function withIds(criteria: unknown): unknown {
  if (!Array.isArray(criteria)) return criteria
  return criteria.map((criterion: unknown) => {
    if (!isObject(criterion)) return criterion
    const { levels } = criterion
    return {
      ...withId(criterion, 'criterion'),
      levels: Array.isArray(levels)
        ? levels.map((level: unknown) => (isObject(level) ? withId(level, 'level') : level))
        : levels,
    }
  })
}

const withId = (part: Stored, kind: string): Stored =>
  part.id === undefined || part.id === null || part.id === '' ? { ...part, id: `${kind}_${newUuid()}` } : part

export const toObject = (value: unknown): Stored => (isObject(value) ? value : {})
const onlyGiven = (fields: Stored): Stored =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
