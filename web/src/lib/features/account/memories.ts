import type { Memory } from '@bellwether/wire'
import { api } from '$lib/api'

/** Facts that assistants remember about the user. */
export const listMemories = (signal: AbortSignal) => api.get('/memories', { signal })
export const forget = (id: number, isLeaving: boolean) =>
  api.delete('/memories/{id}', { params: { id }, outlivesPage: isLeaving })
/** For one assistant, or for all. */
export const forgetAll = async (assistantId: number | undefined): Promise<number> =>
  (
    await api.delete('/memories', {
      query: assistantId === undefined ? { all: 'true' } : { assistant_id: assistantId },
    })
  ).deleted

export interface Remembering {
  id: number
  name: string
  facts: Memory[]
}

/** Grouped by assistant, sorted by their newest fact; the list is newest first. Pure. */
export function byAssistant(memories: readonly Memory[]): Remembering[] {
  const groups = new Map<number, Remembering>()
  for (const memory of memories) {
    const group = groups.get(memory.assistant_id)
    if (group) group.facts.push(memory)
    else
      groups.set(memory.assistant_id, {
        id: memory.assistant_id,
        name: memory.assistant_name,
        facts: [memory],
      })
  }
  return [...groups.values()]
}
