import { OWNED_OBJECT_KINDS, type OwnedObjectKind, type OwnedObjects } from '@bellwether/wire'
import { OWNED_TABLES } from './owned-object.repository.ts'

/** For texts such as "2 assistants, 1 knowledge base". */
export const NOUNS: Record<OwnedObjectKind, [one: string, many: string]> = {
  assistants: ['assistant', 'assistants'],
  knowledge_bases: ['knowledge base', 'knowledge bases'],
  rubrics: ['rubric', 'rubrics'],
  templates: ['prompt template', 'prompt templates'],
  files: ['file', 'files'],
  workspaces: ['workspace', 'workspaces'],
  tool_secrets: ['tool secret', 'tool secrets'],
  tool_templates: ['tool template', 'tool templates'],
  mcp_servers: ['MCP server', 'MCP servers'],
}

export function describeCounts(counts: Partial<Record<OwnedObjectKind, number>>): string {
  const parts = OWNED_OBJECT_KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count === 0 ? [] : [`${count} ${NOUNS[kind][count === 1 ? 0 : 1]}`]
  })
  const last = parts.pop()
  return parts.length === 0 ? (last ?? 'nothing') : `${parts.join(', ')} and ${last}`
}

export const blockingCounts = (objects: OwnedObjects): Partial<Record<OwnedObjectKind, number>> =>
  Object.fromEntries(
    OWNED_OBJECT_KINDS.filter((kind) => OWNED_TABLES[kind].blocksDeletion).map((kind) => [
      kind,
      objects[kind].length,
    ]),
  )

export const sumCounts = (counts: Partial<Record<OwnedObjectKind, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)
