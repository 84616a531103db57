import { api } from '$lib/api'

/** The most ids that the server accepts in one request. */
const MAX_IDS = 200

/** Pictures that authors have chosen, by the ids of their assistants. Each is loaded when it is first shown. */
class AssistantPictures {
  #urls = $state.raw<ReadonlyMap<number, string>>(new Map())
  #asked = new Set<number>()
  #wanted: number[] = []

  /** The URL of a picture, once it is loaded. Undefined if the assistant has none. */
  get = (id: number): string | undefined => this.#urls.get(id)

  /** The rows of a list ask together, in one request. */
  need(id: number): void {
    if (this.#asked.has(id)) return
    this.#asked.add(id)
    if (this.#wanted.length === 0) queueMicrotask(() => void this.#loadWanted())
    this.#wanted.push(id)
  }

  /** Shows another picture at once, or the initials. */
  show(id: number, picture: Blob | undefined): void {
    this.#asked.add(id)
    const old = this.#urls.get(id)
    const next = new Map(this.#urls)
    if (picture) next.set(id, URL.createObjectURL(picture))
    else next.delete(id)
    this.#urls = next
    if (old) URL.revokeObjectURL(old)
  }

  async #loadWanted(): Promise<void> {
    const ids = this.#wanted
    this.#wanted = []
    for (let start = 0; start < ids.length; start += MAX_IDS)
      await this.#load(ids.slice(start, start + MAX_IDS))
  }

  /** A picture that can't be loaded is no error for the reader, who sees the initials. The next page tries again. */
  async #load(ids: readonly number[]): Promise<void> {
    try {
      const { pictures } = await api.get<{ pictures: { id: number; mark: string }[] }>(
        '/assistant-pictures',
        { query: { ids: ids.join(',') } },
      )
      await Promise.all(
        pictures.map(async ({ id, mark }) =>
          this.show(id, await api.blob(`/assistants/${id}/picture`, { query: { mark } })),
        ),
      )
    } catch {
      for (const id of ids) if (!this.#urls.has(id)) this.#asked.delete(id)
    }
  }
}

export const assistantPictures = new AssistantPictures()
