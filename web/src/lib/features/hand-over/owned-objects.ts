import type {
  HandedOver,
  HandOverRequest,
  OwnedObject,
  OwnedObjectKind,
  OwnedObjectOverview,
  Receiver,
} from '@bellwether/wire'
import { untyped as api } from '$lib/api'
import { SearchableList } from '$lib/state/searchable-list.svelte.ts'

/** A member of the organization with this slug; without one, of the user's own organization. */
export interface Owner {
  id: number
  name: string
  org?: string | undefined
}

export interface ListedObject extends OwnedObject {
  kind: OwnedObjectKind
}

/** The server returns at most this many. */
const MAX_RECEIVERS = 50

const at = ({ id, org }: Owner) => `/organizations/${org ?? 'current'}/members/${id}`

export const readOwnedObjects = (owner: Owner, signal: AbortSignal): Promise<OwnedObjectOverview> =>
  api.get(`${at(owner)}/possessions`, { signal })

export const handOver = (owner: Owner, request: HandOverRequest): Promise<HandedOver> =>
  api.post(`${at(owner)}/hand-over`, request)

export const unpublish = (id: OwnedObject['id']): Promise<unknown> =>
  api.post(`/assistants/${id}/publish`, { publish_status: false })

/** Colleagues who can become the owner: the first page immediately, the others by searching. */
export const receiverSearch = (owner: Owner): SearchableList<Receiver> =>
  new SearchableList<Receiver>({
    keyOf: ({ id }) => String(id),
    async find(search, signal) {
      const request = { query: { search }, signal }
      const { receivers } = await api.get<{ receivers: Receiver[] }>(`${at(owner)}/receivers`, request)
      return { items: receivers, isComplete: receivers.length < MAX_RECEIVERS }
    },
    one: (id) => Promise.reject(new Error(`colleague ${id} was not searched for`)),
  })

export const toReceiverOption = ({ id, name, email }: Receiver) => ({
  value: String(id),
  label: name,
  detail: email,
})
