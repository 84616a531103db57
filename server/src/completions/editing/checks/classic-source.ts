import type { AssistantMetadata, SettingsWarning, ToolEntry } from '@bellwether/wire'
import type { ToolRegistry } from '../../../tools/registry.ts'
import { classicSettings, type LegacyColumns } from '../../context/classic-tools.ts'
import { usesToolList } from '../../context/convert-classic.ts'
import { findIncomplete } from './check-entries.ts'
import type { createFindMissing, Owner } from './missing-objects.ts'

const PLACE = '/metadata/rag_processor'

/**
 * Warns about the source of a classic assistant as about a tool of a list. One without a chosen object can be
 * published, because it answers without its source, as in LAMB.
 */
export async function warnOfClassicSource(
  { tools, findMissing }: { tools: ToolRegistry; findMissing: ReturnType<typeof createFindMissing> },
  { settings, entries, columns }: ClassicParts,
  owner: Owner,
): Promise<SettingsWarning[]> {
  const tool = usesToolList(settings, entries) ? undefined : tools.find(settings.rag_processor)
  if (!tool) return []
  const config = classicSettings(tool, settings, columns)
  const source: ToolEntry = { type: tool.name, use: 'inject', enabled: true, config }
  const incomplete = findIncomplete([source], tools).map((warning) => ({
    ...warning,
    code: 'nothing_chosen',
    path: PLACE,
  }))
  return [...incomplete, ...(await findMissing([source], owner, () => PLACE))]
}

interface ClassicParts {
  settings: AssistantMetadata
  entries: readonly ToolEntry[]
  columns: LegacyColumns
}
