import {
  EVALUATION_LIMITS,
  type Message,
  type RetrievalQuestionDraft,
  retrievalQuestionDraftSchema,
  say,
  toMessageFields,
} from '@bellwether/wire'
import type * as z from 'zod'
import { badRequest, type InputFault, invalid, messageOfFault } from '../../platform/errors.ts'
import { requireFewValues } from '../../platform/http/body.ts'
import { issueMessage } from '../../platform/http/plain-issue.ts'
import { isObject } from '../../platform/is-object.ts'
import { tryParseJson } from '../../platform/json.ts'
import { parseCsv } from '../../platform/text/csv.ts'

/** A question of an import, unchecked. */
interface RawQuestion {
  /** Row number for error messages: a list starts at 1; in a CSV file, row 1 is the header. */
  row: number
  draft: unknown
  /** The rows of its expected passages, if they are separate rows. */
  expectedRows?: number[] | undefined
}

/** A valid question with its row. */
export interface ImportedQuestion extends Omit<RawQuestion, 'draft'> {
  draft: RetrievalQuestionDraft
}

const COLUMNS = 'question, filename, quote, start, end, page, note'

/** The questions in a JSON or CSV file. Pure. Error messages are for the author of the file. */
export function readQuestionFile(text: string): ImportedQuestion[] {
  if (text.includes('\u0000') || text.includes('\uFFFD')) throw badRequest(say('evaluations.import_not_utf8'))
  return /^[\uFEFF\s]*[[{]/.test(text) ? readQuestionList(parseJson(text)) : check(readCsv(text))
}

/** `{"questions": […]}`, or the list alone. Pure. */
export function readQuestionList(value: unknown): ImportedQuestion[] {
  const list = isObject(value) ? value.questions : value
  if (!Array.isArray(list))
    throw badRequest(
      say('evaluations.import_shape', {
        example: '{"questions": [{"question": …, "expected": [{"filename": …}]}]}',
      }),
    )
  return check(list.map((entry: unknown, index) => ({ row: index + 1, draft: entry })))
}

function readCsv(text: string): RawQuestion[] {
  const [head = [], ...rows] = parseCsv(text)
  const names = head.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  if (!names.includes('question') || !(names.includes('filename') || names.includes('file_id')))
    throw badRequest(say('evaluations.csv_columns', { columns: COLUMNS }))
  const byQuestion = new Map<string, { row: number; draft: CsvQuestion; expectedRows: number[] }>()
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const row = index + 2
    const cell = (name: string) => (cells[names.indexOf(name)] ?? '').trim()
    const question = cell('question')
    // Rows without a question are not grouped; each is a separate error.
    const key = question || `row ${row}`
    const entry = byQuestion.get(key) ?? {
      row,
      draft: { question, expected: [], note: '' },
      expectedRows: [],
    }
    byQuestion.set(key, entry)
    entry.draft.expected.push(toExpected(cell))
    entry.draft.note ||= cell('note')
    entry.expectedRows.push(row)
  }
  return [...byQuestion.values()]
}

interface CsvQuestion {
  question: string
  expected: Record<string, string | number>[]
  note: string
}

function toExpected(cell: (name: string) => string): Record<string, string | number> {
  const texts = ['file_id', 'filename', 'quote'].map((name) => [name, cell(name)] as const)
  const numbers = ['start', 'end', 'page'].map((name) => [name, cell(name)] as const)
  return Object.fromEntries([
    ...texts.filter(([, value]) => value !== ''),
    // Values that are not numbers stay unchanged and are refused by name.
    ...numbers
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, /^\d{1,15}$/.test(value) ? Number(value) : value] as const),
  ])
}

/** Returns all questions, or throws with the errors of each. */
function check(questions: readonly RawQuestion[]): ImportedQuestion[] {
  if (questions.length === 0) throw badRequest(say('evaluations.import_no_questions'))
  if (questions.length > EVALUATION_LIMITS.questionsPerBase)
    throw badRequest(
      say('evaluations.import_too_many', {
        count: questions.length,
        limit: EVALUATION_LIMITS.questionsPerBase,
      }),
    )
  const faults: InputFault[] = []
  const read: ImportedQuestion[] = []
  const rowOf = new Map<string, number>()
  for (const { row, draft, expectedRows } of questions) {
    const parsed = retrievalQuestionDraftSchema.safeParse(draft)
    if (!parsed.success) {
      faults.push(...parsed.error.issues.map((issue) => toRowFault(row, expectedRows, issue)))
      continue
    }
    const before = rowOf.get(parsed.data.question)
    if (before !== undefined)
      faults.push(toFault(row, 'question', say('evaluations.import_repeated', { row: before })))
    else rowOf.set(parsed.data.question, row)
    read.push({ row, expectedRows, draft: parsed.data })
  }
  throwFaults(faults)
  return read
}

/** In a CSV file, each expected passage is a row and its fields are columns. */
function toRowFault(
  row: number,
  expectedRows: readonly number[] | undefined,
  issue: z.core.$ZodIssue,
): InputFault {
  const { path } = issue
  const [field, at] = path
  const place = field === 'expected' && typeof at === 'number' ? expectedRows?.[at] : undefined
  const rest = place === undefined ? path : path.slice(2)
  return toFault(place ?? row, rest.map(String).join('.'), issueMessage(issue))
}

export function toFault(row: number, field: string, problem: string | Message): InputFault {
  const message =
    field === ''
      ? say('evaluations.import_row', { row, problem })
      : say('evaluations.import_field', { row, field, problem })
  return {
    loc: ['body', 'questions', row, ...(field === '' ? [] : [field])],
    msg: message.text,
    type: 'import',
    ...toMessageFields(message),
  }
}

const MAX_ERRORS_SHOWN = 50

export function throwFaults(faults: readonly InputFault[]): void {
  const [first] = faults
  if (!first) return
  throw invalid(
    say('evaluations.import_failed', { count: faults.length, reason: messageOfFault(first) }),
    faults.slice(0, MAX_ERRORS_SHOWN),
  )
}

function parseJson(text: string): unknown {
  requireFewValues(Buffer.from(text))
  const value = tryParseJson(text.replace(/^\uFEFF/, ''))
  if (value === undefined) throw badRequest(say('evaluations.import_not_json'))
  return value
}
