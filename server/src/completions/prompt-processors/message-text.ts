import type { ChatMessage, ContentPart } from '../../connectors/connector.ts'

/** The index of the user's last message, which goes into the template. Calls and results may follow it. */
export const questionIndex = (messages: readonly ChatMessage[]): number =>
  messages.findLastIndex(({ role }) => role === 'user')

/** The text of the user's last message; empty when there is none. */
export const questionOf = (messages: readonly ChatMessage[]): string =>
  textOf(messages[questionIndex(messages)]?.content)

/** The text of a message: its text parts are joined by a space. */
export function textOf(content: string | ContentPart[] | null | undefined): string {
  if (!Array.isArray(content)) return content ?? ''
  return content
    .filter((part) => part.type === 'text')
    .map((part) => part.text ?? '')
    .join(' ')
}
