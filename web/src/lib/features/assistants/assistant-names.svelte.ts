import type { AssistantRecord } from '@bellwether/wire'
import { api } from '$lib/api'

/** Names of assistants by their ids, loaded when they are first needed. */
class AssistantNames {
  #known = $state.raw<ReadonlyMap<string, string>>(new Map())
  #asked = new Set<string>()

  get = (id: string): string | undefined => this.#known.get(id)

  async need(id: string): Promise<void> {
    if (this.#asked.has(id)) return
    this.#asked.add(id)
    try {
      const { name } = await api.get<AssistantRecord>(`/assistants/${encodeURIComponent(id)}`)
      this.#known = new Map([...this.#known, [id, name]])
    } catch {
      // Deleted, or no access: its name stays unknown.
    }
  }
}

export const assistantNames = new AssistantNames()
