import { type OpenWebUiSource, type SearchGrade, type Source, toMessageFields } from '@bellwether/wire'
import type { EndReason, ModelEvent } from '../../connectors/connector.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { AppError } from '../../platform/errors.ts'
import { toOpenAiError } from '../../platform/http/error-bodies.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import type { ApprovalEvent, FileEdit } from '../../tools/tool.ts'
import type { CitationCheck } from '../citations/citation-check.ts'
import type { StatusEvent } from '../events/completion-event.ts'

/** This is the only file that knows OpenAI's wire format. */
export interface WireNames {
  id: string
  model: string
}

export const DONE = 'data: [DONE]\n\n'

export const toUsage = (usage: TokenUsage) => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
  ...(usage.cachedTokens ? { prompt_tokens_details: { cached_tokens: usage.cachedTokens } } : {}),
  ...(usage.reasoningTokens
    ? { completion_tokens_details: { reasoning_tokens: usage.reasoningTokens } }
    : {}),
})

const frame = (payload: object): string => `data: ${JSON.stringify(payload)}\n\n`

const chunk = (names: WireNames, delta: object, finish: EndReason | null, extra: object = {}): string =>
  frame({
    id: names.id,
    object: 'chat.completion.chunk',
    created: nowSeconds(),
    model: names.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...extra,
  })

/** Sends the sources in an ordinary empty chunk, which clients that don't know them ignore. */
export const toSourcesFrame = (names: WireNames, sources: readonly Source[], grade?: SearchGrade): string =>
  chunk(names, {}, null, {
    ...(sources.length > 0 ? { sources: sources.map(toOpenWebUiSource) } : {}),
    ...(grade ? { grade } : {}),
  })

/** The form that Open WebUI displays: one document per source, with our own fields in its metadata. */
export function toOpenWebUiSource(source: Source): OpenWebUiSource {
  const cited = toCitation(source)
  const name = cited.title ?? 'Unknown'
  const id = typeof cited['source'] === 'string' ? cited['source'] : name
  const texts = [cited['quote'], cited['content'], cited['text'], cited['description']]
  // Not empty: that is what Open WebUI opens.
  const text = texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? name
  return {
    source: { name, ...(cited.url === undefined ? {} : { url: cited.url }) },
    document: [text],
    metadata: [{ ...cited, source: id, name }],
    ...(cited.similarity === undefined ? {} : { distances: [cited.similarity] }),
  }
}

/** Sends the result of the citation check, at the end of the stream. */
export const toCitationsFrame = (names: WireNames, citations: CitationCheck): string =>
  chunk(names, {}, null, { citations })

/** A status with which something begins. Open WebUI shows it as running until another one follows. */
const BEGINNINGS: ReadonlySet<string> = new Set(['tool_start', 'tool_progress', 'tool_call', 'approval'])

/**
 * Sends a status as an ordinary empty chunk: an event of another shape makes official clients throw. `event` is the
 * form that Open WebUI shows above the answer.
 */
export const toStatusFrame = (
  names: WireNames,
  { type, status, tool, message, message_code, message_params, ...more }: StatusEvent,
): string => {
  const { elapsed_ms, call_id, parent, parent_call_id, label } = more
  return chunk(names, {}, null, {
    status: {
      type,
      status,
      tool,
      message,
      ...(elapsed_ms === undefined ? {} : { elapsed_ms }),
      ...(call_id === undefined ? {} : { call_id }),
      ...(parent === undefined ? {} : { parent }),
      ...(parent_call_id === undefined ? {} : { parent_call_id }),
      ...(label === undefined ? {} : { label }),
    },
    event: { type: 'status', data: { description: message, done: !BEGINNINGS.has(status) } },
    // Added beside the status, which stays flat as clients expect it.
    ...(message_code === undefined ? {} : { message_code, message_params }),
  })
}

/** Sends an edit as a status with the change. */
export const toFileEditFrame = (names: WireNames, edit: FileEdit): string =>
  chunk(names, {}, null, {
    status: { type: 'status', status: 'file_edit', tool: null, message: `📝 ${edit.path}` },
    file_edit: edit,
  })

/** The stream waits until the person decides with `POST /approvals/{id}`. */
export const toApprovalFrame = (names: WireNames, { approval }: ApprovalEvent): string =>
  chunk(names, {}, null, { approval })

/** Makes sure that a source has a text to show. */
export const toCitation = (source: Source): Source => ({
  ...source,
  title: source.title ?? (typeof source['name'] === 'string' ? source['name'] : 'Unknown'),
})

/** Includes the message code, because a stream can no longer set headers. */
export const toErrorFrame = (error: AppError): string => {
  const { error: body } = toOpenAiError(error)
  return frame({ error: { ...body, ...(error.userMessage && toMessageFields(error.userMessage)) } })
}

/** Converts the events of a stream into frames. Our first frame has the role, as OpenAI's does. */
export function createFrameWriter(names: WireNames, includeUsage: boolean) {
  let hasStarted = false
  let isRelay = false
  const opening = () => {
    if (hasStarted) return {}
    hasStarted = true
    return { role: 'assistant' }
  }
  return (event: ModelEvent): string | Buffer => {
    switch (event.type) {
      case 'frames':
        isRelay = true
        return event.bytes
      case 'text-delta':
        return chunk(names, { ...opening(), content: event.text }, null)
      case 'reasoning-delta':
        return chunk(names, { ...opening(), reasoning_content: event.text }, null)
      case 'tool-call-delta':
        return chunk(names, { ...opening(), tool_calls: [toToolCallDelta(event)] }, null)
      case 'end': {
        // Relayed frames include their own finish reason.
        const finish = isRelay ? '' : chunk(names, opening(), event.reason)
        const usage =
          includeUsage && event.usage
            ? frame({
                id: names.id,
                object: 'chat.completion.chunk',
                created: nowSeconds(),
                model: names.model,
                choices: [],
                usage: toUsage(event.usage),
              })
            : ''
        return finish + usage
      }
    }
  }
}

const toToolCallDelta = (event: Extract<ModelEvent, { type: 'tool-call-delta' }>) => ({
  index: event.index,
  ...(event.id === undefined ? {} : { id: event.id, type: 'function' }),
  function: {
    ...(event.name === undefined ? {} : { name: event.name }),
    ...(event.arguments === undefined ? {} : { arguments: event.arguments }),
  },
})
