import type { CompletionRequest } from '@bellwether/wire'
import { textOf } from '../prompt-processors/message-text.ts'

/**
 * Chat pages such as Open WebUI ask the same model for a title or tags of the conversation. They say so in `metadata.task`, or only
 * by the heading that their prompt starts with. Such a request is not a student's question: no tools, no template.
 */
export function isTask(request: CompletionRequest): boolean {
  const task = request.metadata?.['task']
  if (typeof task === 'string' && task !== '') return true
  if (request.stream) return false
  return /^\s*### task:/i.test(textOf(request.messages.at(-1)?.content))
}
