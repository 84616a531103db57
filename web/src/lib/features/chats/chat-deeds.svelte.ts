import type { ChatHead } from '@bellwether/wire'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { attempt } from '../common/attempt.ts'
import { pendingDeletes } from '../common/pending-deletes.svelte.ts'
import { texts as commonTexts } from '../common/texts'
import { saveText, toFileName, toMarkdown } from './chat-export.ts'
import { changeChat, chatKey, deleteChat, readChat, shownTitle } from './chats.ts'
import { texts } from './texts'

/** What can be done with a chat from its list and from its own page. `ondone`: look again. */
export function chatDeeds(ondone: () => void) {
  async function setArchived(chat: ChatHead, archived: boolean): Promise<void> {
    const t = texts()
    const title = shownTitle(chat)
    if (await attempt(() => changeChat(chat.id, { archived })))
      toasts.success(archived ? t.archived(title) : t.broughtBack(title), {
        label: commonTexts().undo,
        act: () => void attempt(() => changeChat(chat.id, { archived: !archived })).then(ondone),
      })
    ondone()
  }

  return {
    setArchived,
    remove(chat: ChatHead): void {
      const name = shownTitle(chat)
      pendingDeletes.add({
        key: chatKey(chat),
        name,
        said: texts().deleted(name),
        work: (isLeaving) => deleteChat(chat.id, isLeaving),
      })
    },
    export: (chat: ChatHead, assistantName: string | undefined): Promise<boolean> =>
      attempt(async () => {
        const whole = await readChat(chat.id)
        saveText(toFileName(shownTitle(chat)), toMarkdown(whole, assistantName, texts().exported))
      }),
  }
}
