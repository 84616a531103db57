import type { MemberPage, MemberRecord } from '@bellwether/wire'
import { FoundThings } from '$features/schema-form/found-things.svelte.ts'
import { api } from '$lib/api'

export interface Named {
  id: number
  name: string
  detail: string
}

/** As many as a list of choices shows without being searched. */
const FIRST = 50

/** Members of an organization to choose from: a first page at once, the others by searching. */
export const foundMembers = (
  org: string | undefined,
  fits: (member: MemberRecord) => boolean = () => true,
): FoundThings<Named> =>
  new FoundThings<Named>({
    keyOf: ({ id }) => String(id),
    async find(search, signal) {
      const query = { org, search, limit: FIRST }
      const { users, total } = await api.get<MemberPage>('/creator/admin/org-admin/users', { query, signal })
      const things = users.filter(fits).map(({ id, name, email }) => ({ id, name, detail: email }))
      return { things, areAll: total <= users.length }
    },
    // Nobody is chosen before: only who was found can be.
    one: (id) => Promise.reject(new Error(`member ${id} was not searched for`)),
  })

export const toOption = ({ id, name, detail }: Named) => ({ value: String(id), label: name, detail })
