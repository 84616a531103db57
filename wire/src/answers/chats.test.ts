import { expect, it } from 'vitest'
import { chatFolderChangeSchema } from './chat-folders.ts'
import { chatSearchQuerySchema } from './chat-search.ts'
import { chatListQuerySchema } from './chats.ts'

it('refuses what a database could not compare with', () => {
  for (const folder_id of ['\u0000', 'x', "' or 1=1"])
    expect(chatListQuerySchema.safeParse({ folder_id }).success).toBe(false)
  expect(chatListQuerySchema.safeParse({ folder_id: crypto.randomUUID() }).success).toBe(true)
  for (const cursor of ['\u0000', '1', '1_x', `-1_${crypto.randomUUID()}`])
    expect(chatSearchQuerySchema.safeParse({ query: 'a', cursor }).success).toBe(false)
  for (const query of ['', ' ', 'a\u0000'])
    expect(chatSearchQuerySchema.safeParse({ query }).success).toBe(false)
  for (const name of ['', ' ', 'a\nb', '\u0000', 'x'.repeat(101)])
    expect(chatFolderChangeSchema.safeParse({ name }).success).toBe(false)
})
