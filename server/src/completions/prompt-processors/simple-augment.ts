import type { Source } from '@bellwether/wire'
import type { ChatMessage, ContentPart } from '../../connectors/connector.ts'
import type { Insertion, PromptProcessor } from './prompt-processor.ts'

/**
 * LAMB's prompt, byte for byte, with one difference: the template is gone over once, so that what a student typed or a document
 * said is never taken for a placeholder. `{user_input}` and `{context}` are filled; other braces of the template stay.
 */
export const simpleAugment: PromptProcessor = ({ systemPrompt, template, messages, insertions, vision }) => {
  const question = messages.at(-1)
  if (!question) return []
  const context = insertions.find((insertion) => insertion.placeholder === 'context')
  const start: ChatMessage[] = systemPrompt === '' ? [] : [{ role: 'system', content: systemPrompt }]
  return [
    ...start,
    ...messages.slice(0, -1),
    template === '' ? question : fill(template, question, context, vision),
  ]
}

function fill(
  template: string,
  question: ChatMessage,
  context: Insertion | undefined,
  vision: boolean,
): ChatMessage {
  const text = textOf(question.content)
  const filled = template.replace(/\{(user_input|context)\}/g, (_whole, name: string) => {
    if (name === 'user_input') return wrap(text)
    return context ? wrap(context.content + listSources(context.sources)) : ''
  })
  if (!vision || !Array.isArray(question.content)) return { role: question.role, content: filled }
  const pictures = question.content.filter((part) => part.type !== 'text')
  return { role: question.role, content: [{ type: 'text', text: filled }, ...pictures] }
}

const wrap = (text: string): string => `\n\n${text}\n\n`

/** The text of a message: that of its text parts, joined by a blank, when it has parts. */
export function textOf(content: string | ContentPart[] | null | undefined): string {
  if (!Array.isArray(content)) return content ?? ''
  return content
    .filter((part) => part.type === 'text')
    .map((part) => part.text ?? '')
    .join(' ')
}

function listSources(sources: readonly Source[]): string {
  if (sources.length === 0) return ''
  const lines = sources.map((source, index) => {
    const similarity = (source.similarity ?? 0).toFixed(3)
    return `${index + 1}. [${source.title ?? 'Unknown'}](${source.url ?? ''}) (similarity: ${similarity})\n`
  })
  return `\n\n## Available Sources\n\n${lines.join('')}`
}
