import type { RubricRecord } from '@bellwether/wire'
import { toasts } from '$ui/toasts.svelte.ts'
import { errorWords } from '../common/error-words.ts'
import { duplicateRubric, setPublic, setShowcase } from './rubrics.ts'
import { texts } from './texts'

/** News of what went wrong; gives back whether it went well. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toasts.error(errorWords(error))
    return false
  }
}

export async function duplicate({ rubric_id }: RubricRecord): Promise<RubricRecord | undefined> {
  let made: RubricRecord | undefined
  await attempt(async () => {
    made = await duplicateRubric(rubric_id)
    toasts.success(texts().duplicated(made.title))
  })
  return made
}

export const share = ({ rubric_id, is_public }: RubricRecord): Promise<boolean> =>
  attempt(async () => {
    await setPublic(rubric_id, is_public === 0)
    toasts.success(is_public === 0 ? texts().madePublic : texts().madePrivate)
  })

export const recommend = ({ rubric_id, is_showcase }: RubricRecord): Promise<boolean> =>
  attempt(async () => {
    await setShowcase(rubric_id, is_showcase === 0)
    toasts.success(is_showcase === 0 ? texts().recommended : texts().unrecommended)
  })
