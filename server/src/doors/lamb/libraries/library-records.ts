import { say } from '@bellwether/wire'
import type { BaseWithOwner, KnowledgeFileRow } from '../../../modules/knowledge/index.ts'
import { givenTitle, INGESTION_PLUGINS } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import { toFileUrl } from '../knowledge/knowledge-records.ts'
import { LIBRARIES } from './library-deps.ts'

/** A knowledge base as a library of LAMB. */
export const toLibrary = (base: BaseWithOwner, caller: UserCaller, items: number) => ({
  id: String(base.id),
  name: base.name,
  description: base.description,
  is_shared: base.is_shared === 1,
  is_owner: base.owner_id === caller.userId,
  item_count: items,
  owner: base.owner_email,
  created_at: base.created_at,
  updated_at: base.updated_at,
})

/** A document as an item of a library. */
export const toItem = (publicUrl: string, file: KnowledgeFileRow, pages: ReadonlyMap<number, number>) => ({
  id: String(file.id),
  item_id: String(file.id),
  library_id: String(file.knowledge_base_id),
  title: titleOf(file),
  source_type: sourceTypeOf(file),
  original_filename: file.name,
  content_type: file.content_type,
  file_size: file.size,
  import_plugin: file.plugin_name,
  status: toItemStatus(file.status),
  error_message: file.error_message,
  page_count: pages.get(file.id) ?? 0,
  // Images are described in the text; they are not kept as files of their own.
  image_count: 0,
  permalink_base: toFileUrl(publicUrl, file),
  metadata: {
    permalinks: {
      original: toFileUrl(publicUrl, file),
      full_markdown: `${publicUrl}${LIBRARIES}/${file.knowledge_base_id}/items/${file.id}/content`,
    },
  },
  created_at: file.created_at,
  updated_at: file.updated_at,
})

/** Until the file is read, only the title that it was given is known. */
export const titleOf = (file: KnowledgeFileRow): string =>
  file.title || givenTitle(file.plugin_params) || file.name

const sourceTypeOf = ({ plugin_name, source_url }: KnowledgeFileRow): string =>
  plugin_name.startsWith('youtube') ? 'youtube' : source_url === null ? 'file' : 'url'

/** LAMB's word for a document that was read. */
const READY = 'ready'

const toItemStatus = (status: KnowledgeFileRow['status']): string => (status === 'completed' ? READY : status)

export const fromItemStatus = (status: string | undefined): string | undefined =>
  status === READY ? 'completed' : status

type SourceType = 'file' | 'url' | 'youtube'

/** LAMB's import plugins have other names than those of its knowledge bases. */
const LAMB_NAMES: Readonly<Record<string, string>> = {
  simple_import: 'simple_ingest',
  markitdown_import: 'markitdown_ingest',
  markitdown_plus_import: 'markitdown_plus_ingest',
  url_import: 'url_ingest',
  youtube_transcript_import: 'youtube_transcript_ingest',
}

/** The file plugin reads all formats. */
const DEFAULTS: Readonly<Record<SourceType, string>> = {
  file: 'markitdown_ingest',
  url: 'url_ingest',
  youtube: 'youtube_transcript_ingest',
}

export const LIBRARY_PLUGINS = INGESTION_PLUGINS.map(({ name, description, kind }) => ({
  name,
  description,
  supported_source_types: [
    kind !== 'remote-ingest' ? 'file' : name.startsWith('youtube') ? 'youtube' : 'url',
  ] satisfies SourceType[],
}))

/** The plugin for this kind of source. An unknown one is 400, as in LAMB. */
export function pluginFor(source: SourceType, given: string | null | undefined): string {
  const name = given?.trim()
  if (!name) return DEFAULTS[source]
  const wanted = Object.hasOwn(LAMB_NAMES, name) ? LAMB_NAMES[name] : name
  const fitting = LIBRARY_PLUGINS.filter((plugin) => plugin.supported_source_types.includes(source))
  const found = fitting.find((plugin) => plugin.name === wanted)
  if (found) return found.name
  const plugins = fitting.map((plugin) => plugin.name).join(', ')
  const isKnown = LIBRARY_PLUGINS.some((plugin) => plugin.name === wanted)
  throw badRequest(
    say(isKnown ? 'knowledge.plugin_other_source' : 'knowledge.plugin_not_found', { plugin: name, plugins }),
  )
}
