import {
  CHAT_FOLDER_LIMITS,
  chatFolderChangeSchema,
  chatFolderSchema,
  chatFoldersSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { ChatFolderService } from './folder.service.ts'

const tag = 'Chats'
const PATH = '/chats/folders'
const params = z.object({ folder_id: z.string().max(100) })

export const createChatFolderRoutes = ({ chatFolders }: { chatFolders: ChatFolderService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: PATH,
    tag,
    summary: 'List your chat folders',
    description: 'By name, with the number of chats in each.',
    access: 'user',
    answer: chatFoldersSchema,
    handle: async ({ caller }) => ({ folders: await chatFolders.list(caller) }),
  }),
  endpoint({
    method: 'POST',
    path: PATH,
    tag,
    summary: 'Create a chat folder',
    description: `409 if you have a folder with this name, or ${CHAT_FOLDER_LIMITS.perPerson} folders.`,
    access: 'user',
    status: 201,
    body: chatFolderChangeSchema,
    answer: chatFolderSchema,
    handle: ({ body, caller }) => chatFolders.create(caller, body.name),
  }),
  endpoint({
    method: 'PATCH',
    path: `${PATH}/{folder_id}`,
    tag,
    summary: 'Rename a chat folder',
    description: '409 if you have another folder with this name.',
    access: 'user',
    params,
    body: chatFolderChangeSchema,
    answer: chatFolderSchema,
    handle: ({ params, body, caller }) => chatFolders.rename(caller, params.folder_id, body.name),
  }),
  endpoint({
    method: 'DELETE',
    path: `${PATH}/{folder_id}`,
    tag,
    summary: 'Delete a chat folder',
    description: 'Its chats are kept, without a folder.',
    access: 'user',
    answer: 'none',
    params,
    handle: ({ params, caller }) => chatFolders.delete(caller, params.folder_id),
  }),
]
