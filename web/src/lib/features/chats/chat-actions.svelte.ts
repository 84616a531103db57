import type { ChatFolder, ChatHead, PassagePlace } from '@bellwether/wire'
import { placeText } from '@bellwether/wire/knowledge/place-text'
import { appTexts } from '$lib/texts/app.ts'
import { chatTexts } from '$lib/texts/chat.ts'
import { pendingDeletes } from '$ui/feedback/pending-deletes.svelte.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'
import { saveText, toFileName, toMarkdown } from './chat-export.ts'
import { changeChat, chatKey, deleteChat, readAllVersions, readChat, shownTitle } from './chats.ts'
import { createFolder } from './folders/folders.ts'

/** Also saves as PDF, in the browser's print dialog. Waits until the menu is closed. */
export const printPage = (): void => void setTimeout(() => print())

/** The actions for a chat in its list and on its page. `ondone` refreshes the view. */
export function chatActions(ondone: () => void) {
  async function setArchived(chat: ChatHead, archived: boolean): Promise<void> {
    const t = chatTexts().chats
    const title = shownTitle(chat)
    if (await tryWithToast(() => changeChat(chat.id, { archived })))
      toasts.success(archived ? t.archived({ title }) : t.unarchived({ title }), {
        label: appTexts().common.undo,
        act: () => void tryWithToast(() => changeChat(chat.id, { archived: !archived })).then(ondone),
      })
    ondone()
  }

  const setPinned = async (chat: ChatHead, pinned: boolean): Promise<void> => {
    await tryWithToast(() => changeChat(chat.id, { pinned }))
    ondone()
  }

  /** Null: in no folder. */
  async function move(chat: ChatHead, folder: Pick<ChatFolder, 'id' | 'name'> | null): Promise<void> {
    const t = chatTexts().chats.folders
    const title = shownTitle(chat)
    const moveTo = (folder_id: string | null) => tryWithToast(() => changeChat(chat.id, { folder_id }))
    if (await moveTo(folder?.id ?? null))
      toasts.success(folder ? t.moved({ title, folder: folder.name }) : t.takenOut({ title }), {
        label: appTexts().common.undo,
        act: () => void moveTo(chat.folder_id).then(ondone),
      })
    ondone()
  }

  return {
    setArchived,
    setPinned,
    move,
    moveToNew: (chat: ChatHead, name: string): Promise<boolean> =>
      tryWithToast(async () => move(chat, await createFolder(name))),
    remove(chat: ChatHead): void {
      const name = shownTitle(chat)
      pendingDeletes.add({
        key: chatKey(chat),
        name,
        message: chatTexts().chats.deleted({ title: name }),
        work: (isLeaving) => deleteChat(chat.id, isLeaving),
      })
    },
    export: (
      { id }: Pick<ChatHead, 'id'>,
      assistantName: string | undefined,
      hasAllVersions = false,
    ): Promise<boolean> =>
      tryWithToast(async () => {
        const chat = await (hasAllVersions ? readAllVersions(id) : readChat(id))
        const place = (location: PassagePlace) => placeText(location, chatTexts().chat)
        const words = { ...chatTexts().chats.exported, place }
        const text = toMarkdown(chat, assistantName, words, hasAllVersions)
        saveText(toFileName(shownTitle(chat)), text)
      }),
  }
}
