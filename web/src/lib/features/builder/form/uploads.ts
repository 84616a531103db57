import { api } from '$lib/api'
import { builderTexts } from '$lib/texts/builder.ts'
import { pendingDeletes } from '$ui/feedback/pending-deletes.svelte.ts'

/** What was created from dropped files, for an assistant that is not saved yet. */
export interface Uploads {
  knowledgeBases: readonly string[]
  rubrics: readonly string[]
}

const deleteAll = ({ knowledgeBases, rubrics }: Uploads, outlivesPage: boolean): Promise<unknown> =>
  Promise.all([
    ...knowledgeBases.map((id) => api.delete('/knowledge-bases/{id}', { params: { id }, outlivesPage })),
    ...rubrics.map((id) => api.delete('/rubrics/{id}', { params: { id }, outlivesPage })),
  ])

const isEmpty = ({ knowledgeBases, rubrics }: Uploads): boolean =>
  knowledgeBases.length === 0 && rubrics.length === 0

/** Deletes them, because nothing uses them. Can be undone as long as the toast is shown. */
export function discardUploads(uploads: Uploads): void {
  if (isEmpty(uploads)) return
  const words = builderTexts().builder.uploads
  pendingDeletes.add({
    key: `uploads/${[...uploads.knowledgeBases, ...uploads.rubrics].join('/')}`,
    name: words.name,
    message: words.discarded,
    work: (isLeaving) => deleteAll(uploads, isLeaving),
  })
}

/** When the page is closed, which leaves no time for undo. */
export function discardUploadsAtOnce(uploads: Uploads): void {
  if (!isEmpty(uploads)) void deleteAll(uploads, true).catch(() => undefined)
}
