import type { ChatHead, ChatList, ChatWithMessages } from '@bellwether/wire'
import { untyped as api } from '$lib/api'

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

const CHATS = '/creator/chats'

/** One page of the list, pinned chats first. */
export const listChats = (
  { shelf, folder, page }: Pick<ChatsView, 'shelf' | 'folder' | 'page'>,
  signal: AbortSignal,
): Promise<ChatList> =>
  api.get(CHATS, {
    query: {
      page,
      per_page: PAGE_SIZE,
      archived_only: shelf === 'archived',
      pinned_first: true,
      folder_id: folder === '' ? undefined : folder,
    },
    signal,
  })

/** The latest chats with one assistant. */
export const listChatsWith = (assistantId: string, signal: AbortSignal): Promise<ChatList> =>
  api.get(CHATS, { query: { assistant_id: assistantId, per_page: 50, pinned_first: true }, signal })

/** For documents that are attached before the first question, which then lists the chat. */
export const createDraftChat = (assistantId: string): Promise<ChatHead> =>
  api.post(CHATS, { assistant_id: Number(assistantId), draft: true })

export const readChat = (id: string, signal?: AbortSignal): Promise<ChatWithMessages> =>
  api.get(`${CHATS}/${encodeURIComponent(id)}`, signal ? { signal } : {})

/** Also the messages of versions that are not shown. */
export const readAllVersions = (id: string): Promise<ChatWithMessages> =>
  api.get(`/chats/${encodeURIComponent(id)}/versions`)

export const readChatPicture = (chatId: string, id: string): Promise<Blob> =>
  api.blob(`${CHATS}/${encodeURIComponent(chatId)}/pictures/${encodeURIComponent(id)}`)

export const changeChat = (id: string, change: { title?: string; archived?: boolean }): Promise<unknown> =>
  api.put(`${CHATS}/${encodeURIComponent(id)}`, change)

/** The key for pending deletions. */
export const chatKey = ({ id }: Pick<ChatHead, 'id'>): string => `chat/${id}`

export const deleteChat = (id: string, isLeaving = false): Promise<unknown> =>
  api.delete(`${CHATS}/${encodeURIComponent(id)}`, { outlivesPage: isLeaving })

export interface UsableAssistant {
  name: string
  description: string
  /** Whether it accepts images. */
  vision: boolean
  /** Whether documents can be attached to a chat. */
  attachments: boolean
  /** Shown in an empty chat, written by the educator. */
  greeting: string
  /** Starters for a new chat, written by the educator. */
  questions: readonly string[]
}

/** The assistants that the user may use, by id. */
export async function usableAssistants(signal?: AbortSignal): Promise<Map<number, UsableAssistant>> {
  const { data } = await api.get<{
    data: {
      id: string
      name: string
      description: string
      capabilities?: { vision?: boolean }
      attachments: boolean
      greeting: string
      suggested_questions: string[]
    }[]
  }>('/creator/models', signal ? { signal } : {})
  return new Map(
    data.map(
      ({ id, name, description, capabilities, attachments, greeting, suggested_questions: questions }) => [
        Number(id.split('.').at(-1)),
        { name, description, vision: capabilities?.vision === true, attachments, greeting, questions },
      ],
    ),
  )
}

/** The server adds the time to generated titles; the list shows the time anyway. */
export const shownTitle = ({ title }: Pick<ChatHead, 'title'>): string =>
  title.replace(/ - [A-Z][a-z]{2} \d\d \d\d:\d\d$/, '')
