import { api, fetchBlob } from '$lib/api'

/** The most ids that the server accepts in one request. */
const MAX_IDS = 200

/** Pictures that authors have chosen, by the ids of their assistants. Each is loaded when it is first shown. */
class AssistantPictures {
  #shown = $state.raw<ReadonlyMap<number, { url: string; picture: Blob }>>(new Map())
  #asked = new Set<number>()
  #wanted: number[] = []

  /** The URL of a picture, once it is loaded. Undefined if the assistant has none. */
  get = (id: number): string | undefined => this.#shown.get(id)?.url

  /** The picture itself, to show it again after a change that is undone. */
  pictureOf = (id: number): Blob | undefined => this.#shown.get(id)?.picture

  /** The rows of a list ask together, in one request. */
  need(id: number): void {
    if (this.#asked.has(id)) return
    this.#asked.add(id)
    if (this.#wanted.length === 0) queueMicrotask(() => void this.#loadWanted())
    this.#wanted.push(id)
  }

  /** Shows another picture immediately, or the initials. */
  show(id: number, picture: Blob | undefined): void {
    this.#asked.add(id)
    const old = this.#shown.get(id)
    const next = new Map(this.#shown)
    if (picture) next.set(id, { url: URL.createObjectURL(picture), picture })
    else next.delete(id)
    this.#shown = next
    if (old) URL.revokeObjectURL(old.url)
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
      const { pictures } = await api.get('/assistant-pictures', { query: { ids: ids.join(',') } })
      await Promise.all(
        pictures.map(async ({ id, mark }) =>
          this.show(id, await fetchBlob('/assistants/{id}/picture', { params: { id }, query: { mark } })),
        ),
      )
    } catch {
      for (const id of ids) if (!this.#shown.has(id)) this.#asked.delete(id)
    }
  }
}

export const assistantPictures = new AssistantPictures()
