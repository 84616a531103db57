import type { Attachment, AttachmentList } from '@bellwether/wire'
import { ATTACHMENT_LIMITS } from '@bellwether/wire/answers/chat-limits'
import { untyped as api } from '$lib/api'

const pathOf = (chatId: string): string => `/chats/${encodeURIComponent(chatId)}/attachments`

export const listAttachments = async (chatId: string, signal: AbortSignal): Promise<Attachment[]> =>
  (await api.get<AttachmentList>(pathOf(chatId), { signal })).attachments

export function addAttachment(chatId: string, file: File): Promise<Attachment> {
  const form = new FormData()
  form.append('file', file)
  return api.post(pathOf(chatId), form)
}

export const removeAttachment = (chatId: string, id: string): Promise<unknown> =>
  api.delete(`${pathOf(chatId)}/${encodeURIComponent(id)}`)

/** A hint for the file chooser; the server decides by the content. */
export const ACCEPTED =
  '.pdf,.docx,.pptx,.xlsx,.odt,.odp,.ods,.txt,.md,.html,.csv,.json,.rtf,.epub,.tex,.ipynb,.srt,.vtt,.eml,.mhtml'

export const isTooLarge = ({ size }: File): boolean => size > ATTACHMENT_LIMITS.bytes
