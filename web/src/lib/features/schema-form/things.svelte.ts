import type { UploadedFileList } from '@bellwether/wire'
import { Loadable } from '$features/common/load.svelte.ts'
import { ApiError, api } from '$lib/api'

export interface KnowledgeBaseChoice {
  id: string
  name: string
  is_owner: boolean
  owner_name: string
}

export interface RubricChoice {
  rubric_id: string
  title: string
  description: string
}

/** What tools can be pointed at. Fetched once for all cards of a page; a card that makes a new thing asks for them again. */
export const knowledgeBases = new Loadable(
  async (signal) =>
    (await api.get<{ knowledge_bases: KnowledgeBaseChoice[] }>('/knowledge-bases', { signal }))
      .knowledge_bases,
)
export const rubrics = new Loadable(
  async (signal) =>
    (
      await api.get<{ rubrics: RubricChoice[] }>('/creator/rubrics/accessible', {
        signal,
        query: { limit: 100 },
      })
    ).rubrics,
)
export const files = new Loadable((signal) => api.get<UploadedFileList>('/creator/files/list', { signal }))

const MOST_NAMES = 20

/** A new knowledge base. Names are one's own only once: a taken one gets a number. */
export async function createKnowledgeBase(name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`
    try {
      return (await api.post<{ id: string }>('/knowledge-bases', { name: free })).id
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409
      if (!isTaken || number === MOST_NAMES) throw error
    }
  }
}
