import { RESOURCE_KINDS } from '$features/schema-form/resource-kinds.svelte.ts'
import { createKnowledgeBase, knowledgeBases } from '$features/schema-form/resources.svelte.ts'
import { upload } from '$lib/api'
import { kindOfFile } from './file-kind.ts'

/** A tool for a dropped file, with its settings. */
export interface WantedTool {
  type: 'simple_rag' | 'rubric_rag'
  config: Record<string, unknown>
}

/** JSON up to this size may be a rubric; larger files are documents. */
const MAX_RUBRIC_BYTES = 1024 * 1024
const isRubric = async (file: File): Promise<boolean> =>
  /\.json$/i.test(file.name) &&
  file.size <= MAX_RUBRIC_BYTES &&
  kindOfFile(file.name, await file.text()) === 'rubric'

/**
 * Puts documents into one new knowledge base and imports rubrics. Yields the tools that use them as they become
 * ready.
 */
export async function* toolsForFiles(
  dropped: readonly File[],
  onProgress: (share: number) => void,
): AsyncGenerator<WantedTool> {
  const rubrics: File[] = []
  const documents: File[] = []
  for (const file of dropped) ((await isRubric(file)) ? rubrics : documents).push(file)
  const [first] = documents
  if (first) {
    const base = await createKnowledgeBase(first.name.replace(/\.[^.]+$/, '').slice(0, 100) || first.name)
    const form = new FormData()
    for (const file of documents) form.append('files', file)
    await upload(`/knowledge-bases/${base}/files`, form, { onProgress })
    await knowledgeBases.load()
    yield { type: 'simple_rag', config: { collections: [base] } }
  }
  for (const file of rubrics)
    yield { type: 'rubric_rag', config: { rubric_id: await RESOURCE_KINDS['rubric-picker'].add.take(file) } }
}
