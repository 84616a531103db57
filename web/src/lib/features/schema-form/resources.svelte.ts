import type { AssistantSummary, Rubric } from '@bellwether/wire'
import { listAssistants } from '$features/assistants/assistants.ts'
import { ApiError, api } from '$lib/api'
import { Loadable } from '$lib/state/loadable.svelte.ts'
import { SearchableList } from '$lib/state/searchable-list.svelte.ts'

export type AssistantChoice = Pick<
  AssistantSummary,
  'id' | 'name' | 'description' | 'can_be_tool' | 'is_owner' | 'owner_name'
>

/** Items of the first page, and of a search. */
const MAX_RESULTS = 100

/** Objects that tools can use. Loaded once for all cards of a page, and again by a card that adds one. */
export const knowledgeBases = new Loadable(
  async (signal) => (await api.get('/knowledge-bases', { signal })).knowledge_bases,
)
export const rubrics = new SearchableList<Rubric>({
  keyOf: ({ id }) => id,
  async find(search, signal) {
    const query = { scope: 'usable', search, limit: MAX_RESULTS } as const
    const page = await api.get('/rubrics', { signal, query })
    return { items: page.rubrics, isComplete: search === '' && page.total <= page.rubrics.length }
  },
  one: (id) => api.get('/rubrics/{id}', { params: { id } }),
})
export const files = new Loadable(async (signal) => (await api.get('/files', { signal })).files)

/** Those that another assistant of the user may ask: their own, shared with them, or published in their organization. */
export const assistants = new SearchableList<AssistantChoice>({
  keyOf: ({ id }) => String(id),
  async find(search, signal) {
    const page = await listAssistants({ scope: 'usable', search, limit: MAX_RESULTS }, signal)
    return {
      items: page.assistants,
      isComplete: search === '' && page.total_count <= page.assistants.length,
    }
  },
  // Already used by a tool. A list tells without an error that there is no access.
  one: async (id) => (await listAssistants({ scope: 'usable', ids: id })).assistants[0],
})

const MAX_NAMES = 20

/** Creates a knowledge base. Names are unique per user: a number is added if the name is taken. */
export async function createKnowledgeBase(name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`
    try {
      return (await api.post('/knowledge-bases', { body: { name: free } })).id
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409
      if (!isTaken || number === MAX_NAMES) throw error
    }
  }
}
