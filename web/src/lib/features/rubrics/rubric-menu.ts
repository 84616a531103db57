import type { Rubric } from '@bellwether/wire'
import Copy from '@lucide/svelte/icons/copy'
import Download from '@lucide/svelte/icons/download'
import FileText from '@lucide/svelte/icons/file-text'
import Share2 from '@lucide/svelte/icons/share-2'
import Star from '@lucide/svelte/icons/star'
import Trash2 from '@lucide/svelte/icons/trash-2'
import { api } from '$lib/api'
import { appTexts } from '$lib/texts/app.ts'
import { rubricsTexts } from '$lib/texts/rubrics.ts'
import { pendingDeletes } from '$ui/feedback/pending-deletes.svelte.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'
import type { MenuItem } from '$ui/overlays/Menu.svelte'
import { session } from '../session/session.svelte.ts'
import { exportRubric, rubricKey } from './rubrics.ts'

export const isMine = ({ owner_email }: Rubric): boolean => owner_email === session.user?.email

/** The actions for a rubric, in the list and on its page. */
export function menuOf(
  rubric: Rubric,
  acts: { onchanged: () => void; onduplicate: () => void; ondelete: () => void },
): MenuItem[] {
  const t = rubricsTexts().rubrics
  const { id } = rubric
  const mine = isMine(rubric)
  return [
    { label: t.duplicate, icon: Copy, onselect: acts.onduplicate },
    {
      label: t.exportJson,
      icon: Download,
      onselect: () => void tryWithToast(() => exportRubric(id, 'json')),
    },
    {
      label: t.exportMarkdown,
      icon: FileText,
      onselect: () => void tryWithToast(() => exportRubric(id, 'markdown')),
    },
    ...(mine
      ? [
          {
            label: rubric.is_public ? t.stopSharing : t.share,
            icon: Share2,
            divided: true,
            onselect: () => void share(rubric).then(acts.onchanged),
          },
        ]
      : []),
    ...(session.isOrganizationAdmin && rubric.is_public
      ? [
          {
            label: rubric.is_showcase ? t.unrecommend : t.recommend,
            icon: Star,
            onselect: () => void recommend(rubric).then(acts.onchanged),
          },
        ]
      : []),
    ...(mine
      ? [
          {
            label: appTexts().common.delete,
            icon: Trash2,
            dangerous: true,
            divided: true,
            onselect: acts.ondelete,
          },
        ]
      : []),
  ]
}

export const deleteRubricWithUndo = (rubric: Rubric): void =>
  pendingDeletes.add({
    key: rubricKey(rubric),
    name: rubric.title,
    message: rubricsTexts().rubrics.deleted({ name: rubric.title }),
    work: (isLeaving) => api.delete('/rubrics/{id}', { params: { id: rubric.id }, outlivesPage: isLeaving }),
  })

export async function duplicate({ id }: Rubric): Promise<Rubric | undefined> {
  let copy: Rubric | undefined
  await tryWithToast(async () => {
    copy = await api.post('/rubrics/{id}/duplicate', { params: { id } })
    toasts.success(rubricsTexts().rubrics.duplicated({ name: copy.title }))
  })
  return copy
}

const share = ({ id, is_public }: Rubric): Promise<boolean> =>
  tryWithToast(async () => {
    await api.patch('/rubrics/{id}', { params: { id }, body: { is_public: !is_public } })
    toasts.success(is_public ? rubricsTexts().rubrics.notShared : rubricsTexts().rubrics.nowShared)
  })

const recommend = ({ id, is_showcase }: Rubric): Promise<boolean> =>
  tryWithToast(async () => {
    await api.put('/rubrics/{id}/showcase', { params: { id }, body: { is_showcase: !is_showcase } })
    toasts.success(is_showcase ? rubricsTexts().rubrics.unrecommended : rubricsTexts().rubrics.recommended)
  })
