import { type Message, say } from '@bellwether/wire'
import type { ChatMessage } from '../../connectors/connector.ts'
import { type AppError, badRequest } from '../../platform/errors.ts'

/** The longest prompt, in characters: about the largest context window there is. Pictures and files have limits of their own. */
export const MAX_PROMPT = 4_000_000

const LIMIT = { limit: MAX_PROMPT / 1_000_000 }

const tooLong = (message: Message): AppError =>
  badRequest(message, { openAiCode: 'context_length_exceeded', bodyCode: 'prompt_too_long' })

/** Counts the text while a prompt is filled, so that one that is too long is never built. */
export class PromptRoom {
  #left = MAX_PROMPT

  take(length: number, template: string, name: string): void {
    this.#left -= length
    if (this.#left >= 0) return
    const placeholder = `{${name}}`
    const times = template.split(placeholder).length - 1
    throw tooLong(
      times > 1 ? say('prompts.repeats', { ...LIMIT, placeholder, times }) : say('prompts.too_long', LIMIT),
    )
  }
}

/** Refuses a request whose own text is too long, whatever the assistant adds to it. */
export function requireRequestFits({ messages, ...rest }: { messages: readonly ChatMessage[] }): void {
  if (lengthOf(messages) + lengthOfJson(rest) > MAX_PROMPT)
    throw tooLong(say('answers.request_too_long', LIMIT))
}

/** Refuses a finished prompt that is too long. */
export function requirePromptFits(messages: readonly ChatMessage[]): void {
  if (lengthOf(messages) > MAX_PROMPT) throw tooLong(say('prompts.too_long', LIMIT))
}

function lengthOf(messages: readonly ChatMessage[]): number {
  let length = 0
  for (const { role: _role, content, ...others } of messages) {
    length += lengthOfJson(others)
    if (typeof content === 'string') length += content.length
    else for (const { text } of content ?? []) length += text?.length ?? 0
  }
  return length
}

const lengthOfJson = (value: object): number =>
  Object.keys(value).length === 0 ? 0 : JSON.stringify(value).length
