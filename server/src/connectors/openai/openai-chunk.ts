import { isObject } from '../../platform/is-object.ts'
import type { EndReason, TokenUsage } from '../connector.ts'
import { countOf, type Json, objectsOf, stringOf } from '../upstream/json.ts'

export function usageOf(chunk: Json): TokenUsage | undefined {
  const { usage } = chunk
  if (!isObject(usage)) return undefined
  return { inputTokens: countOf(usage.prompt_tokens), outputTokens: countOf(usage.completion_tokens) }
}

/** The finish_reason of the first choice that has one. Some servers send "" instead of null. */
export const finishOf = (chunk: Json): string =>
  objectsOf(chunk.choices)
    .map((choice) => stringOf(choice.finish_reason))
    .find((reason) => reason !== '') ?? ''

export function endReasonOf(finish: string): EndReason {
  switch (finish) {
    case 'length':
    case 'content_filter':
    case 'tool_calls':
      return finish
    case 'function_call':
      return 'tool_calls'
    default:
      return 'stop'
  }
}
