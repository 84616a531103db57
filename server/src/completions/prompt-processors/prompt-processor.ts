import type { SearchGrade, Source } from '@bellwether/wire'
import type { ChatMessage, ContentPart } from '../../connectors/connector.ts'
import { type Piece, textOfPieces } from './fill-template.ts'
import { questionIndex, textOf } from './message-text.ts'

/** The output of one injected tool. */
export interface Insertion {
  placeholder: string
  content: string
  sources: readonly Source[]
  /** What a search found. */
  grade?: SearchGrade | undefined
}

export interface PromptInput {
  systemPrompt: string
  template: string
  messages: readonly ChatMessage[]
  insertions: readonly Insertion[]
  /** Whether images in the user's last message may reach the model. */
  vision: boolean
  /** The person who asks, from the server's own data: never from a message or an argument. */
  identity?: string | undefined
  /** The names of the functions offered to the model. */
  functions?: readonly string[] | undefined
}

export interface Prompt {
  messages: ChatMessage[]
  /** The text of the user's last message, piece by piece; empty when there is no template. */
  pieces: Piece[]
  /** Where tool output begins in the system prompt, if it contains any. */
  fixedSystemLength?: number
}

/** Turns texts into messages. Pure. */
export type PromptProcessor = (input: PromptInput) => Prompt

/** LAMB's value for an unknown person. */
const UNKNOWN_PERSON = 'default'

/** The placeholder for the person who asks, available in every template. */
export const MOODLE_USER = 'moodle_user'

/**
 * The Moodle id of the person if a tool found it, otherwise the server's own identifier. It is part of a
 * sentence, so no blank lines are added.
 */
export const moodleUser = ({ identity, insertions }: Pick<PromptInput, 'identity' | 'insertions'>): string =>
  insertions.find(({ placeholder }) => placeholder === MOODLE_USER)?.content || identity || UNKNOWN_PERSON

/** Puts the system prompt first, then the conversation. `fill` puts the user's last message into the template. */
export function toPrompt(
  { systemPrompt, template, messages, vision }: PromptInput,
  fill: (question: string) => Piece[],
): Prompt {
  if (messages.length === 0) return { messages: [], pieces: [] }
  const start: ChatMessage[] = systemPrompt === '' ? [] : [{ role: 'system', content: systemPrompt }]
  const at = questionIndex(messages)
  const question = messages[at]
  if (template === '' || !question) return { messages: [...start, ...messages], pieces: [] }
  const pieces = fill(textOf(question.content))
  const filledQuestion: ChatMessage = {
    role: question.role,
    content: withPictures(textOfPieces(pieces), question.content, vision),
    ...(typeof question['name'] === 'string' ? { name: question['name'] } : {}),
  }
  return { messages: [...start, ...messages.slice(0, at), filledQuestion, ...messages.slice(at + 1)], pieces }
}

function withPictures(
  text: string,
  content: ChatMessage['content'],
  vision: boolean,
): string | ContentPart[] {
  if (!vision || !Array.isArray(content)) return text
  return [{ type: 'text', text }, ...content.filter((part) => part.type !== 'text')]
}
