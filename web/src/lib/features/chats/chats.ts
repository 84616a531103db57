import type { ChatHead, ChatList, ChatWithMessages, UsableAssistant } from '@bellwether/wire'
import type { BodyOf } from '@bellwether/wire/client/operations'
import { api, fetchBlob } from '$lib/api'

/** API calls for chats, which are visible only to their owner. */
export const PAGE_SIZE = 25
export const SHELVES = ['open', 'archived'] as const
export type Shelf = (typeof SHELVES)[number]

export interface ChatsView {
  shelf: Shelf
  search: string
  /** The id of a folder; empty: all chats. */
  folder: string
  page: number
}

/** The view is in the URL, so that reload, back and shared links show the same list. */
export function readView(query: URLSearchParams): ChatsView {
  const page = Number(query.get('page') ?? 1)
  return {
    shelf: SHELVES.find((shelf) => shelf === query.get('shelf')) ?? 'open',
    search: (query.get('search') ?? '').slice(0, 200),
    folder: (query.get('folder') ?? '').slice(0, 100),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

export function writeView({ shelf, search, folder, page }: ChatsView): string {
  const query = new URLSearchParams()
  if (shelf !== 'open') query.set('shelf', shelf)
  if (search !== '') query.set('search', search)
  if (folder !== '') query.set('folder', folder)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '' : `?${query}`
}

/** One page of the list, pinned chats first. */
export const listChats = (
  { shelf, folder: folder_id, page }: Pick<ChatsView, 'shelf' | 'folder' | 'page'>,
  signal: AbortSignal,
): Promise<ChatList> => api.get('/chats', { query: { page, per_page: PAGE_SIZE, shelf, folder_id }, signal })

/** The latest chats with one assistant. */
export const listChatsWith = (assistant_id: string, signal: AbortSignal): Promise<ChatList> =>
  api.get('/chats', { query: { assistant_id, per_page: 50 }, signal })

/** For documents that are attached before the first question, which then lists the chat. */
export const createDraftChat = (assistantId: string): Promise<ChatHead> =>
  api.post('/chats', { body: { assistant_id: Number(assistantId), draft: true } })

export const readChat = (id: string, signal?: AbortSignal): Promise<ChatWithMessages> =>
  api.get('/chats/{id}', { params: { id }, signal })

/** Also the messages of versions that are not shown. */
export const readAllVersions = (id: string): Promise<ChatWithMessages> =>
  api.get('/chats/{id}/versions', { params: { id } })

export const readChatPicture = (id: string, picture: string): Promise<Blob> =>
  fetchBlob('/chats/{id}/pictures/{picture}', { params: { id, picture } })

export const changeChat = (id: string, change: BodyOf<'patch', '/chats/{id}'>): Promise<ChatHead> =>
  api.patch('/chats/{id}', { params: { id }, body: change })

/** The key for pending deletions. */
export const chatKey = ({ id }: Pick<ChatHead, 'id'>): string => `chat/${id}`

export const deleteChat = (id: string, isLeaving = false): Promise<unknown> =>
  api.delete('/chats/{id}', { params: { id }, outlivesPage: isLeaving })

/** The assistants that the user may use, by id. */
export async function usableAssistants(signal?: AbortSignal): Promise<Map<number, UsableAssistant>> {
  const { assistants } = await api.get('/assistants/usable', { signal })
  return new Map(assistants.map((assistant) => [assistant.id, assistant]))
}

/** The server adds the time to generated titles; the list shows the time anyway. */
export const shownTitle = ({ title }: Pick<ChatHead, 'title'>): string =>
  title.replace(/ - [A-Z][a-z]{2} \d\d \d\d:\d\d$/, '')
