import type { ChatMessage } from '../../connectors/connector.ts'
import type { Plan } from '../plan/plan.ts'
import { textOf } from '../prompt-processors/prompt-processor.ts'

const BYTES_PER_TOKEN = 4
const TOKENS_PER_PICTURE = 1000
/** For an answer that sets no limit to itself. */
const ANSWER_TOKENS = 1000
const MAX_CHOICES = 128
/** Keeps sums exact, whatever a setting says. */
const MAX_TOKENS = 1e12
/** Filling the template shifts what is rounded up. */
const SLACK = 4

export interface TokenEstimate {
  inputTokens: number
  outputTokens: number
}

/** What the first turn may take, without what tools will bring: nobody knows that before they have run. */
export function estimateAnswer({ messages, prompt, params, called }: Plan): TokenEstimate {
  const ours = bytesOf(prompt?.systemPrompt) + bytesOf(prompt?.template)
  const inputTokens = toTokens(ours) + tokensOf(messages) + functionTokens(params, called) + SLACK
  return { inputTokens, outputTokens: answerTokens(params) }
}

/** What a turn may take, once it is known what the model is given. */
export const estimateTurn = (
  { params, called = [] }: Pick<Plan, 'params'> & Partial<Pick<Plan, 'called'>>,
  messages: readonly ChatMessage[],
): TokenEstimate => ({
  inputTokens: tokensOf(messages) + functionTokens(params, called),
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

/** What functions there are is told to the model as well, with each turn: those of the assistant, or the client's own. */
function functionTokens(params: Readonly<Record<string, unknown>>, called: Plan['called']): number {
  const own = called.map(({ spec }) => spec)
  return toTokens(
    [own, ...SCHEMAS.map((name) => params[name])].reduce<number>((sum, one) => sum + bytesOf(one), 0),
  )
}

const SCHEMAS = ['tools', 'functions', 'response_format']

/** Of text in other alphabets a letter is several bytes, and about as many more tokens. Nothing takes nothing. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0
  return isEmpty ? 0 : Buffer.byteLength(JSON.stringify(value))
}

/** Every answer is paid for, also those that `best_of` throws away. Of two limits a provider may take either. */
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
