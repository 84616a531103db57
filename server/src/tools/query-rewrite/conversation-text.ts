import type { Conversation } from '../tool.ts'

export interface AnswerText {
  role: 'user' | 'assistant'
  text: string
}

const MAX_MESSAGES = 10
const MAX_MESSAGE = 500
/** A question that is used unchanged may be longer than a message of the history, but not a whole document. */
const MAX_QUESTION = 2000

/** The last messages with text, shortened. */
export function recentTexts(messages: Conversation['messages']): AnswerText[] {
  return toTexts(messages)
    .slice(-MAX_MESSAGES)
    .map(({ role, text }) => ({ role, text: cut(text, MAX_MESSAGE) }))
}

export function lastUserText(messages: Conversation['messages']): string {
  const last = toTexts(messages).findLast(({ role }) => role === 'user')
  return cut(last?.text ?? '', MAX_QUESTION)
}

const toTexts = (messages: Conversation['messages']): AnswerText[] =>
  messages.flatMap(({ role, content }) => {
    const text = textOf(content)
    return (role === 'user' || role === 'assistant') && text ? [{ role, text }] : []
  })

/** Content is a string or OpenAI's list of parts, of which only text is used. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content.trim()
  if (!Array.isArray(content)) return ''
  const parts: unknown[] = content
  return parts.map(textOfPart).filter(Boolean).join('\n').trim()
}

const textOfPart = (part: unknown): string =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
    ? part.text
    : ''

/** Does not split characters such as emoji. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
