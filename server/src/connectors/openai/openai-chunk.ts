import { isObject } from '../../platform/is-object.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import type { EndReason } from '../connector.ts'
import { countOf, countsOf, type Json, objectsOf, stringOf } from '../upstream/json.ts'

export function usageOf(chunk: Json): TokenUsage | undefined {
  const { usage } = chunk
  if (!isObject(usage)) return undefined
  const input = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {}
  const output = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {}
  const inputTokens = countOf(usage.prompt_tokens)
  const written = countOf(usage.completion_tokens)
  // Gemini and xAI count reasoning only in the total.
  const uncounted = Math.max(0, countOf(usage.total_tokens) - inputTokens - written)
  return {
    inputTokens,
    outputTokens: written + uncounted,
    // DeepSeek and Moonshot have fields of their own; OpenRouter and LiteLLM report what they wrote for Anthropic.
    ...countsOf({
      cachedTokens: input.cached_tokens || usage.prompt_cache_hit_tokens || usage.cached_tokens,
      cacheWriteTokens: input.cache_write_tokens || usage.cache_creation_input_tokens,
      reasoningTokens: output.reasoning_tokens || uncounted,
    }),
  }
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
