import { listAssistants } from './assistants.ts'

/** Names of assistants by their ids, loaded when they are first needed, together for a whole page. */
class AssistantNames {
  #known = $state.raw<ReadonlyMap<string, string>>(new Map())
  #asked = new Set<string>()
  #waiting: string[] = []

  get = (id: string): string | undefined => this.#known.get(id)

  need(id: string): void {
    if (this.#asked.has(id) || !/^[1-9]\d{0,14}$/.test(id)) return
    this.#asked.add(id)
    if (this.#waiting.push(id) === 1) queueMicrotask(() => void this.#load())
  }

  async #load(): Promise<void> {
    const ids = this.#waiting.splice(0)
    for (let start = 0; start < ids.length; start += MAX_IDS) {
      const part = ids.slice(start, start + MAX_IDS).join(',')
      try {
        // A list tells without an error which of them can't be seen.
        const { assistants } = await listAssistants({ scope: 'usable', ids: part, limit: MAX_IDS })
        this.#known = new Map([
          ...this.#known,
          ...assistants.map(({ id, name }) => [String(id), name] as const),
        ])
      } catch {
        // Their names stay unknown.
      }
    }
  }
}

const MAX_IDS = 100

export const assistantNames = new AssistantNames()
