import type {
  HandedOver,
  HandOverRequest,
  Possession,
  PossessionKind,
  PossessionOverview,
  Receiver,
} from '@bellwether/wire'
import { api } from '$lib/api'
import { SearchableList } from '$lib/state/searchable-list.svelte.ts'

/** Whose things: a member of the organization with this short name; undefined: of one's own. */
export interface Owner {
  id: number
  name: string
  org?: string | undefined
}

export interface OwnedThing extends Possession {
  kind: PossessionKind
}

/** The server tells no more of them at once. */
const MOST = 50

const at = ({ id, org }: Owner) => `/organizations/${org ?? 'current'}/members/${id}`

export const readPossessions = (owner: Owner, signal: AbortSignal): Promise<PossessionOverview> =>
  api.get(`${at(owner)}/possessions`, { signal })

export const handOver = (owner: Owner, request: HandOverRequest): Promise<HandedOver> =>
  api.post(`${at(owner)}/hand-over`, request)

export const unpublish = (id: Possession['id']): Promise<unknown> =>
  api.post(`/assistants/${id}/publish`, { publish_status: false })

/** Colleagues who can become the owner: a first page at once, the others by searching. */
export const foundReceivers = (owner: Owner): SearchableList<Receiver> =>
  new SearchableList<Receiver>({
    keyOf: ({ id }) => String(id),
    async find(search, signal) {
      const asked = { query: { search }, signal }
      const { receivers } = await api.get<{ receivers: Receiver[] }>(`${at(owner)}/receivers`, asked)
      return { items: receivers, isComplete: receivers.length < MOST }
    },
    one: (id) => Promise.reject(new Error(`colleague ${id} was not searched for`)),
  })

export const toOption = ({ id, name, email }: Receiver) => ({ value: String(id), label: name, detail: email })
