import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'

export const CHAT_FOLDER_LIMITS = { name: 100, perPerson: 100 } as const

const folderName = z
  .string()
  .max(CHAT_FOLDER_LIMITS.name)
  .regex(/^[^\p{Cc}]*$/u, fieldText('fields.control_characters'))
  .trim()
  .min(1, fieldText('fields.name_required'))

export const chatFolderChangeSchema = z.object({ name: folderName })

export const chatFolderSchema = z.object({
  id: z.string(),
  name: z.string(),
  chat_count: z.number().meta({ description: 'Without archived chats' }),
})
export type ChatFolder = z.infer<typeof chatFolderSchema>

export const chatFoldersSchema = z.object({ folders: z.array(chatFolderSchema) })
export type ChatFolders = z.infer<typeof chatFoldersSchema>

/** Omitted fields stay unchanged. */
export const chatPlaceChangeSchema = z.object({
  pinned: z.boolean().optional(),
  folder_id: z.string().max(100).nullable().optional().meta({ description: 'null: in no folder' }),
})
export type ChatPlaceChange = z.output<typeof chatPlaceChangeSchema>
