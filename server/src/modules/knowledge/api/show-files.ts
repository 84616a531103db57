import type { KnowledgeFile } from '@bellwether/wire'
import type { Knowledge } from '../knowledge.ts'
import type { KnowledgeFileRow } from '../records/file.repository.ts'
import { toOwnFile } from './shown-records.ts'

type Shower = { documents: Pick<Knowledge['documents'], 'factsOf'> }

/** Files with their tags and changes, as the API returns them. */
export async function showFiles(
  { documents }: Shower,
  files: readonly KnowledgeFileRow[],
): Promise<KnowledgeFile[]> {
  const { tags, changes } = await documents.factsOf(files.map(({ id }) => id))
  return files.map((file) => toOwnFile(file, tags.get(file.id) ?? [], changes.get(file.id)))
}

export async function showFile(shower: Shower, file: KnowledgeFileRow): Promise<KnowledgeFile> {
  const [knowledgeFile] = await showFiles(shower, [file])
  return knowledgeFile as KnowledgeFile
}
