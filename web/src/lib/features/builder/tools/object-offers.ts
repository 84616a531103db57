import type { ToolInfo } from '@bellwether/wire'
import { findInfo } from './entries.ts'

/** Something that a tool can use, offered by its own name: one choice adds the tool with its settings. */
export interface ObjectOffer {
  kind: 'assistants' | 'rubrics' | 'knowledgeBases'
  id: string
  name: string
  detail: string
  info: ToolInfo
  config: Record<string, unknown>
}

export interface KnownObjects {
  assistants: readonly { id: number; name: string; description: string; can_be_tool: boolean }[]
  rubrics: readonly { id: string; title: string; description: string }[]
  knowledgeBases: readonly { id: string; name: string }[]
}

/** Of each kind, until one searches. */
const MAX_AT_FIRST = 5

/**
 * The objects that can be added as tools, without the assistant that is being edited. Tools that this server does not
 * have offer nothing. Pure.
 */
export function objectOffers(
  { assistants, rubrics, knowledgeBases }: KnownObjects,
  catalogue: readonly ToolInfo[],
  { editedId, isSearching }: { editedId: number | undefined; isSearching: boolean },
): ObjectOffer[] {
  const most = isSearching ? Number.POSITIVE_INFINITY : MAX_AT_FIRST
  const offer = (type: string, all: Omit<ObjectOffer, 'info'>[]): ObjectOffer[] => {
    const info = findInfo(catalogue, type)
    return info ? all.slice(0, most).map((object) => ({ ...object, info })) : []
  }
  return [
    ...offer(
      'assistant',
      assistants
        .filter((assistant) => assistant.can_be_tool && assistant.id !== editedId)
        .map(({ id, name, description }) => ({
          kind: 'assistants',
          id: String(id),
          name,
          detail: description,
          config: { assistant_id: String(id) },
        })),
    ),
    ...offer(
      'rubric_rag',
      rubrics.map(({ id, title, description }) => ({
        kind: 'rubrics',
        id,
        name: title,
        detail: description,
        config: { rubric_id: id },
      })),
    ),
    ...offer(
      'simple_rag',
      knowledgeBases.map(({ id, name }) => ({
        kind: 'knowledgeBases',
        id,
        name,
        detail: '',
        config: { collections: [id] },
      })),
    ),
  ]
}
