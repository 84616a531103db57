import type { ToolEntry } from '@bellwether/wire'

/**
 * Settings that refer to one person's files, rubrics, knowledge bases or assistants. People who use a template choose
 * their own, and must not learn that the original objects exist.
 */
const OBJECT_SETTINGS = new Set([
  'assistant_id',
  'assistant_ids',
  'collection',
  'collection_id',
  'collection_ids',
  'collections',
  'file',
  'file_id',
  'file_ids',
  'file_path',
  'file_paths',
  'files',
  'kb_id',
  'kb_ids',
  'knowledge_base',
  'knowledge_base_id',
  'knowledge_base_ids',
  'knowledge_bases',
  'rag_collections',
  'rubric',
  'rubric_id',
  'rubric_ids',
])

/** The entries without such settings, and the paths that were removed. Pure. */
export function stripIds(entries: readonly ToolEntry[]): { entries: ToolEntry[]; cleared: string[] } {
  const cleared: string[] = []
  const stripped = entries.map((entry, index) => {
    const remaining = Object.entries(entry.config).filter(([name, value]) => {
      if (!OBJECT_SETTINGS.has(name)) return true
      if (!isEmpty(value)) cleared.push(`/tools/${index}/config/${name}`)
      return false
    })
    return { ...entry, config: Object.fromEntries(remaining) }
  })
  return { entries: stripped, cleared }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
