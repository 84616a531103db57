import type {
  ClassLink,
  ClassLinkChange,
  EnteredClassLink,
  KeptChats,
  OpenedClassLink,
} from '@bellwether/wire'
import { api } from '$lib/api'

/** API calls of the people who manage an assistant. */
export const listLinks = async (assistantId: number, signal?: AbortSignal): Promise<ClassLink[]> =>
  (await api.get('/assistants/{id}/links', { params: { id: assistantId }, signal })).links

/** The simplest kind, so that a link is one click away; the rest is in its settings. */
export const createLink = (assistantId: number): Promise<ClassLink> =>
  api.post('/assistants/{id}/links', { params: { id: assistantId }, body: { kind: 'anyone' } })

export const changeLink = (id: number, change: ClassLinkChange): Promise<ClassLink> =>
  api.patch('/links/{id}', { params: { id }, body: change })

export const deleteLink = (id: number): Promise<unknown> => api.delete('/links/{id}', { params: { id } })
export const restoreLink = (id: number): Promise<ClassLink> =>
  api.post('/links/{id}/restore', { params: { id } })

/** API calls of the people who open a link. */
export const lookUpLink = (code: string): Promise<OpenedClassLink> =>
  api.get('/links/{code}', { params: { code }, staysOnRefusal: true, waitsWhileBusy: true })

export const enterLink = (
  code: string,
  details: { passphrase?: string; name?: string },
): Promise<EnteredClassLink> =>
  api.post('/links/{code}/enter', {
    ...{ params: { code }, body: details, staysOnRefusal: true, waitsWhileBusy: true },
  })

export const keepChats = (code: string, token: string): Promise<KeptChats> =>
  api.post('/links/{code}/keep', { params: { code }, body: { token } })

export const leaveAsGuest = (): Promise<unknown> => api.delete('/links/guest')

/**
 * The address that the educator uses also works for students. `url` of the record may be `localhost` on a server without PUBLIC_URL.
 */
export const addressOf = ({ code }: Pick<ClassLink, 'code'>): string => `${location.origin}/l/${code}`

/** How a link is shown: without the protocol, which no one types. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '')

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** HTML that shows the chat on another site: in the page, or behind a button in its corner. Pure. */
export function embedSnippets(server: string, code: string, title: string) {
  const name = escapeAttribute(title)
  return {
    frame: `<iframe src="${server}/l/${code}" title="${name}" style="width:100%;height:640px;border:0" loading="lazy"></iframe>`,
    bubble: `<script src="${server}/embed.js" data-link="${code}" data-title="${name}" async></script>`,
  }
}

/** Whether another site shows this page in a frame. */
export const isEmbedded = (): boolean => window.self !== window.top
