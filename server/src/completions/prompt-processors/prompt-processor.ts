import type { Source } from '@bellwether/wire'
import type { ChatMessage, ContentPart } from '../../connectors/connector.ts'
import { type Piece, textOfPieces } from './fill-template.ts'
import { questionIndex, textOf } from './message-text.ts'

/** The output of one injected tool. */
export interface Insertion {
  placeholder: string
  content: string
  sources: readonly Source[]
}

export interface PromptInput {
  systemPrompt: string
  template: string
  messages: readonly ChatMessage[]
  insertions: readonly Insertion[]
  /** Whether pictures in the user's last message may reach the model. */
  vision: boolean
  /** Who asks, as the server knows them: never what a message or an argument says. */
  identity?: string | undefined
  /** The functions that the model is offered, by name. */
  functions?: readonly string[] | undefined
}

export interface Prompt {
  messages: ChatMessage[]
  /** The text of the user's last message, piece by piece; empty when there is no template. */
  pieces: Piece[]
}

/** Pure: text in, messages out. */
export type PromptProcessor = (input: PromptInput) => Prompt

/** LAMB's placeholder for an unknown person. */
const UNKNOWN_PERSON = 'default'

/** The place that names the person who asks, in any template. */
export const MOODLE_USER = 'moodle_user'

/**
 * The number that Moodle knows them by, where a tool found it; else what the server itself knows. The identifier stands in a sentence, so
 * it goes in without blank lines around it.
 */
export const moodleUser = ({ identity, insertions }: Pick<PromptInput, 'identity' | 'insertions'>): string =>
  insertions.find(({ placeholder }) => placeholder === MOODLE_USER)?.content || identity || UNKNOWN_PERSON

/** The system prompt first, then the conversation, in which the user's last message is put into the template by `fill`. */
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
  const asked: ChatMessage = {
    role: question.role,
    content: withPictures(textOfPieces(pieces), question.content, vision),
    ...(typeof question['name'] === 'string' ? { name: question['name'] } : {}),
  }
  return { messages: [...start, ...messages.slice(0, at), asked, ...messages.slice(at + 1)], pieces }
}

function withPictures(
  text: string,
  content: ChatMessage['content'],
  vision: boolean,
): string | ContentPart[] {
  if (!vision || !Array.isArray(content)) return text
  return [{ type: 'text', text }, ...content.filter((part) => part.type !== 'text')]
}
