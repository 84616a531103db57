import type { ChatMessage } from '../../connectors/connector.ts'
import type { PromptProcessor } from './prompt-processor.ts'
import { textOf } from './simple-augment.ts'

/** A placeholder of the template: lower-case words, digits and underscores with at least one letter. */
const PLACEHOLDER = /\{([a-z0-9_]*[a-z][a-z0-9_]*)\}/g

/**
 * Fills any number of placeholders, each from its own tool, in one pass over the template: what a tool found or a student typed is never
 * read again. Text goes in between blank lines; a tool that brought nothing, or a placeholder that no tool fills, leaves nothing.
 */
export const multiAugment: PromptProcessor = ({ systemPrompt, template, messages, insertions, vision }) => {
  const question = messages.at(-1)
  if (!question) return []
  const start: ChatMessage[] = systemPrompt === '' ? [] : [{ role: 'system', content: systemPrompt }]
  const earlier = messages.slice(0, -1)
  if (template === '') return [...start, ...earlier, question]
  const values = new Map(insertions.map(({ placeholder, content }) => [placeholder, content]))
  values.set('user_input', textOf(question.content))
  const filled = template.replace(PLACEHOLDER, (_whole, name: string) => {
    const value = values.get(name) ?? ''
    return value === '' ? '' : `\n\n${value}\n\n`
  })
  if (!vision || !Array.isArray(question.content))
    return [...start, ...earlier, { role: question.role, content: filled }]
  const pictures = question.content.filter((part) => part.type !== 'text')
  return [
    ...start,
    ...earlier,
    { role: question.role, content: [{ type: 'text', text: filled }, ...pictures] },
  ]
}
