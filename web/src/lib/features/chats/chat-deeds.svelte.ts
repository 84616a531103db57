import type { ChatHead } from '@bellwether/wire'
import { toasts } from '$ui/toasts.svelte.ts'
import { attempt } from '../common/attempt.ts'
import { texts as commonTexts } from '../common/texts'
import { saveText, toFileName, toMarkdown } from './chat-export.ts'
import { changeChat, readChat, shownTitle } from './chats.ts'
import { pendingDeletes } from './pending-deletes.svelte.ts'
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
      const title = shownTitle(chat)
      pendingDeletes.add(chat.id)
      toasts.success(texts().deleted(title), {
        label: commonTexts().undo,
        act: () => {
          pendingDeletes.undo(chat.id)
          toasts.success(texts().kept(title))
        },
      })
    },
    export: (chat: ChatHead, assistantName: string | undefined): Promise<boolean> =>
      attempt(async () => {
        const whole = await readChat(chat.id)
        saveText(toFileName(shownTitle(chat)), toMarkdown(whole, assistantName, texts().exported))
      }),
  }
}
