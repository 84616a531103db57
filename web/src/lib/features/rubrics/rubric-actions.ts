import type { RubricRecord } from '@bellwether/wire'
import { rubricsTexts } from '$lib/texts/rubrics.ts'
import { pendingDeletes } from '$ui/feedback/pending-deletes.svelte.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'
import { deleteRubric, duplicateRubric, rubricKey, setPublic, setShowcase } from './rubrics.ts'

export const deleteRubricWithUndo = (rubric: RubricRecord): void =>
  pendingDeletes.add({
    key: rubricKey(rubric),
    name: rubric.title,
    message: rubricsTexts().rubrics.deleted({ name: rubric.title }),
    work: (isLeaving) => deleteRubric(rubric.rubric_id, isLeaving),
  })

export async function duplicate({ rubric_id }: RubricRecord): Promise<RubricRecord | undefined> {
  let copy: RubricRecord | undefined
  await tryWithToast(async () => {
    copy = await duplicateRubric(rubric_id)
    toasts.success(rubricsTexts().rubrics.duplicated({ name: copy.title }))
  })
  return copy
}

export const share = ({ rubric_id, is_public }: RubricRecord): Promise<boolean> =>
  tryWithToast(async () => {
    await setPublic(rubric_id, is_public === 0)
    toasts.success(is_public === 0 ? rubricsTexts().rubrics.nowShared : rubricsTexts().rubrics.notShared)
  })

export const recommend = ({ rubric_id, is_showcase }: RubricRecord): Promise<boolean> =>
  tryWithToast(async () => {
    await setShowcase(rubric_id, is_showcase === 0)
    toasts.success(
      is_showcase === 0 ? rubricsTexts().rubrics.recommended : rubricsTexts().rubrics.unrecommended,
    )
  })
