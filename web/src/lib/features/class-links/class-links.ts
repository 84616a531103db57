import type {
  ClassLink,
  ClassLinkChange,
  EnteredClassLink,
  KeptChats,
  OpenedClassLink,
} from '@bellwether/wire'
import { untyped as api } from '$lib/api'

/** API calls of the people who manage an assistant. */
export const listLinks = async (assistantId: number, signal?: AbortSignal): Promise<ClassLink[]> =>
  (await api.get<{ links: ClassLink[] }>(`/assistants/${assistantId}/links`, signal ? { signal } : {})).links

/** The simplest kind, so that a link is one click away; the rest is in its settings. */
export const createLink = (assistantId: number): Promise<ClassLink> =>
  api.post(`/assistants/${assistantId}/links`, { kind: 'anyone' })

export const changeLink = (id: number, change: ClassLinkChange): Promise<ClassLink> =>
  api.patch(`/links/${id}`, change)

export const deleteLink = (id: number): Promise<unknown> => api.delete(`/links/${id}`)
export const restoreLink = (id: number): Promise<ClassLink> => api.post(`/links/${id}/restore`)

/** API calls of the people who open a link. */
const pathOf = (code: string): string => `/links/${encodeURIComponent(code)}`

export const lookUpLink = (code: string): Promise<OpenedClassLink> =>
  api.get(pathOf(code), { staysOnRefusal: true, waitsWhileBusy: true })

export const enterLink = (
  code: string,
  details: { passphrase?: string; name?: string },
): Promise<EnteredClassLink> =>
  api.post(`${pathOf(code)}/enter`, details, { staysOnRefusal: true, waitsWhileBusy: true })

export const keepChats = (code: string, token: string): Promise<KeptChats> =>
  api.post(`${pathOf(code)}/keep`, { token })

export const leaveAsGuest = (): Promise<unknown> => api.delete('/links/guest')

/**
 * The address that the educator uses also works for students. `url` of the record may be `localhost` on a server without PUBLIC_URL.
 */
export const addressOf = ({ code }: Pick<ClassLink, 'code'>): string => `${location.origin}/l/${code}`

/** How a link is shown: without the protocol, which no one types. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '')
