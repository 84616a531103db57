import { type Source, say } from '@bellwether/wire'
import { isObject } from '../platform/is-object.ts'
import type { Tool, ToolOutput } from './tool.ts'
import { toFailed } from './tool-failure.ts'

/** Far more than a prompt can hold. Longer content is truncated where it is used. */
const MAX_CONTENT_CHARS = 10_000_000
const MAX_SOURCES = 1000
const MAX_REASON_CHARS = 6000

const NOTHING = toFailed(say('reasons.no_output'))
const UNREADABLE = toFailed(say('reasons.output_invalid'))

/**
 * Validates the result of a run. Accepts `{ ok, content, sources }`; a text; `{ content | context, sources?,
 * error? }` as in LAMB's plugins; numbers, lists and objects, which become JSON. Everything else is a failed
 * output. Never throws.
 */
export function readToolOutput(tool: Tool, returned: unknown): ToolOutput {
  if (!tool.isPlugin && isWellFormed(returned)) return returned
  try {
    return read(returned)
  } catch {
    // Throwing getters and proxies, circular references, BigInt.
    return UNREADABLE
  }
}

function isWellFormed(value: unknown): value is ToolOutput {
  if (!isObject(value)) return false
  if (value['ok'] === false) return typeof value['reason'] === 'string'
  return (
    value['ok'] === true &&
    typeof value['content'] === 'string' &&
    Array.isArray(value['sources']) &&
    value['sources'].every(isObject)
  )
}

function read(returned: unknown): ToolOutput {
  if (!isObject(returned)) return toSuccess(toText(returned))
  const { ok, content, context, sources, metadata } = returned
  if (ok === false || isError(returned['error'])) return toFailure(returned)
  if (ok !== undefined && ok !== true) return UNREADABLE
  const hasContent = content !== undefined || context !== undefined
  if (!hasContent && ok === true) return NOTHING
  // An object without these fields is itself the result.
  if (!hasContent && sources === undefined) return toSuccess(toText(returned))
  const text = hasContent ? toText(content ?? context) : ''
  return toSuccess(text, readSources(sources), isObject(metadata) ? copy(metadata) : undefined)
}

function toSuccess(
  content: string | undefined,
  sources: Source[] = [],
  metadata?: Record<string, unknown>,
): ToolOutput {
  if (content === undefined) return NOTHING
  return { ok: true, content, sources, ...(metadata ? { metadata } : {}) }
}

const isError = (error: unknown): boolean => error !== undefined && error !== null && error !== ''

function toFailure({ reason, error, denied, detail }: Record<string, unknown>): ToolOutput {
  const words = [reason, error, isObject(error) ? error['message'] : undefined].find(
    (candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
  )
  return {
    ...toFailed(words?.slice(0, MAX_REASON_CHARS) ?? say('reasons.failed')),
    ...(denied === true ? { denied: true } : {}),
    ...(typeof detail === 'string' ? { detail: detail.slice(0, MAX_REASON_CHARS) } : {}),
  }
}

/** Returns undefined if the value has no text form. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.slice(0, MAX_CONTENT_CHARS)
  if (value === null || value === undefined || typeof value === 'function' || typeof value === 'symbol')
    return undefined
  const json: string | undefined = JSON.stringify(value)
  // A Map, a Set or a stream has no JSON form.
  return json === '{}' && !isPlain(value) ? undefined : json?.slice(0, MAX_CONTENT_CHARS)
}

const isPlain = (value: unknown): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as typeof Object.prototype | null)

/**
 * Copies the sources and drops those that are neither objects nor titles: the content matters
 * more than a bad citation.
 */
function readSources(value: unknown): Source[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, MAX_SOURCES).flatMap((entry: unknown): Source[] => {
    try {
      const source = readSource(entry)
      return source ? [source] : []
    } catch {
      return []
    }
  })
}

function readSource(entry: unknown): Source | undefined {
  if (typeof entry === 'string') return entry === '' ? undefined : { title: entry }
  if (!isObject(entry)) return undefined
  const { title, url, similarity, ...rest } = copy(entry)
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof url === 'string' ? { url } : {}),
    ...(typeof similarity === 'number' ? { similarity } : {}),
    ...rest,
  }
}

function copy(value: Record<string, unknown>): Record<string, unknown> {
  const copied: unknown = JSON.parse(JSON.stringify(value))
  return isObject(copied) ? copied : {}
}
