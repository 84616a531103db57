import type { ChatMessage } from '../connectors/connector.ts'
import type { Plan } from './plan.ts'
import { textOf } from './prompt-processors/prompt-processor.ts'

const LETTERS_PER_TOKEN = 4
const TOKENS_PER_PICTURE = 1000
/** For an answer that sets no limit to itself. */
const ANSWER_TOKENS = 1000
const MOST_CHOICES = 128
/** Filling the template shifts what is rounded up. */
const SLACK = 4

export interface TokenEstimate {
  inputTokens: number
  outputTokens: number
}

/** What the first turn may take, without what tools will bring: nobody knows that before they have run. */
export function estimateAnswer({ messages, prompt, params }: Plan): TokenEstimate {
  const letters = (prompt?.systemPrompt.length ?? 0) + (prompt?.template.length ?? 0)
  return { inputTokens: toTokens(letters) + tokensOf(messages) + SLACK, outputTokens: answerTokens(params) }
}

/** What a turn may take, once it is known what the model is given. */
export const estimateTurn = (
  { params }: Pick<Plan, 'params'>,
  messages: readonly ChatMessage[],
): TokenEstimate => ({ inputTokens: tokensOf(messages), outputTokens: answerTokens(params) })

export const toTokens = (letters: number): number => Math.ceil(letters / LETTERS_PER_TOKEN)

function tokensOf(messages: readonly ChatMessage[]): number {
  let tokens = 0
  for (const { content } of messages) {
    tokens += toTokens(textOf(content).length)
    if (Array.isArray(content))
      tokens += TOKENS_PER_PICTURE * content.filter((part) => part.type !== 'text').length
  }
  return tokens
}

/** `n` answers at once are paid `n` times. */
function answerTokens(params: Readonly<Record<string, unknown>>): number {
  const each = positive(params['max_completion_tokens']) ?? positive(params['max_tokens']) ?? ANSWER_TOKENS
  return Math.ceil(each * Math.min(MOST_CHOICES, positive(params['n']) ?? 1))
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 1 && value <= Number.MAX_SAFE_INTEGER / 1000
    ? value
    : undefined
