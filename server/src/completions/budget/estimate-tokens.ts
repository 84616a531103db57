import type { ChatMessage, FunctionSpec } from '../../connectors/connector.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import { textOf } from '../prompt-processors/message-text.ts'

const BYTES_PER_TOKEN = 4
const TOKENS_PER_PICTURE = 1000
/** Assumed for an answer without a token limit. */
const ANSWER_TOKENS = 1000
const MAX_CHOICES = 128
/** Keeps sums exact even for absurdly large settings. */
const MAX_TOKENS = 1e12
/** Filling the template changes the rounding. */
const SLACK = 4

/** The parts of a request besides its messages. */
export interface RequestSettings {
  params: Readonly<Record<string, unknown>>
  /** The functions offered to the model. */
  functions?: readonly FunctionSpec[]
}

/** Estimates the first round, without tool output, which is not known yet. */
export function estimateAnswer(
  { params, functions = [] }: RequestSettings,
  messages: readonly ChatMessage[],
  prompt: { systemPrompt: string; template: string } | undefined,
): TokenUsage {
  const promptBytes = bytesOf(prompt?.systemPrompt) + bytesOf(prompt?.template)
  const inputTokens = toTokens(promptBytes) + tokensOf(messages) + functionTokens(params, functions) + SLACK
  return { inputTokens, outputTokens: answerTokens(params) }
}

/** Estimates one round from its messages. */
export const estimateTurn = (
  { params, functions = [] }: RequestSettings,
  messages: readonly ChatMessage[],
): TokenUsage => ({
  inputTokens: tokensOf(messages) + functionTokens(params, functions),
  outputTokens: answerTokens(params),
})

export const toTokens = (length: number): number => Math.ceil(length / BYTES_PER_TOKEN)

function tokensOf(messages: readonly ChatMessage[]): number {
  let tokens = 0
  for (const { role: _role, content, ...others } of messages) {
    tokens += toTokens(bytesOf(textOf(content)) + bytesOf(others))
    if (Array.isArray(content))
      tokens += TOKENS_PER_PICTURE * content.filter((part) => part.type !== 'text').length
  }
  return tokens
}

/** Functions are sent with each round: the assistant's, or the client's own. */
function functionTokens(
  params: Readonly<Record<string, unknown>>,
  ownFunctions: readonly FunctionSpec[],
): number {
  return toTokens(
    [ownFunctions, ...SCHEMAS.map((name) => params[name])].reduce<number>(
      (sum, schema) => sum + bytesOf(schema),
      0,
    ),
  )
}

const SCHEMAS = ['tools', 'functions', 'response_format']

/** Counts bytes: letters of non-Latin alphabets take several bytes and about as many more tokens. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0
  return isEmpty ? 0 : Buffer.byteLength(JSON.stringify(value))
}

/** Every choice is paid for, including those that `best_of` discards. A provider may apply either limit. */
function answerTokens(params: Readonly<Record<string, unknown>>): number {
  const limits = ['max_completion_tokens', 'max_tokens', 'num_predict'].flatMap(
    (name) => positive(params[name]) ?? [],
  )
  const each = limits.length > 0 ? Math.max(...limits) : ANSWER_TOKENS
  const choices = Math.max(positive(params['n']) ?? 1, positive(params['best_of']) ?? 1)
  return Math.ceil(each * Math.min(MAX_CHOICES, choices))
}

const positive = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 1 ? Math.min(number, MAX_TOKENS) : undefined
}
