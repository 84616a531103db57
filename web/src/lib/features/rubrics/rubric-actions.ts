import type { Rubric } from '@bellwether/wire'
import { api } from '$lib/api'
import { rubricsTexts } from '$lib/texts/rubrics.ts'
import { pendingDeletes } from '$ui/feedback/pending-deletes.svelte.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'
import { rubricKey } from './rubrics.ts'

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

export const share = ({ id, is_public }: Rubric): Promise<boolean> =>
  tryWithToast(async () => {
    await api.patch('/rubrics/{id}', { params: { id }, body: { is_public: !is_public } })
    toasts.success(is_public ? rubricsTexts().rubrics.notShared : rubricsTexts().rubrics.nowShared)
  })

export const recommend = ({ id, is_showcase }: Rubric): Promise<boolean> =>
  tryWithToast(async () => {
    await api.put('/rubrics/{id}/showcase', { params: { id }, body: { is_showcase: !is_showcase } })
    toasts.success(is_showcase ? rubricsTexts().rubrics.unrecommended : rubricsTexts().rubrics.recommended)
  })
