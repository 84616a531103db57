import type { HandOverRequest, OwnedObject, OwnedObjectKind, Receiver } from '@bellwether/wire'
import { api } from '$lib/api'
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

const at = ({ id, org = 'current' }: Owner) => ({ slug: org, id })

export const readOwnedObjects = (owner: Owner, signal: AbortSignal) =>
  api.get('/organizations/{slug}/members/{id}/possessions', { params: at(owner), signal })

export const handOver = (owner: Owner, body: HandOverRequest) =>
  api.post('/organizations/{slug}/members/{id}/hand-over', { params: at(owner), body })

export const unpublish = (id: OwnedObject['id']) =>
  api.post('/assistants/{id}/publish', { params: { id }, body: { publish_status: false } })

/** Colleagues who can become the owner: the first page immediately, the others by searching. */
export const receiverSearch = (owner: Owner): SearchableList<Receiver> =>
  new SearchableList<Receiver>({
    keyOf: ({ id }) => String(id),
    async find(search, signal) {
      const { receivers } = await api.get('/organizations/{slug}/members/{id}/receivers', {
        params: at(owner),
        query: { search },
        signal,
      })
      return { items: receivers, isComplete: receivers.length < MAX_RECEIVERS }
    },
    one: (id) => Promise.reject(new Error(`colleague ${id} was not searched for`)),
  })

export const toReceiverOption = ({ id, name, email }: Receiver) => ({
  value: String(id),
  label: name,
  detail: email,
})
