import type { ApprovalRecord, MessageParams, Source } from '@bellwether/wire'
import type { Input, SpecialPath, Untyped } from '@bellwether/wire/client/operations'
import { createParser } from 'eventsource-parser'
import { ApiError, toApiError } from './api-error.ts'
import { type RequestOptions, sendTo } from './client.ts'

/** The events of a streamed answer. `trace` and `chat` come first, from the headers; `done` or `error` last. */
export type StreamEvent =
  | { type: 'text'; text: string }
  | { type: 'status'; status: StreamStatus }
  | { type: 'sources'; sources: Source[] }
  | { type: 'citations'; citations: unknown }
  | { type: 'approval'; approval: ApprovalRecord }
  | { type: 'file_edit'; edit: StreamedEdit }
  | { type: 'usage'; usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } }
  | { type: 'trace'; id: string }
  /** The ids of the stored chat, question and answer. */
  | { type: 'chat'; id: string; questionId: string | undefined; answerId: string | undefined }
  | { type: 'finish'; reason: string }
  | { type: 'error'; error: ApiError }
  | { type: 'done' }

export interface StreamStatus {
  type: string
  status: string
  tool?: string | null
  message?: string
  /** `message` in the user's language. */
  text?: string
  elapsed_ms?: number
  /** Identifies a tool run, from its start to its end. */
  call_id?: string
  parent_call_id?: string
  /** The function that this is a part of, when an assistant works for an orchestrator. */
  parent?: string
  /** The name of the assistant that the tool asks. */
  label?: string
}

/** A file of a workspace that was changed during the answer. */
export interface StreamedEdit {
  workspace: string
  path: string
  /** Unified; empty if it is too long to show. */
  diff: string
  added: number
  removed: number
  /** The id for undoing it. */
  edit: string
}

/** Limit for the whole answer, which may take long. */
const LIMIT_MS = 30 * 60_000
const LAST = '[DONE]'

/** Asks a question and yields the events of the answer. Aborting the signal ends it without an error. */
export async function* stream<P extends SpecialPath<'post', 'Events'>>(
  path: P,
  ...[input]: Input<'post', P, RequestOptions>
): AsyncGenerator<StreamEvent> {
  const asked: Untyped & RequestOptions = input ?? {}
  const body = { ...(asked.body as object), stream: true }
  yield* readEvents(await sendTo('POST', path, { ...asked, body, limitMs: LIMIT_MS }), asked)
}

/** Joins an answer in progress. Undefined if there is none. */
export async function follow<P extends SpecialPath<'get', 'Events'>>(
  path: P,
  ...[input]: Input<'get', P, RequestOptions>
): Promise<AsyncGenerator<StreamEvent> | undefined> {
  const response = await sendTo('GET', path, { ...input, limitMs: LIMIT_MS })
  return response.status === 204 ? undefined : readEvents(response, input)
}

async function* readEvents(
  response: Response,
  { signal }: Pick<RequestOptions, 'signal'> = {},
): AsyncGenerator<StreamEvent> {
  const trace = response.headers.get('x-trace-id')
  const chat = response.headers.get('x-chat-id')
  if (trace) yield { type: 'trace', id: trace }
  if (chat)
    yield {
      type: 'chat',
      id: chat,
      questionId: response.headers.get('x-question-id') ?? undefined,
      answerId: response.headers.get('x-message-id') ?? undefined,
    }
  try {
    for await (const data of readFrames(response)) {
      if (data === LAST) return yield { type: 'done' }
      yield* toEvents(data)
    }
  } catch {
    if (signal?.aborted) return
    yield { type: 'error', error: new ApiError(0, 'The answer was cut off') }
    return
  }
  if (signal?.aborted) return
  // A stream without a final event was cut off in transit.
  yield { type: 'error', error: new ApiError(0, 'The answer was cut off') }
}

/** The `data` of each server-sent event, however the network split the bytes. */
async function* readFrames(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  const frames: string[] = []
  let hasAll = false
  const parser = createParser({
    onEvent({ data }) {
      frames.push(data)
      hasAll ||= data === LAST
    },
  })
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      parser.feed(value)
      yield* frames.splice(0)
    }
  } finally {
    // The server ends a complete answer itself. Browsers report a cancelled one as a failed request.
    void (hasAll ? reader.read() : reader.cancel()).catch(() => undefined)
  }
}

interface Chunk {
  choices?: { delta?: { content?: string | null }; finish_reason?: string | null }[]
  status?: StreamStatus
  /** For translating the status. */
  message_code?: string
  message_params?: MessageParams
  sources?: { metadata?: Source[] }[]
  citations?: unknown
  approval?: ApprovalRecord
  file_edit?: StreamedEdit
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null
  error?: unknown
}

export function* toEvents(data: string): Generator<StreamEvent> {
  let chunk: Chunk
  try {
    chunk = JSON.parse(data) as Chunk
  } catch {
    return
  }
  if (chunk.error !== undefined) yield { type: 'error', error: toApiError(500, chunk) }
  if (chunk.status) {
    const { message_code, message_params } = chunk
    const message = message_code === undefined ? {} : { message_code, message_params }
    yield { type: 'status', status: { ...chunk.status, ...message } }
  }
  if (chunk.sources)
    yield { type: 'sources', sources: chunk.sources.flatMap(({ metadata = [] }) => metadata) }
  if (chunk.citations !== undefined) yield { type: 'citations', citations: chunk.citations }
  if (chunk.approval) yield { type: 'approval', approval: chunk.approval }
  if (chunk.file_edit) yield { type: 'file_edit', edit: chunk.file_edit }
  const choice = chunk.choices?.[0]
  if (choice?.delta?.content) yield { type: 'text', text: choice.delta.content }
  if (choice?.finish_reason) yield { type: 'finish', reason: choice.finish_reason }
  if (chunk.usage) yield { type: 'usage', usage: chunk.usage }
}
