import type { ChatFolder, ChatHead } from '@bellwether/wire'
import { api } from '$lib/api'

const FOLDERS = '/chats/folders'
const FOLDER = '/chats/folders/{folder_id}'

export const listFolders = async (signal?: AbortSignal): Promise<ChatFolder[]> =>
  (await api.get(FOLDERS, { signal })).folders
export const createFolder = (name: string): Promise<ChatFolder> => api.post(FOLDERS, { body: { name } })
export const renameFolder = (folder_id: string, name: string): Promise<ChatFolder> =>
  api.patch(FOLDER, { params: { folder_id }, body: { name } })
export const deleteFolder = (folder_id: string): Promise<unknown> =>
  api.delete(FOLDER, { params: { folder_id } })

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
