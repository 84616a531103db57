import {
  type Message,
  readMessage,
  say,
  type TraceRecord,
  type TraceStep,
  type TraceSummary,
  textOf,
  toMessageBody,
  toMessageFields,
  traceStepSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { NewRow, Row } from '../../platform/db/schema.ts'
import { cutText, type Redactor } from './redact.ts'
import type { StepNote, ToolStepNote, TraceNote } from './trace-note.ts'

const MAX_SETTING = 200
const MAX_ARGUMENT = 1000
const MAX_INPUT = 4000
const MAX_REASON = 500
const MAX_MESSAGE = 100_000
const MAX_PROMPT = 400_000
const MAX_STEPS = 400

/** Neither database can store U+0000 in a text. In JSON texts it is escaped. */
const plain = (text: string, longest: number): string => cutText(text.replaceAll('\u0000', ''), longest)

/** Creates the stored row: without secrets, and no larger than a page can show. */
export function toRow(note: TraceNote): NewRow<'traces'> {
  const { redact } = note
  return {
    id: note.id,
    organization_id: note.organizationId,
    assistant_id: note.assistantId,
    user_id: note.userId,
    end_user: note.endUser === null ? null : plain(note.endUser, 200),
    parent_id: note.parentId ?? null,
    door: note.door,
    request_model: note.requestModel === null ? null : plain(redact.text(note.requestModel), 200),
    provider: note.provider,
    model: plain(note.model, 200),
    outcome: note.outcome,
    started_at: Math.floor(note.startedAt / 1000),
    duration_ms: Math.round(note.milliseconds),
    input_tokens: note.inputTokens,
    output_tokens: note.outputTokens,
    cost: toUnits(note.cost),
    iterations: note.iterations,
    capped: note.capped ? 1 : 0,
    steps: JSON.stringify(note.steps.slice(0, MAX_STEPS).map((step) => toStep(step, note))),
    prompt: note.prompt === undefined ? null : toPromptText(note.prompt, redact),
    notes: JSON.stringify((note.notes ?? []).map((entry) => toStored(entry, redact))),
  }
}

const toUnits = (micros: number | null | undefined): number | null =>
  micros === null || micros === undefined ? null : micros / 1_000_000

/** Only the text if it was cut or contained a secret: the parameters would still contain it. */
function toStored(message: string | Message, redact: Redactor): string | Message {
  const text = plain(redact.text(textOf(message)), MAX_REASON)
  return typeof message === 'object' && message.text === text ? message : text
}

function toReason(reason: string | Message | null, redact: Redactor) {
  if (reason === null) return { reason }
  const stored = toStored(reason, redact)
  return { reason: textOf(stored), ...(typeof stored === 'object' ? toMessageFields(stored) : {}) }
}

function toStep(step: StepNote, note: TraceNote): TraceStep {
  const { redact } = note
  const every = {
    iteration: step.iteration,
    milliseconds: Math.round(step.milliseconds ?? 0),
    outcome: step.outcome,
    ...toReason(step.reason, redact),
  }
  if (step.kind === 'citations') {
    const { kind, sentences, unsupported, wrongMarks, danglingMarks } = step
    return {
      kind,
      sentences,
      unsupported,
      wrong_marks: wrongMarks,
      dangling_marks: danglingMarks.slice(0, 50),
      ...every,
    }
  }
  if (step.kind === 'model') {
    const { kind, model, cost } = step
    const used = {
      input_tokens: step.inputTokens,
      output_tokens: step.outputTokens,
      ...(step.cachedTokens ? { cached_tokens: step.cachedTokens } : {}),
      ...(step.cacheWriteTokens ? { cache_write_tokens: step.cacheWriteTokens } : {}),
      ...(step.reasoningTokens ? { reasoning_tokens: step.reasoningTokens } : {}),
      cost: toUnits(cost),
    }
    return { kind, model, ...used, ...every }
  }
  return {
    kind: step.kind,
    tool: cutText(redact.text(step.tool), 100),
    use: step.use,
    name: cutText(redact.text(step.name), 100),
    ...(step.label === undefined ? {} : { label: plain(redact.text(step.label), 200) }),
    input: toInputText(step, redact),
    output_length: step.outputLength,
    cut: step.cut,
    sources: step.sources,
    ...(step.metadata ? { metadata: step.metadata } : {}),
    // Also for denied calls: the person who asked, and the rights that were used.
    ...(step.dataOf || step.outcome === 'denied' ? { access: toAccess(step.dataOf ?? [], note) } : {}),
    ...every,
  }
}

const toAccess = (dataOf: readonly number[], { ownerId, userId, endUser }: TraceNote) => ({
  ran_as: ownerId ?? 0,
  on_behalf_of: endUser === null ? (userId === null ? null : `user ${userId}`) : plain(endUser, 200),
  data_of: [...dataOf],
})

function toInputText({ use, input }: ToolStepNote, redact: Redactor): string {
  if (use === 'inject' && typeof input === 'object' && input !== null)
    return cutText(redact.settings(input, MAX_SETTING), MAX_INPUT)
  return cutText(JSON.stringify(redact.value(input, MAX_ARGUMENT)) ?? '{}', MAX_INPUT)
}

/** The last messages, as many as fit. Images are left out, because they are larger than all of the text. */
function toPromptText(prompt: readonly object[], redact: Redactor): string {
  const messages: string[] = []
  let length = 0
  for (const message of prompt.toReversed()) {
    const text = JSON.stringify(redact.value(withoutImages(message), MAX_MESSAGE))
    length += text.length
    if (length > MAX_PROMPT && messages.length > 0) break
    messages.push(text)
  }
  return `[${messages.reverse().join(',')}]`
}

function withoutImages(message: object): object {
  const content: unknown = Reflect.get(message, 'content')
  return Array.isArray(content) ? { ...message, content: content.map(toTextPart) } : message
}

function toTextPart(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  const type: unknown = Reflect.get(part, 'type')
  return type === 'text' ? part : { type }
}

export type TraceHead = Omit<Row<'traces'>, 'steps' | 'prompt' | 'notes'>

export const toSummary = (row: TraceHead): TraceSummary => ({
  id: row.id,
  organization_id: row.organization_id,
  assistant_id: row.assistant_id,
  user_id: row.user_id,
  end_user: row.end_user,
  door: row.door,
  request_model: row.request_model,
  provider: row.provider,
  model: row.model,
  outcome: row.outcome,
  started_at: row.started_at,
  duration_ms: row.duration_ms,
  input_tokens: row.input_tokens,
  output_tokens: row.output_tokens,
  cost: row.cost,
  iterations: row.iterations,
  capped: row.capped === 1,
  parent_id: row.parent_id,
})

const stepsSchema = z.array(traceStepSchema).catch([])
const notesSchema = z
  .array(z.unknown())
  .transform((stored) => stored.flatMap((entry) => readMessage(entry) ?? []))
  .catch([])

/** The complete record, for people who may edit the assistant. */
export function toFullRecord(row: Row<'traces'>, parts: readonly TraceHead[] = []): TraceRecord {
  const notes = notesSchema.parse(JSON.parse(row.notes))
  return {
    ...toSummary(row),
    children: parts.map(toSummary),
    steps: stepsSchema.parse(JSON.parse(row.steps)),
    notes: notes.map(textOf),
    note_messages: notes.map(toMessageBody),
    prompt: row.prompt === null ? null : JSON.parse(row.prompt),
  }
}

/**
 * For the person who asked: the steps, but neither the author's settings nor texts that may name the author's
 * servers.
 */
export function toOwnRecord(row: Row<'traces'>, parts: readonly TraceHead[] = []): TraceRecord {
  const record = toFullRecord(row, parts)
  return { ...record, prompt: null, steps: record.steps.map(toOwnStep) }
}

function toOwnStep({ message_code: _code, message_params: _params, ...step }: TraceStep): TraceStep {
  const reason = toOwnReason(step.outcome)
  if (step.kind !== 'tool') return { ...step, ...reason }
  const { access: _ofTheAuthor, ...ownStep } = step
  return { ...ownStep, ...reason, input: step.use === 'inject' ? null : step.input }
}

function toOwnReason(outcome: TraceStep['outcome']) {
  if (outcome === 'ok') return { reason: null }
  const message = say(`outcomes.${outcome}`)
  return { reason: message.text, ...toMessageFields(message) }
}
