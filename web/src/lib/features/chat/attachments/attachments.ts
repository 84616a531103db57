import type { Attachment } from '@bellwether/wire'
import { ATTACHMENT_LIMITS } from '@bellwether/wire/answers/chat-limits'
import { api } from '$lib/api'

const PATH = '/chats/{id}/attachments'

export const listAttachments = async (id: string, signal: AbortSignal): Promise<Attachment[]> =>
  (await api.get(PATH, { params: { id }, signal })).attachments

export function addAttachment(id: string, file: File): Promise<Attachment> {
  const form = new FormData()
  form.append('file', file)
  return api.post(PATH, { params: { id }, body: form })
}

export const removeAttachment = (id: string, attachment_id: string): Promise<unknown> =>
  api.delete(`${PATH}/{attachment_id}`, { params: { id, attachment_id } })

/** A hint for the file chooser; the server decides by the content. */
export const ACCEPTED =
  '.pdf,.docx,.pptx,.xlsx,.odt,.odp,.ods,.txt,.md,.html,.csv,.json,.rtf,.epub,.tex,.ipynb,.srt,.vtt,.eml,.mhtml'

export const isTooLarge = ({ size }: File): boolean => size > ATTACHMENT_LIMITS.bytes
