import type { ChatFolder, ChatFolders, ChatHead } from '@bellwether/wire'
import { untyped as api } from '$lib/api'

const FOLDERS = '/chats/folders'
const pathOf = (id: string) => `${FOLDERS}/${encodeURIComponent(id)}`

export const listFolders = async (signal?: AbortSignal): Promise<ChatFolder[]> =>
  (await api.get<ChatFolders>(FOLDERS, signal ? { signal } : {})).folders
export const createFolder = (name: string): Promise<ChatFolder> => api.post(FOLDERS, { name })
export const renameFolder = (id: string, name: string): Promise<ChatFolder> => api.patch(pathOf(id), { name })
export const deleteFolder = (id: string): Promise<unknown> => api.delete(pathOf(id))

export const placeChat = (
  id: string,
  change: { pinned?: boolean; folder_id?: string | null },
): Promise<ChatHead> => api.patch(`/chats/${encodeURIComponent(id)}`, change)

export interface HistoryGroup {
  kind: 'pinned' | 'folder' | 'rest'
  /** The folder's id, or the kind. */
  id: string
  /** Of a folder. */
  name: string
  chats: ChatHead[]
}

/** Pinned chats, then folders with their chats, then the others. Groups without chats are left out. Pure. */
export function groupHistory(
  chats: readonly ChatHead[],
  folders: readonly Pick<ChatFolder, 'id' | 'name'>[],
): HistoryGroup[] {
  const folderIds = new Set(folders.map(({ id }) => id))
  const isLoose = ({ folder_id }: ChatHead) => folder_id === null || !folderIds.has(folder_id)
  const groups: HistoryGroup[] = [
    { kind: 'pinned', id: 'pinned', name: '', chats: chats.filter(({ pinned }) => pinned) },
    ...folders.map(({ id, name }) => ({
      kind: 'folder' as const,
      id,
      name,
      chats: chats.filter((chat) => !chat.pinned && chat.folder_id === id),
    })),
    { kind: 'rest', id: 'rest', name: '', chats: chats.filter((chat) => !chat.pinned && isLoose(chat)) },
  ]
  return groups.filter((group) => group.chats.length > 0)
}
