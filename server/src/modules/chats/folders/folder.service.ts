import {
  CHAT_FOLDER_LIMITS,
  type ChatFolder,
  type ChatHead,
  type ChatPlaceChange,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/db/violations.ts'
import { lockUser } from '../../../platform/db/with-lock.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import { requireMay, type Verb } from '../../access/index.ts'
import { chatRepository } from '../chat.repository.ts'
import type { ChatService } from '../chat.service.ts'
import { isChatId } from '../chat-id.ts'
import { folderRepository } from './folder.repository.ts'

export interface ChatFolderDeps {
  db: Db
  chats: Pick<ChatService, 'requireOwn'>
}

const THING = 'Folder'

/** Folders and pins of a person's own chats. No one else sees them. */
export function createChatFolderService({ db, chats }: ChatFolderDeps) {
  async function getFor(caller: UserCaller, verb: Verb, id: string): Promise<Row<'chat_folders'>> {
    const folder = isChatId(id) ? await folderRepository.find(db, caller.userId, id) : undefined
    if (!folder) throw notFound(THING)
    const { organizationId } = caller
    requireMay(caller, verb, { kind: 'chat_folder', organizationId, ownerId: folder.user_id }, THING)
    return folder
  }

  const list = async (caller: UserCaller): Promise<ChatFolder[]> =>
    (await folderRepository.list(db, caller.userId)).map(({ id, name, chat_count }) => ({
      id,
      name,
      chat_count,
    }))

  return {
    list,

    async create(caller: UserCaller, name: string): Promise<ChatFolder> {
      const id = newUuid()
      await db.transaction().execute(async (tx) => {
        await lockUser(tx, caller.userId)
        const { perPerson } = CHAT_FOLDER_LIMITS
        if ((await folderRepository.count(tx, caller.userId)) >= perPerson)
          throw new AppError('conflict', say('chats.too_many_folders', { limit: perPerson }))
        const row = { id, user_id: caller.userId, name, created_at: nowSeconds() }
        await freeName(name, () => folderRepository.insert(tx, row))
      })
      return { id, name, chat_count: 0 }
    },

    async rename(caller: UserCaller, id: string, name: string): Promise<ChatFolder> {
      await getFor(caller, 'edit', id)
      await freeName(name, () => folderRepository.rename(db, caller.userId, id, name))
      const renamed = (await list(caller)).find((folder) => folder.id === id)
      if (!renamed) throw notFound(THING)
      return renamed
    },

    /** The chats stay, in no folder. */
    async delete(caller: UserCaller, id: string): Promise<void> {
      await getFor(caller, 'manage', id)
      await folderRepository.delete(db, caller.userId, id)
    },

    /** Pins, unpins or moves a chat. */
    async place(caller: UserCaller, chatId: string, change: ChatPlaceChange): Promise<ChatHead> {
      const { pinned, folder_id } = change
      const chat = await chats.requireOwn(caller, chatId)
      if (typeof folder_id === 'string') await getFor(caller, 'edit', folder_id)
      if (pinned === undefined && folder_id === undefined) return chat
      try {
        await chatRepository.update(db, caller.userId, chatId, {
          ...(pinned === undefined ? {} : { pinned_at: pinned ? nowSeconds() : null }),
          ...(folder_id === undefined ? {} : { folder_id }),
        })
      } catch (error) {
        // The folder was deleted in the meantime.
        throw isForeignKeyViolation(error) ? notFound(THING) : error
      }
      return chats.requireOwn(caller, chatId)
    },
  }
}

export type ChatFolderService = ReturnType<typeof createChatFolderService>

async function freeName(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', say('chats.folder_name_taken', { name }))
  }
}
