import type { AssistantSummary } from '@bellwether/wire'
import { isObject } from '$lib/json.ts'
import { readMetadata } from './metadata.ts'

const listedIn = (metadata: string | null): unknown[] => {
  const { tools } = readMetadata(metadata)
  return Array.isArray(tools) ? tools : []
}

/**
 * The names of the tools that an assistant uses: its list of tools, or a classic assistant's RAG processor. Invalid
 * settings have none.
 */
export function toolsOf({ metadata }: Pick<AssistantSummary, 'metadata'>): string[] {
  const names = listedIn(metadata).flatMap((tool) => {
    if (typeof tool === 'string') return [tool]
    return isObject(tool) && typeof tool['type'] === 'string' && tool['enabled'] !== false
      ? [tool['type']]
      : []
  })
  const processor = readMetadata(metadata)['rag_processor']
  if (typeof processor === 'string' && processor !== '' && processor !== 'no_rag') names.unshift(processor)
  return [...new Set(names)]
}

/** The number of disabled tools. Pure. */
export const countOff = ({ metadata }: Pick<AssistantSummary, 'metadata'>): number =>
  listedIn(metadata).filter((tool) => isObject(tool) && tool['enabled'] === false).length

/** The ids of the assistants that it asks. Pure. */
export function askedBy({ metadata }: Pick<AssistantSummary, 'metadata'>): string[] {
  const ids = listedIn(metadata).flatMap((tool) => {
    if (!isObject(tool) || tool['type'] !== 'assistant' || tool['enabled'] === false) return []
    const config = isObject(tool['config']) ? tool['config'] : {}
    return config['assistant_id'] === undefined ? [] : [String(config['assistant_id'])]
  })
  return [...new Set(ids)]
}
