import { CHAT_FOLDER_LIMITS, type ChatListQuery } from '@bellwether/wire'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import type { ChatService } from '../chat.service.ts'
import { createChatWorld } from '../testing.ts'
import { type ChatFolderService, createChatFolderService } from './folder.service.ts'

const gone = { code: 'not_found' }
const conflict = { code: 'conflict' }

describeOnEachDatabase('pins and folders of chats', (open) => {
  let db: Db
  let ana: UserCaller
  let ben: UserCaller
  let chats: ChatService
  let folders: ChatFolderService
  let tutor: number

  beforeAll(async () => {
    db = (await open()).db
    ;({ ana, ben, chats, tutor } = await createChatWorld(db))
    folders = createChatFolderService({ db, chats })
  })
  beforeEach(async () => {
    await db.deleteFrom('chats').execute()
    await db.deleteFrom('chat_folders').execute()
  })

  /** A chat that was last used at this time. */
  async function addChat(title: string, updated_at: number, caller = ana): Promise<string> {
    const { id } = await chats.create(caller, tutor, title)
    await db.updateTable('chats').set({ updated_at }).where('id', '=', id).execute()
    return id
  }
  const titles = async (given: Partial<ChatListQuery>, pinnedFirst?: boolean) => {
    const { chats: found } = await chats.list(
      ana,
      { page: 1, per_page: 50, shelf: 'open', ...given },
      pinnedFirst,
    )
    return found.map(({ title }) => title)
  }

  it('lists pinned chats first, unless asked not to', async () => {
    const old = await addChat('old', 10)
    await addChat('new', 20)
    expect(await folders.place(ana, old, { pinned: true })).toMatchObject({ pinned: true, updated_at: 10 })
    expect(await titles({})).toEqual(['old', 'new'])
    expect(await titles({}, false)).toEqual(['new', 'old'])
    await folders.place(ana, old, { pinned: false })
    expect(await titles({})).toEqual(['new', 'old'])
  })

  it('moves chats between folders, and keeps them if a folder is deleted', async () => {
    const cells = await folders.create(ana, 'Cells')
    const bones = await folders.create(ana, 'Bones')
    const chat = await addChat('mitosis', 10)
    await addChat('loose', 20)
    await folders.place(ana, chat, { folder_id: cells.id, pinned: true })
    expect(await titles({ folder_id: cells.id })).toEqual(['mitosis'])
    await folders.place(ana, chat, { folder_id: bones.id })
    expect(await titles({ folder_id: cells.id })).toEqual([])
    expect(await chats.get(ana, chat)).toMatchObject({ folder_id: bones.id, pinned: true })
    expect(await folders.list(ana)).toEqual([
      { id: bones.id, name: 'Bones', chat_count: 1 },
      { id: cells.id, name: 'Cells', chat_count: 0 },
    ])
    await chats.update(ana, chat, { archived: true })
    expect((await folders.list(ana))[0]).toMatchObject({ chat_count: 0 })
    await folders.delete(ana, bones.id)
    expect(await chats.get(ana, chat)).toMatchObject({ folder_id: null, pinned: true })
    await folders.place(ana, chat, { folder_id: cells.id })
    await folders.place(ana, chat, { folder_id: null })
    expect(await folders.place(ana, chat, {})).toMatchObject({ folder_id: null })
  })

  it('renames folders; names are unique for a person', async () => {
    const cells = await folders.create(ana, 'Cells')
    await folders.create(ben, 'Cells')
    await expect(folders.create(ana, 'Cells')).rejects.toMatchObject(conflict)
    const bones = await folders.create(ana, 'Bones')
    await expect(folders.rename(ana, bones.id, 'Cells')).rejects.toMatchObject(conflict)
    expect(await folders.rename(ana, cells.id, 'Cells')).toMatchObject({ name: 'Cells' })
    expect(await folders.rename(ana, bones.id, 'Skeleton')).toEqual({ ...bones, name: 'Skeleton' })
  })

  it('are those of the caller', async () => {
    const mine = await folders.create(ana, 'Mine')
    const theirs = await folders.create(ben, 'Theirs')
    const chat = await addChat('mine', 10)
    const foreign = await addChat('theirs', 10, ben)
    await expect(folders.place(ana, chat, { folder_id: theirs.id })).rejects.toMatchObject(gone)
    await expect(folders.place(ana, chat, { folder_id: "' or 1=1" })).rejects.toMatchObject(gone)
    await expect(folders.place(ana, foreign, { pinned: true })).rejects.toMatchObject(gone)
    await expect(folders.place(ana, foreign, { folder_id: mine.id })).rejects.toMatchObject(gone)
    await expect(folders.rename(ana, theirs.id, 'x')).rejects.toMatchObject(gone)
    await expect(folders.delete(ana, theirs.id)).rejects.toMatchObject(gone)
    expect(await folders.list(ben)).toMatchObject([{ name: 'Theirs' }])
    expect(await chats.get(ben, foreign)).toMatchObject({ pinned: false, folder_id: null })
    expect(await chats.get(ana, chat)).toMatchObject({ pinned: false, folder_id: null })
  })

  it('are limited to a number per person, also for simultaneous requests', async () => {
    const { perPerson } = CHAT_FOLDER_LIMITS
    const row = { user_id: ana.userId, created_at: 1 }
    const most = Array.from({ length: perPerson - 1 }, (_, index) => ({
      ...row,
      id: crypto.randomUUID(),
      name: `Folder ${index}`,
    }))
    await db.insertInto('chat_folders').values(most).execute()
    const created = await Promise.allSettled(['a', 'b', 'c'].map((name) => folders.create(ana, name)))
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await folders.list(ana)).toHaveLength(perPerson)
    await expect(folders.create(ana, 'one more')).rejects.toMatchObject({
      ...conflict,
      userMessage: { code: 'chats.too_many_folders' },
    })
    await folders.create(ben, 'His')
  })

  it('are deleted with the person', async () => {
    const folder = await folders.create(ben, 'His')
    const chat = await addChat('his', 10, ben)
    await folders.place(ben, chat, { folder_id: folder.id })
    await db.deleteFrom('users').where('id', '=', ben.userId).execute()
    expect(await db.selectFrom('chat_folders').selectAll().where('id', '=', folder.id).execute()).toEqual([])
    expect(await db.selectFrom('chats').selectAll().where('id', '=', chat).execute()).toEqual([])
  })
})
