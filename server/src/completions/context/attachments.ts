import type { CompletionRequest } from '@bellwether/wire'
import type { AttachedText } from '../../modules/chats/index.ts'
import { fence } from './fence.ts'

/**
 * Adds the documents of a chat before the last question, each as marked data. The name is part of the data, because the
 * person chose it.
 */
export function withAttachments(
  request: CompletionRequest,
  attachments: readonly AttachedText[],
): CompletionRequest {
  if (attachments.length === 0) return request
  const { messages } = request
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const added = attachments.map((attachment) => ({ role: 'user' as const, content: toContent(attachment) }))
  return { ...request, messages: [...messages.slice(0, at), ...added, ...messages.slice(at)] }
}

const toContent = ({ name, text, isCut }: AttachedText): string =>
  `A document is attached to this chat${isCut ? ' (only its beginning is shown)' : ''}:\n${fence(
    'attachment',
    `File: ${name}\n\n${text}`,
  )}`
