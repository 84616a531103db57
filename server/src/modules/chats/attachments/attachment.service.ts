import { ATTACHMENT_LIMITS, type Attachment, say, toSafeFileName } from '@bellwether/wire'
import { isGuest, type UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { AppError, badRequest, forbidden, notFound } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import { isUnreadable, type TextReader } from '../../knowledge/index.ts'
import { chatRepository } from '../chat.repository.ts'
import type { ChatService } from '../chat.service.ts'
import { isChatId } from '../chat-id.ts'
import { attachmentRepository } from './attachment.repository.ts'

export interface AttachmentDeps {
  db: Db
  chats: Pick<ChatService, 'requireOwn'>
  readText: TextReader['readText']
  /** Counts what guests of class links upload. Throws too_many_requests above the limit of a day. */
  guestUploads: GuestUploads
  /** Whether the caller may use the assistant, and its educator allows attachments. */
  allowsAttachments(caller: UserCaller, assistantId: number): Promise<boolean>
}

export interface GuestUploads {
  requireRoom(guestId: number): Promise<void>
  /** Within the transaction that saves the document. */
  countDocument(tx: Db, guestId: number, bytes: number): Promise<void>
  countImages(guestId: number, bytes: number): Promise<void>
}

export interface UploadedAttachment {
  bytes: Uint8Array
  name: string
  contentType: string
}

/** A document in the prompt. */
export interface AttachedText {
  name: string
  text: string
  isCut: boolean
}

/**
 * Documents that a person attaches to one of their chats. Only their text is stored, with the chat; it never becomes part
 * of a knowledge base.
 */
export function createAttachmentService(deps: AttachmentDeps) {
  const { db, chats, readText, allowsAttachments, guestUploads } = deps

  /** Throws not_found unless the chat is the caller's own. */
  async function requireAllowed(caller: UserCaller, chatId: string) {
    const chat = await chats.requireOwn(caller, chatId)
    if (!(await allowsAttachments(caller, chat.assistant_id))) throw forbidden(say('attachments.not_allowed'))
    return chat
  }

  /** People whose document is being read here: no one can keep all readers busy. */
  const reading = new Set<number>()
  async function readOneByOne(userId: number, file: UploadedAttachment, signal: AbortSignal) {
    if (reading.has(userId)) throw new AppError('too_many_requests', say('attachments.busy'))
    reading.add(userId)
    try {
      return await readText(file, signal)
    } catch (error) {
      throw isUnreadable(error) ? badRequest(error.userMessage) : error
    } finally {
      reading.delete(userId)
    }
  }

  async function requireRoom(tx: Db, chatId: string): Promise<void> {
    const { perChat } = ATTACHMENT_LIMITS
    if ((await attachmentRepository.list(tx, chatId)).length >= perChat)
      throw badRequest(say('attachments.too_many', { limit: perChat }))
  }

  return {
    /** Throws before a file is received for a chat that can't have it. */
    async requireMayAttach(caller: UserCaller, chatId: string): Promise<void> {
      await requireAllowed(caller, chatId)
      await requireRoom(db, chatId)
      if (isGuest(caller)) await guestUploads.requireRoom(caller.userId)
    },

    async list(caller: UserCaller, chatId: string): Promise<Attachment[]> {
      await chats.requireOwn(caller, chatId)
      return (await attachmentRepository.list(db, chatId)).map(toAttachment)
    },

    async add(
      caller: UserCaller,
      chatId: string,
      file: UploadedAttachment,
      signal: AbortSignal,
    ): Promise<Attachment> {
      const { updated_at } = await requireAllowed(caller, chatId)
      const { text, isCut } = await readOneByOne(caller.userId, file, signal)
      const row = {
        id: newUuid(),
        chat_id: chatId,
        name: toName(file.name),
        size: file.bytes.length,
        text,
        is_cut: isCut ? 1 : 0,
        created_at: nowSeconds(),
      } as const
      await db.transaction().execute(async (tx) => {
        // Holds the chat, so that simultaneous uploads are counted one by one.
        if (!(await chatRepository.hold(tx, caller.userId, chatId, updated_at))) throw notFound('Chat')
        await requireRoom(tx, chatId)
        if (isGuest(caller)) await guestUploads.countDocument(tx, caller.userId, row.size)
        await attachmentRepository.insert(tx, row)
      })
      return toAttachment(row)
    },

    async remove(caller: UserCaller, chatId: string, id: string): Promise<void> {
      await chats.requireOwn(caller, chatId)
      if (!isChatId(id) || !(await attachmentRepository.delete(db, chatId, id))) throw notFound('Attachment')
    },

    /** The images of a question are stored with the chat. */
    async countImages(caller: UserCaller, images: readonly { bytes: Uint8Array }[]): Promise<void> {
      const bytes = images.reduce((sum, image) => sum + image.bytes.length, 0)
      if (bytes > 0 && isGuest(caller)) await guestUploads.countImages(caller.userId, bytes)
    },

    /** The documents of a chat, for an answer in it. None if the chat is not the caller's or they are no longer allowed. */
    async textsFor(caller: UserCaller, assistantId: number, chatId: string): Promise<AttachedText[]> {
      if (!isChatId(chatId)) return []
      const { userId } = caller
      const rows = await attachmentRepository.textsOf(db, { userId, assistantId, chatId })
      if (rows.length === 0 || !(await allowsAttachments(caller, assistantId))) return []
      return rows.map(({ name, text, is_cut }) => ({ name, text, isCut: is_cut === 1 }))
    },
  }
}

export type AttachmentService = ReturnType<typeof createAttachmentService>

const toAttachment = ({ id, name, size, text, is_cut }: Row<'chat_attachments'>): Attachment => ({
  id,
  name,
  size,
  characters: text.length,
  cut: is_cut === 1,
})

/** A name in one line, without its folder. */
const toName = (name: string): string =>
  toSafeFileName(name.replace(/^.*[\\/]/, ''))
    .replace(/\p{Surrogate}/gu, '')
    .trim()
    .slice(0, ATTACHMENT_LIMITS.name) || 'file'
