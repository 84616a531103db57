import { isMessageCode, type MessageParams } from '@bellwether/wire'
import { cutText } from '../modules/traces/index.ts'
import { isObject } from '../platform/is-object.ts'
import type { Tool, ToolEvent, ToolStatus } from './tool.ts'

/** A line of progress rather than a document. */
const MAX_MESSAGE_CHARS = 500
const MAX_NAME_CHARS = 100
const MAX_EVENTS_PER_RUN = 1000
const STATUS_WORD = /^[a-z][a-z0-9_]{0,39}$/
const PROGRESS = 'tool_progress'
/** Statuses reserved for the engine: a plugin could fake the end of a run, a limit or a request for approval. */
const ENGINE_STATUSES: ReadonlySet<string> = new Set([
  'tool_start',
  'tool_call',
  'tool_complete',
  'tool_failed',
  'tool_denied',
  'approval',
  'limit',
  'budget',
  'merging',
])

/** Forwards the events of one run. Call `close` after the run; later events are ignored. */
export interface ToolEmitter {
  emit(event: unknown): void
  close(): void
}

/**
 * Forwards what a tool reports while it runs. Events are untrusted: only valid ones of a known kind pass, as
 * copies, and `emit` never throws. A plugin can only send status lines under its own name; built-in tools
 * also send file edits and forward approvals.
 */
export function createToolEmitter(tool: Tool, tell: ((event: ToolEvent) => void) | undefined): ToolEmitter {
  let remaining = tell ? MAX_EVENTS_PER_RUN : 0
  return {
    emit(event) {
      if (remaining <= 0) return
      const read = readToolEvent(tool, event)
      if (!read) return
      remaining--
      tell?.(read)
    },
    close() {
      remaining = 0
    },
  }
}

/** Returns undefined if the tool may not send this event. */
export function readToolEvent(tool: Tool, event: unknown): ToolEvent | undefined {
  try {
    if (tool.isPlugin) return readPluginEvent(tool, event)
    if (!isObject(event)) return undefined
    switch (event['type']) {
      case 'status':
        return readStatus(event)
      case 'file_edit':
        return readFileEdit(event)
      case 'approval':
        return isObject(event['approval']) ? (event as unknown as ToolEvent) : undefined
      default:
        return undefined
    }
  } catch {
    // Thrown by a getter or a proxy of the tool.
    return undefined
  }
}

/** Accepts a text, or `{ type: 'status' | 'progress', message, status? }`. */
function readPluginEvent(tool: Tool, event: unknown): ToolStatus | undefined {
  if (typeof event === 'string') return toProgress(tool, PROGRESS, event)
  if (!isObject(event)) return undefined
  const { type, message, status } = event
  if (type !== 'status' && type !== 'progress') return undefined
  const word =
    typeof status === 'string' && STATUS_WORD.test(status) && !ENGINE_STATUSES.has(status) ? status : PROGRESS
  return toProgress(tool, word, message)
}

function toProgress(tool: Tool, status: string, message: unknown): ToolStatus | undefined {
  const line = toLine(message)
  return line === '' ? undefined : { type: 'status', status, tool: tool.name, message: line }
}

function readStatus(event: Record<string, unknown>) {
  const { status, tool, message, elapsed_ms, parent } = event
  if (typeof status !== 'string' || !STATUS_WORD.test(status)) return undefined
  const read: ToolStatus = {
    type: 'status',
    status,
    tool: typeof tool === 'string' ? tool.slice(0, MAX_NAME_CHARS) : null,
    message: toLine(message),
  }
  if (typeof elapsed_ms === 'number' && Number.isFinite(elapsed_ms)) read.elapsed_ms = elapsed_ms
  const { message_code: code, message_params: params } = event
  if (isMessageCode(code) && isObject(params)) {
    read.message_code = code
    read.message_params = params as MessageParams
  }
  if (typeof parent === 'string') read.parent = parent.slice(0, MAX_NAME_CHARS)
  if (typeof event['label'] === 'string') read.label = toLine(event['label'])
  for (const field of ['call_id', 'parent_call_id'] as const) {
    const id = event[field]
    if (typeof id === 'string') read[field] = id.slice(0, MAX_NAME_CHARS)
  }
  return read
}

function readFileEdit({ workspace, path, diff, added, removed, edit }: Record<string, unknown>) {
  if (typeof workspace !== 'string' || typeof path !== 'string' || typeof diff !== 'string') return undefined
  if (typeof added !== 'number' || typeof removed !== 'number' || typeof edit !== 'string') return undefined
  return { type: 'file_edit', workspace, path, diff, added, removed, edit } as const
}

/** One line of text, without control characters; empty if it isn't a string. */
export const toLine = (value: unknown): string =>
  typeof value === 'string'
    ? cutText(value, MAX_MESSAGE_CHARS, '')
        .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
        .trim()
    : ''
