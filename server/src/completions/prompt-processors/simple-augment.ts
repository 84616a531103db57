import type { Source } from '@bellwether/wire'
import { fillTemplate, wrap } from './fill-template.ts'
import {
  type Insertion,
  MOODLE_USER,
  moodleUser,
  type PromptProcessor,
  toPrompt,
} from './prompt-processor.ts'

/**
 * LAMB's prompt, byte for byte, with one difference: the template is filled in one pass, so that text from
 * students and documents is never treated as a placeholder. Fills `{user_input}`, `{context}` and
 * `{moodle_user}`; other braces stay.
 */
export const simpleAugment: PromptProcessor = (input) =>
  toPrompt(input, (question) => {
    const context = input.insertions.find((insertion) => insertion.placeholder === 'context')
    return fillTemplate(input.template, (name) => {
      if (name === 'user_input') return wrap(question)
      if (name === MOODLE_USER) return moodleUser(input)
      if (name !== 'context') return undefined
      return context ? wrap(toContextText(context)) : ''
    })
  })

export const toContextText = ({ content, sources }: Pick<Insertion, 'content' | 'sources'>): string =>
  content + listSources(sources)

function listSources(sources: readonly Source[]): string {
  if (sources.length === 0) return ''
  const lines = sources.map((source, index) => {
    const similarity = (source.similarity ?? 0).toFixed(3)
    return `${index + 1}. [${source.title ?? 'Unknown'}](${source.url ?? ''}) (similarity: ${similarity})\n`
  })
  return `\n\n## Available Sources\n\n${lines.join('')}`
}
