import type { CompletionRequest } from '@bellwether/wire'
import { textOf } from '../prompt-processors/message-text.ts'

/**
 * Recognizes requests for a title or tags, which chat pages such as Open WebUI send to the same model. They
 * set `metadata.task`, or their prompt starts with a known heading. These are not questions of a student:
 * they use no tools and no template.
 */
export function isTask(request: CompletionRequest): boolean {
  const task = request.metadata?.['task']
  if (typeof task === 'string' && task !== '') return true
  if (request.stream) return false
  return /^\s*### task:/i.test(textOf(request.messages.at(-1)?.content))
}
