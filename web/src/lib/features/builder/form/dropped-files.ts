import { Uploads } from '$features/knowledge/files/uploads.svelte.ts'
import { addRubricFile } from '$features/schema-form/resource-kinds.svelte.ts'
import { createKnowledgeBase, knowledgeBases } from '$features/schema-form/resources.svelte.ts'
import { ApiError } from '$lib/api'
import { isInspected, kindOfFile } from './file-kind.ts'

/** A tool for a dropped file, with its settings. */
export interface WantedTool {
  type: 'simple_rag' | 'rubric_rag'
  config: Record<string, unknown>
}

/** Larger files are documents. */
const MAX_INSPECTED_BYTES = 1024 * 1024
const isRubric = async (file: File): Promise<boolean> => {
  const isRead = isInspected(file.name) && file.size <= MAX_INSPECTED_BYTES
  return kindOfFile(file.name, isRead ? await file.text() : undefined) === 'rubric'
}

/**
 * Puts documents into one new knowledge base and imports rubrics. Yields the tools that use them as they become
 * ready. The uploads tell which documents were not added.
 */
export async function* toolsForFiles(
  dropped: readonly File[],
  onUploads: (uploads: Uploads) => void,
): AsyncGenerator<WantedTool> {
  const rubrics: File[] = []
  const documents: File[] = []
  for (const file of dropped) ((await isRubric(file)) ? rubrics : documents).push(file)
  const rubricIds: string[] = []
  for (const file of rubrics) {
    const id = await addRubricFile(file).catch((error: unknown) => {
      // Called a rubric, but without one: a document like others.
      if (!isUnreadable(error)) throw error
      documents.push(file)
    })
    if (id !== undefined) rubricIds.push(id)
  }
  const [first] = documents
  if (first) {
    const name = first.name.replace(/\.[^.]+$/, '').slice(0, 100) || first.name
    let base: string | undefined
    const uploads = new Uploads(async () => (base ??= await createKnowledgeBase(name)))
    onUploads(uploads)
    await uploads.add(documents)
    await knowledgeBases.load()
    if (base !== undefined) yield { type: 'simple_rag', config: { collections: [base] } }
  }
  for (const rubric_id of rubricIds) yield { type: 'rubric_rag', config: { rubric_id } }
}

/** The server found no rubric in the file. */
export const isUnreadable = (error: unknown): boolean => error instanceof ApiError && error.status === 422
