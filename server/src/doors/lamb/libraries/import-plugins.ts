import { say } from '@bellwether/wire'
import { INGESTION_PLUGINS } from '../../../modules/knowledge/index.ts'
import { badRequest } from '../../../platform/errors.ts'

export type SourceType = 'file' | 'url' | 'youtube'

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
