import {
  ATTACHMENT_LIMITS,
  attachmentListSchema,
  attachmentSchema,
  attachmentUploadSchema,
  say,
} from '@bellwether/wire'
import * as z from 'zod'
import { AppError, badRequest } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { type FormPart, receiveForm } from '../../../platform/http/forms/multipart.ts'
import type { AttachmentService, UploadedAttachment } from './attachment.service.ts'

const tag = 'Chats'
const params = z.object({ id: z.string().max(100) })
const PATH = '/chats/{id}/attachments'
/** Room for the headers of the form. */
const FORM_BYTES = ATTACHMENT_LIMITS.bytes + 64 * 1024

export const createAttachmentRoutes = ({ attachments }: { attachments: AttachmentService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: PATH,
    tag,
    summary: 'List the documents of a chat',
    description: 'Documents you attached to one of your chats.',
    access: 'user',
    openToGuests: true,
    params,
    answer: attachmentListSchema,
    handle: async ({ params, caller }) => ({ attachments: await attachments.list(caller, params.id) }),
  }),
  endpoint({
    method: 'POST',
    path: PATH,
    tag,
    summary: 'Attach a document to a chat',
    description: `A file in the field \`file\`, if the assistant allows it. Its text is stored with the chat and given to the model with every question in it. At most ${ATTACHMENT_LIMITS.perChat} files of ${ATTACHMENT_LIMITS.bytes / 1024 / 1024} MB; the model gets the first ${ATTACHMENT_LIMITS.characters} characters of each. Guests of class links can attach ${ATTACHMENT_LIMITS.perGuestAndDay} documents per day.`,
    access: 'user',
    openToGuests: true,
    status: 201,
    params,
    form: attachmentUploadSchema,
    answer: attachmentSchema,
    async handle({ params, caller, exchange }) {
      await attachments.requireMayAttach(caller, params.id)
      return attachments.add(caller, params.id, await receiveFile(exchange), exchange.signal)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${PATH}/{attachment_id}`,
    tag,
    summary: 'Remove a document from a chat',
    description: 'Deletes its text. Later answers no longer use it.',
    access: 'user',
    openToGuests: true,
    answer: 'none',
    params: params.extend({ attachment_id: z.string().max(100) }),
    async handle({ params, caller }) {
      await attachments.remove(caller, params.id, params.attachment_id)
    },
  }),
]

async function receiveFile({ incoming }: Exchange): Promise<UploadedAttachment> {
  let file: UploadedAttachment | undefined
  for await (const part of receiveForm(incoming, FORM_BYTES)) {
    const bytes = await readBytes(part)
    if (part.name === 'file' && part.filename)
      file ??= { bytes, name: part.filename, contentType: part.contentType }
  }
  if (!file) throw badRequest(say('requests.missing_file'))
  return file
}

async function readBytes({ content }: FormPart): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > ATTACHMENT_LIMITS.bytes)
      throw new AppError(
        'too_large',
        say('attachments.too_large', { limit: ATTACHMENT_LIMITS.bytes / 1024 / 1024 }),
      )
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
