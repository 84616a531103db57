import type { MemberPage, MemberRecord } from '@bellwether/wire'
import { untyped as api } from '$lib/api'
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
  org: string | undefined,
  fits: (member: MemberRecord) => boolean = () => true,
): SearchableList<Named> =>
  new SearchableList<Named>({
    keyOf: ({ id }) => String(id),
    async find(search, signal) {
      const query = { org, search, limit: FIRST_PAGE }
      const { users, total } = await api.get<MemberPage>('/creator/admin/org-admin/users', { query, signal })
      const items = users.filter(fits).map(({ id, name, email }) => ({ id, name, detail: email }))
      return { items, isComplete: total <= users.length }
    },
    // No member is preselected, so only members that were found are needed.
    one: (id) => Promise.reject(new Error(`member ${id} was not searched for`)),
  })

export const toOption = ({ id, name, detail }: Named) => ({ value: String(id), label: name, detail })
