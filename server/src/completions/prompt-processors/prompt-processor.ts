import type { Source } from '@bellwether/wire'
import type { ChatMessage, ContentPart } from '../../connectors/connector.ts'
import { type Piece, textOfPieces } from './fill-template.ts'

/** What one injected tool brought. */
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
  /** Whether pictures in the last message may reach the model. */
  vision: boolean
  /** Who asks, as the server knows them: never what a message or an argument says. */
  identity?: string | undefined
}

export interface Prompt {
  messages: ChatMessage[]
  /** The text of the last message, stretch by stretch; empty when there is no template. */
  pieces: Piece[]
}

/** Pure: text in, messages out. */
export type PromptProcessor = (input: PromptInput) => Prompt

/** What stands for a person whom nobody named; LAMB's word. */
const NOBODY = 'default'

/** The place that names the person who asks, in any template. */
export const MOODLE_USER = 'moodle_user'

/**
 * The number that Moodle knows them by, where a tool found it; else what the server itself knows. The identifier stands in a sentence, so
 * it goes in without blank lines around it.
 */
export const moodleUser = ({ identity, insertions }: Pick<PromptInput, 'identity' | 'insertions'>): string =>
  insertions.find(({ placeholder }) => placeholder === MOODLE_USER)?.content || identity || NOBODY

/** System prompt first, the conversation as it was, and the question put into the template by `fill`. */
export function toPrompt(
  { systemPrompt, template, messages, vision }: PromptInput,
  fill: (question: string) => Piece[],
): Prompt {
  const question = messages.at(-1)
  if (!question) return { messages: [], pieces: [] }
  const start: ChatMessage[] = systemPrompt === '' ? [] : [{ role: 'system', content: systemPrompt }]
  const before = [...start, ...messages.slice(0, -1)]
  if (template === '') return { messages: [...before, question], pieces: [] }
  const pieces = fill(textOf(question.content))
  const content = withPictures(textOfPieces(pieces), question.content, vision)
  return { messages: [...before, { role: question.role, content }], pieces }
}

function withPictures(
  text: string,
  content: ChatMessage['content'],
  vision: boolean,
): string | ContentPart[] {
  if (!vision || !Array.isArray(content)) return text
  return [{ type: 'text', text }, ...content.filter((part) => part.type !== 'text')]
}

/** The text of a message: that of its text parts, joined by a blank, when it has parts. */
export function textOf(content: string | ContentPart[] | null | undefined): string {
  if (!Array.isArray(content)) return content ?? ''
  return content
    .filter((part) => part.type === 'text')
    .map((part) => part.text ?? '')
    .join(' ')
}
