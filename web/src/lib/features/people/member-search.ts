import type { MemberRecord } from '@bellwether/wire'
import { api } from '$lib/api'
import { SearchableList } from '$lib/state/searchable-list.svelte.ts'

export interface Named {
  id: number
  name: string
  detail: string
}

/** Members listed before searching. */
const FIRST_PAGE = 50

/** Members of an organization to choose from: the first page immediately, the others by searching. */
export const memberSearch = (
  org = 'current',
  fits: (member: MemberRecord) => boolean = () => true,
): SearchableList<Named> =>
  new SearchableList<Named>({
    keyOf: ({ id }) => String(id),
    async find(search, signal) {
      const { members, total } = await api.get('/organizations/{slug}/members', {
        params: { slug: org },
        query: { search, limit: FIRST_PAGE },
        signal,
      })
      const items = members.filter(fits).map(({ id, name, email }) => ({ id, name, detail: email }))
      return { items, isComplete: total <= members.length }
    },
    // No member is preselected, so only members that were found are needed.
    one: (id) => Promise.reject(new Error(`member ${id} was not searched for`)),
  })

export const toOption = ({ id, name, detail }: Named) => ({ value: String(id), label: name, detail })
